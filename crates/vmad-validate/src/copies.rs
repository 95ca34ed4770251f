//! Whether ptxas copied the `vmad`s of a function alike.
//!
//! ptxas copies basic blocks as a whole. So the forms that are spread alike over the blocks of a function occur equally
//! often in its code. A `VMAD` whose setting was changed into that of a sibling makes one form too rare and the other too
//! frequent.

use std::collections::{BTreeMap, HashMap, HashSet};

use vmad_sass::Arch;

use crate::{
    emitted::Emitted,
    pairing::{FormKey, forms},
    setting::Setting,
    source::Source,
};

/// The `vmad`s of one form.
#[derive(Default)]
struct Class {
    sources: Vec<usize>,
    /// The number of its `vmad`s in each block.
    blocks: BTreeMap<usize, usize>,
    /// The number of its `VMAD`s.
    words: usize,
    /// The number of its `vmad`s that ptxas may drop or merge.
    optional: usize,
    in_loop: bool,
    /// The number of `VMAD`s that may be special copies of its `vmad`s.
    special: usize,
}

/// For each `vmad` of a function, whether its form has too few `VMAD`s beside others: a `VMAD` of another form may have
/// been compiled from it. `made` has the `VMAD`s that were given to each.
///
/// A copy in which ptxas knows the value of a register has a form of its own. It counts for each form with its psign,
/// scale and saturation.
pub(crate) fn too_few(sources: &[Source], made: &[Vec<usize>], emitted: &[Emitted], arch: Arch) -> Vec<bool> {
    let keys: Vec<Option<FormKey>> =
        sources.iter().map(|source| forms(source, arch).first().map(FormKey::of)).collect();
    let mut special: HashMap<Setting, usize> = HashMap::new();
    let mut words = vec![0; sources.len()];
    for (index, made) in made.iter().enumerate().take(sources.len()) {
        for made in made {
            let form = &emitted[*made].form;
            if keys[index] == Some(FormKey::of(form)) {
                words[index] += 1;
            } else {
                *special.entry(form.setting.with_words()).or_default() += 1;
            }
        }
    }
    let mut classes: HashMap<FormKey, Class> = HashMap::new();
    let mut seen = HashSet::new();
    for (index, source) in sources.iter().enumerate() {
        let Some(key) = keys[index] else { continue };
        let class = classes.entry(key).or_default();
        let general = source.setting.map(Setting::with_words);
        class.special = general.and_then(|it| special.get(&it)).copied().unwrap_or(0);
        class.sources.push(index);
        class.words += words[index];
        class.in_loop |= source.in_loop;
        *class.blocks.entry(source.block).or_default() += 1;
        let is_repeated = !seen.insert((source.block, source.operation, source.operands.clone()));
        class.optional += usize::from(is_repeated || !source.is_used);
    }
    // Classes that are spread alike, by the smallest such spread.
    let mut alike: HashMap<Vec<(usize, usize)>, Vec<&Class>> = HashMap::new();
    for class in classes.values() {
        let divisor = class.divisor();
        let spread = class.blocks.iter().map(|(block, count)| (*block, count / divisor)).collect();
        alike.entry(spread).or_default().push(class);
    }
    let most =
        |classes: &[&Class]| classes.iter().map(|it| it.words.div_ceil(it.divisor())).max().unwrap_or(0);
    // A form with more `VMAD`s than `vmad`s, though no loop was unrolled, or not by as much as others of the loop.
    let is_excess = alike.values().any(|classes| {
        let most = most(classes);
        let uneven = classes.iter().any(|it| it.words < most * it.divisor());
        classes.iter().any(|it| it.words > it.sources.len() && (uneven || !it.in_loop))
    });
    let mut too_few = vec![false; sources.len()];
    for classes in alike.values() {
        let most = most(classes);
        for class in classes {
            let (vmads, optional) = (class.sources.len(), class.optional * most.max(1) + class.special);
            // What does not change in a loop is moved out of it, and occurs once.
            let unrolled = class.in_loop && class.words != vmads;
            if unrolled && class.words + optional < most * class.divisor()
                || is_excess && class.words + optional < vmads
            {
                class.sources.iter().for_each(|&source| too_few[source] = true);
            }
        }
    }
    too_few
}

impl Class {
    /// The greatest common divisor of the counts.
    fn divisor(&self) -> usize {
        let gcd = |mut one: usize, mut other: usize| {
            while other > 0 {
                (one, other) = (other, one % other);
            }
            one
        };
        self.blocks.values().copied().fold(0, gcd).max(1)
    }
}
