//! The branches that decide whether a block is executed.

/// The most steps of a search. After more, nothing is known.
const MAX_STEPS: usize = 1 << 20;

/// The branches that decide whether each block is executed, of those at these places; [`None`] if a block leads to no end,
/// or after too many steps.
///
/// They end the blocks on whose one way a block must be executed, and not on all ways.
pub(super) fn controls(
    before: &[Vec<usize>],
    block: &[usize],
    branches: &[usize],
) -> Option<Vec<Vec<usize>>> {
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); before.len()];
    before.iter().enumerate().for_each(|(to, from)| from.iter().for_each(|&from| after[from].push(to)));
    let next = next_certain(before, &after)?;
    let mut controls = vec![Vec::new(); before.len()];
    let mut left = MAX_STEPS;
    for &branch in branches {
        let from = block[branch];
        for &to in &after[from] {
            let mut at = to;
            while at != next[from] {
                if controls[at].last() != Some(&branch) {
                    controls[at].push(branch);
                }
                at = *next.get(at)?;
                left = left.checked_sub(1)?;
            }
        }
    }
    Some(controls)
}

/// For each block the first that is executed after it on every way, by the number of blocks if there is none: the immediate
/// postdominators. [`None`] if a block leads to no end, or after too many steps.
fn next_certain(before: &[Vec<usize>], after: &[Vec<usize>]) -> Option<Vec<usize>> {
    let end = before.len();
    let last: Vec<usize> = (0..end).filter(|&at| after[at].is_empty()).collect();
    // The blocks in depth-first order from the end, each after those that it leads to.
    let mut order = vec![usize::MAX; end + 1];
    let mut blocks = Vec::with_capacity(end);
    let mut is_seen = vec![false; end];
    let mut pending: Vec<(usize, usize)> = Vec::new();
    for &at in &last {
        is_seen[at] = true;
        pending.push((at, 0));
        while let Some((at, number)) = pending.last_mut() {
            if let Some(&earlier) = before[*at].get(*number) {
                *number += 1;
                if !std::mem::replace(&mut is_seen[earlier], true) {
                    pending.push((earlier, 0));
                }
            } else {
                order[*at] = blocks.len();
                blocks.push(*at);
                pending.pop();
            }
        }
    }
    order[end] = blocks.len();
    let mut next: Vec<Option<usize>> = vec![None; end];
    let mut left = MAX_STEPS;
    loop {
        let mut is_changed = false;
        for &at in blocks.iter().rev() {
            let mut new = after[at].is_empty().then_some(end);
            for &other in after[at].iter().filter(|other| next[**other].is_some()) {
                let Some(mut one) = new.replace(other) else { continue };
                let mut other = other;
                while one != other {
                    left = left.checked_sub(1)?;
                    let lower = if order[one] < order[other] { &mut one } else { &mut other };
                    *lower = (*next.get(*lower)?)?;
                }
                new = Some(one);
            }
            is_changed |= std::mem::replace(&mut next[at], new) != new;
        }
        if !is_changed {
            return next.into_iter().collect();
        }
    }
}
