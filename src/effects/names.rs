//! Owns a map from names that is cheap to copy, to change after that, and to compare; it does not know what names mean.
//!
//! A shell's state is copied at every branch and changed on both ways. A tree by the names' hashes, of which copies share
//! all but the path to what was changed, keeps that from growing with the square of a line.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// How many names a leaf holds before it becomes a branch.
const LEAF: usize = 8;

/// How many bits of the hash a branch takes.
const BITS: u32 = 4;

/// A map from names.
#[derive(Debug, Clone)]
pub struct Names<V> {
    root: Rc<Node<V>>,
}

#[derive(Debug, Clone)]
enum Node<V> {
    Leaf(Vec<(Rc<str>, V)>),
    Branch(Vec<Rc<Node<V>>>),
}

impl<V> Default for Names<V> {
    fn default() -> Self {
        Names { root: Rc::default() }
    }
}

impl<V> Default for Node<V> {
    fn default() -> Self {
        Node::Leaf(Vec::new())
    }
}

impl<V: Clone + PartialEq> Names<V> {
    /// What a name stands for.
    pub fn get(&self, name: &str) -> Option<&V> {
        let mut node = &self.root;
        let mut hash = hash_of(name);
        loop {
            match &**node {
                Node::Branch(children) => node = children.get(place(hash))?,
                Node::Leaf(entries) => {
                    return entries.iter().find(|(own, _)| **own == *name).map(|(_, value)| value);
                }
            }
            hash >>= BITS;
        }
    }

    /// Whether there is such a name.
    pub fn contains_key(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Gives a name its meaning.
    pub fn insert(&mut self, name: &str, value: V) {
        insert(&mut self.root, hash_of(name), name.into(), value, 0);
    }

    /// Takes a name's meaning away.
    pub fn remove(&mut self, name: &str) {
        if !self.contains_key(name) {
            return;
        }
        let mut node = &mut self.root;
        let mut hash = hash_of(name);
        loop {
            match Rc::make_mut(node) {
                Node::Branch(children) => match children.get_mut(place(hash)) {
                    Some(child) => node = child,
                    None => return,
                },
                Node::Leaf(entries) => return entries.retain(|(own, _)| **own != *name),
            }
            hash >>= BITS;
        }
    }

    /// The names that mean something else, or nothing, in the other map.
    pub fn differing(&self, other: &Self) -> Vec<Rc<str>> {
        let mut names = Vec::new();
        differing(&self.root, &other.root, &mut names);
        names
    }
}

fn hash_of(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

/// Which child of a branch a hash belongs to.
fn place(hash: u64) -> usize {
    usize::try_from(hash & ((1 << BITS) - 1)).unwrap_or_default()
}

fn insert<V: Clone>(node: &mut Rc<Node<V>>, hash: u64, name: Rc<str>, value: V, depth: u32) {
    let node = Rc::make_mut(node);
    match node {
        Node::Branch(children) => {
            if let Some(child) = children.get_mut(place(hash)) {
                insert(child, hash >> BITS, name, value, depth + 1);
            }
        }
        Node::Leaf(entries) => {
            if let Some((_, old)) = entries.iter_mut().find(|(own, _)| *own == name) {
                *old = value;
                return;
            }
            entries.push((name, value));
            if entries.len() > LEAF && depth < u64::BITS / BITS {
                let entries = std::mem::take(entries);
                *node = branch(entries, depth);
            }
        }
    }
}

/// A branch with the entries of a leaf at this depth.
fn branch<V: Clone>(entries: Vec<(Rc<str>, V)>, depth: u32) -> Node<V> {
    let mut children: Vec<Rc<Node<V>>> = (0..1 << BITS).map(|_| Rc::default()).collect();
    for (name, value) in entries {
        let hash = hash_of(&name) >> (BITS * depth);
        if let Some(child) = children.get_mut(place(hash)) {
            insert(child, hash >> BITS, name, value, depth + 1);
        }
    }
    Node::Branch(children)
}

fn collect<'n, V>(node: &'n Node<V>, entries: &mut Vec<(&'n Rc<str>, &'n V)>) {
    match node {
        Node::Branch(children) => children.iter().for_each(|child| collect(child, entries)),
        Node::Leaf(own) => entries.extend(own.iter().map(|(name, value)| (name, value))),
    }
}

fn differing<V: PartialEq>(one: &Rc<Node<V>>, other: &Rc<Node<V>>, names: &mut Vec<Rc<str>>) {
    if Rc::ptr_eq(one, other) {
        return;
    }
    if let (Node::Branch(ones), Node::Branch(others)) = (&**one, &**other) {
        ones.iter().zip(others).for_each(|(one, other)| differing(one, other, names));
        return;
    }
    let (mut ones, mut others) = (Vec::new(), Vec::new());
    collect(one, &mut ones);
    collect(other, &mut others);
    // One of them is a leaf, which is short.
    let lacks = |all: &[(&Rc<str>, &V)], entry: &(&Rc<str>, &V)| !all.contains(entry);
    names
        .extend(ones.iter().filter(|entry| lacks(&others, entry)).map(|(name, _)| Rc::clone(name)));
    names
        .extend(others.iter().filter(|entry| lacks(&ones, entry)).map(|(name, _)| Rc::clone(name)));
}
