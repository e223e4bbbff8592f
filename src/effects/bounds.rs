//! Owns how far a call and the scripts that it runs are followed; it does not follow them.

/// How far something is followed.
#[derive(Debug)]
pub struct Limits {
    effects: usize,
    /// How many commands and words. Loops over known words, nested shells and wrappers repeat work.
    work: usize,
    /// How many bytes parameters may expand to in all. `x=$x$x` doubles.
    expansion: usize,
}

/// How far a call itself is followed; past that it is not understood.
pub const CALL: Limits = Limits { effects: 10_000, work: 200_000, expansion: 8 * 1024 * 1024 };

/// How far all scripts that a call runs are followed. A `configure` of 20,000 lines must neither take the time that the
/// call needs nor make it a mystery.
pub const SCRIPTS: Limits = Limits { effects: 2_000, work: 50_000, expansion: 2 * 1024 * 1024 };

/// How far something has been followed.
#[derive(Debug)]
pub struct Spent {
    limits: &'static Limits,
    effects: usize,
    work: usize,
    expansion: usize,
    exhausted: bool,
}

impl Spent {
    /// Nothing has been followed yet.
    pub fn nothing(limits: &'static Limits) -> Self {
        Spent { limits, effects: 0, work: 0, expansion: 0, exhausted: false }
    }

    /// Takes note of an effect; says whether there may be one more.
    pub fn effect(&mut self) -> bool {
        self.effects += 1;
        !self.exhausted && self.effects <= self.limits.effects
    }

    /// Takes note of work; says whether that is not too much.
    pub fn work(&mut self, work: usize) -> bool {
        self.work = self.work.saturating_add(work);
        !self.exhausted && self.work <= self.limits.work
    }

    /// Takes note of an expansion to so many bytes; says whether that is not too much.
    pub fn expansion(&mut self, bytes: usize) -> bool {
        self.expansion = self.expansion.saturating_add(bytes);
        self.expansion <= self.limits.expansion
    }

    /// Takes note that the rest is not followed; says whether that is new.
    pub fn exhaust(&mut self) -> bool {
        !std::mem::replace(&mut self.exhausted, true)
    }

    /// Whether the rest is not followed.
    pub fn is_exhausted(&self) -> bool {
        self.exhausted
    }
}
