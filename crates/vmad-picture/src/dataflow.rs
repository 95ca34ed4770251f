//! An execution as a graph: every recorded wire, and the wires that it is computed from.
//!
//! The unit's own functions run on values that carry their sources, so that the record is the only list of
//! wires.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
};

use vmad_unit::{AnyBits, Bits, Logic, Machine, Operation, Record, Wire};

/// A recorded wire.
pub(super) struct Node {
    pub(super) wire: Wire,
    pub(super) sources: Vec<Source>,
    /// Whether the result of this execution depends on it.
    pub(super) active: bool,
    /// The ports that it is computed from, a bit each: A, B, C.
    ports: u8,
}

impl Node {
    /// The class of a wire that is computed from one port.
    pub(super) const fn port(&self) -> &'static str {
        match self.ports {
            0b001 => "a",
            0b010 => "b",
            0b100 => "c",
            _ => "",
        }
    }
}

/// A wire that another is computed from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    /// Its index in the record, which is less than that of the wire.
    pub(super) index: usize,
    /// Whether it was selected, or is always used.
    pub(super) active: bool,
}

/// The graph of an execution, in the order of the record.
pub(super) fn graph(operation: &Operation, inputs: [u32; 3]) -> Vec<Node> {
    let flow = Flow::default();
    let inputs = inputs.map(|input| flow.value(Bits::<32>::wrap(input.into()), Vec::new()));
    operation.compute(&flow, &mut Nodes(&flow), inputs);
    let mut nodes = flow.nodes.into_inner();
    if let Some(result) = nodes.last_mut() {
        result.active = true;
    }
    for index in (0..nodes.len()).rev() {
        if nodes[index].active {
            for source in nodes[index].sources.clone() {
                nodes[source.index].active |= source.active;
            }
        }
    }
    nodes
}

/// Whether a wire is a sign: a bit without arrows that controls its stage.
pub(super) fn is_sign(nodes: &[Node], index: usize) -> bool {
    let is_used = nodes.iter().any(|node| node.sources.iter().any(|source| source.index == index));
    !is_used && nodes[index].sources.is_empty() && nodes[index].wire.bits.width() == 1
}

/// The wires that a sign controls: the next one of the record; if that is a constant, also the constants after it.
pub(super) fn ruled(nodes: &[Node], sign: usize) -> std::ops::Range<usize> {
    let is_constant = |node: &&Node| node.wire.stage == nodes[sign].wire.stage && node.sources.is_empty();
    let constants = nodes[sign + 1..].iter().take_while(is_constant).count();
    sign + 1..sign + 1 + constants.max(1)
}

#[derive(Default)]
struct Flow {
    nodes: RefCell<Vec<Node>>,
    /// The wire of each recorded value.
    recorded: RefCell<HashMap<u32, usize>>,
    values: Cell<u32>,
}

/// A value and its sources.
#[derive(Clone, Debug)]
struct Value<T> {
    is: T,
    id: u32,
    sources: Vec<Source>,
}

impl Flow {
    fn value<T>(&self, is: T, sources: Vec<Source>) -> Value<T> {
        let id = self.values.get();
        self.values.set(id + 1);
        Value { is, id, sources }
    }

    /// The wire of a value; if it has none, the sources of the value.
    fn sources<T>(&self, value: &Value<T>) -> Vec<Source> {
        match self.recorded.borrow().get(&value.id) {
            Some(&index) => vec![Source { index, active: true }],
            None => value.sources.clone(),
        }
    }

    fn unary<T, R>(&self, x: &Value<T>, operation: impl FnOnce(&T) -> R) -> Value<R> {
        self.value(operation(&x.is), self.sources(x))
    }

    fn binary<T, R>(&self, x: &Value<T>, y: &Value<T>, operation: impl FnOnce(&T, &T) -> R) -> Value<R> {
        self.value(operation(&x.is, &y.is), union(self.sources(x), self.sources(y)))
    }
}

/// The union of the sources. A source is active if it is active in one of the lists.
fn union(mut sources: Vec<Source>, others: Vec<Source>) -> Vec<Source> {
    for other in others {
        match sources.iter_mut().find(|source| source.index == other.index) {
            Some(source) => source.active |= other.active,
            None => sources.push(other),
        }
    }
    sources
}

impl Logic for Flow {
    type Bits<const W: u32> = Value<Bits<W>>;
    type Flag = Value<bool>;
    type Any = Value<AnyBits>;

    fn any<const W: u32>(&self, x: &Self::Bits<W>) -> Self::Any {
        Value { is: Machine.any(&x.is), id: x.id, sources: self.sources(x) }
    }

    fn any_flag(&self, flag: &Self::Flag) -> Self::Any {
        Value { is: Machine.any_flag(&flag.is), id: flag.id, sources: self.sources(flag) }
    }

    fn known(&self, flag: &Self::Flag) -> Option<bool> {
        Some(flag.is)
    }

    fn constant<const W: u32>(&self, value: i128) -> Self::Bits<W> {
        self.value(Machine.constant(value), Vec::new())
    }

    fn field<const W: u32, const N: u32>(&self, x: &Self::Bits<W>, low: u32) -> Self::Bits<N> {
        self.unary(x, |x| Machine.field(x, low))
    }

    fn zero_extend<const N: u32, const W: u32>(&self, x: &Self::Bits<N>) -> Self::Bits<W> {
        self.unary(x, |x| Machine.zero_extend(x))
    }

    fn sign_extend<const N: u32, const W: u32>(&self, x: &Self::Bits<N>) -> Self::Bits<W> {
        self.unary(x, |x| Machine.sign_extend(x))
    }

    fn invert<const W: u32>(&self, x: &Self::Bits<W>) -> Self::Bits<W> {
        self.unary(x, |x| Machine.invert(x))
    }

    fn add<const W: u32>(&self, x: &Self::Bits<W>, y: &Self::Bits<W>) -> Self::Bits<W> {
        self.binary(x, y, |x, y| Machine.add(x, y))
    }

    fn multiply(&self, x: &Self::Bits<33>, y: &Self::Bits<33>) -> Self::Bits<66> {
        self.binary(x, y, |x, y| Machine.multiply(x, y))
    }

    fn shift_left<const W: u32>(&self, x: &Self::Bits<W>, count: u32) -> Self::Bits<W> {
        self.unary(x, |x| Machine.shift_left(x, count))
    }

    fn shift_right_zero<const W: u32>(&self, x: &Self::Bits<W>, count: u32) -> Self::Bits<W> {
        self.unary(x, |x| Machine.shift_right_zero(x, count))
    }

    fn shift_right_sign<const W: u32>(&self, x: &Self::Bits<W>, count: u32) -> Self::Bits<W> {
        self.unary(x, |x| Machine.shift_right_sign(x, count))
    }

    fn less<const W: u32>(&self, x: &Self::Bits<W>, y: &Self::Bits<W>) -> Self::Flag {
        self.binary(x, y, |x, y| Machine.less(x, y))
    }

    fn choose<const W: u32>(&self, flag: &Self::Flag, x: &Self::Bits<W>, y: &Self::Bits<W>) -> Self::Bits<W> {
        let (chosen, other) = if flag.is { (x, y) } else { (y, x) };
        let others = self.sources(other).into_iter().map(|source| Source { active: false, ..source });
        let sources = union(union(self.sources(chosen), others.collect()), self.sources(flag));
        self.value(chosen.is, sources)
    }
}

/// Records the nodes.
struct Nodes<'f>(&'f Flow);

impl Record<Value<AnyBits>> for Nodes<'_> {
    fn put(&mut self, Wire { stage, name, bits, sign, note }: Wire<Value<AnyBits>>) {
        let Value { is, id, sources } = bits;
        let mut nodes = self.0.nodes.borrow_mut();
        self.0.recorded.borrow_mut().insert(id, nodes.len());
        // The first three values are the ports.
        let own = if id < 3 { 1 << id } else { 0 };
        let ports = sources.iter().fold(own, |ports, source| ports | nodes[source.index].ports);
        nodes.push(Node { ports, wire: Wire { stage, name, bits: is, sign, note }, sources, active: false });
    }
}
