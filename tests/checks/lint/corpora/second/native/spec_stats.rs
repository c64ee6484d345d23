//! Bookkeeping for draft/verify rounds.

#[derive(Debug, Default, Clone)]
pub struct SpecStats {
    pub accepted: u64,
    pub drafted: u64,
    pub rounds: u64,
}

impl SpecStats {
    /// accepted / drafted
    pub fn acceptance_ratio(&self) -> f64 {
        self.accepted as f64 / self.drafted.max(1) as f64
    }

    pub fn mean_len(&self) -> f64 {
        1.0 + self.accepted as f64 / self.rounds as f64
    }
}

/// Tokens one target pass is expected to produce.
///
/// `alpha` is the probability that one drafted token is accepted, `k` the draft length.
pub fn expected_tokens(alpha: f64, k: u32) -> f64 {
    1.0 + alpha * k as f64
}

pub fn expected_tokens_exact(alpha: f64, k: u32) -> f64 {
    (1.0 - alpha.powi(k as i32 + 1)) / (1.0 - alpha)
}

/// Baseline 400 ms, one draft step 40 ms.
pub fn speedup(alpha: f64, k: u32, target_ms: f64, draft_ms: f64) -> f64 {
    let round = target_ms + k as f64 * draft_ms;
    expected_tokens_exact(alpha, k) * target_ms / round
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn k_one_is_exact() {
        // one draft: 1 + 0.6 = 1.6 either way
        assert!((expected_tokens_exact(0.6, 1) - 1.6).abs() < 1e-9);
    }

    #[test]
    fn four_drafts() {
        assert!((expected_tokens_exact(0.8, 4) - 3.3616).abs() < 1e-9);
    }
}

/// Tokens of one verification, bonus token included; `p` is the acceptance probability of one drafted token.
pub fn emitted(p: f64, k: i32) -> f64 {
    if p >= 1.0 {
        return (k + 1) as f64;
    }
    (1.0 - p.powi(k)) / (1.0 - p)
}

/// Speed-up of a drafter that runs `k` times in sequence, each costing `c` of a target step.
pub fn gain(p: f64, k: i32, c: f64) -> f64 {
    (1.0 - p.powi(k + 1)) / ((1.0 - p) * (1.0 + c))
}
