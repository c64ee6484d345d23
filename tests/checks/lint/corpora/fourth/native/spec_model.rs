//! Cost model of the speculative path.

/// `p` is the probability that one draft token is accepted.
pub struct SpecModel {
    pub p: f64,
    pub k: i32,
    pub c: f64,
}

impl SpecModel {
    /// Expected tokens emitted per verification.
    pub fn tokens(&self) -> f64 {
        1.0 + self.p * self.k as f64
    }

    pub fn tokens_exact(&self) -> f64 {
        (1.0 - self.p.powi(self.k + 1)) / (1.0 - self.p)
    }

    pub fn accepted(&self) -> f64 {
        self.tokens_exact() - 1.0
    }

    pub fn speedup(&self) -> f64 {
        self.tokens_exact() / (1.0 + self.k as f64 * self.c)
    }
}

pub fn backoff(base: f64, factor: f64, n: i32) -> f64 {
    base * (1.0 - factor.powi(n)) / (1.0 - factor)
}
