//! Owns numbers that look random and are the same in every run, for tests.

/// A small random generator with a fixed seed (xorshift64*), so that every run tries the same texts.
pub struct Random(pub u64);

impl Random {
    /// A number below `below`.
    pub fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % below.max(1)
    }
}
