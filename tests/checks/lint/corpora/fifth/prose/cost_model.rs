//! Cost model of a verification round.
//!
//! All times are in units of one plain target step. The model is used by the scheduler to decide between
//! speculative and plain decoding, once per scheduling interval.

use std::time::Duration;

/// What the profiler measured at start-up.
#[derive(Debug, Clone, Copy)]
pub struct Profile {
    pub target_step: Duration,
    pub draft_step: Duration,
}

impl Profile {
    /// Draft step over target step, a ratio of times and not of parameters.
    pub fn relative_cost(&self) -> f64 {
        self.draft_step.as_secs_f64() / self.target_step.as_secs_f64()
    }
}

/// Expected tokens of a round with `gamma` drafts, each accepted with probability `alpha` if tested.
///
/// The geometric sum `1 + alpha + ... + alpha^gamma`; the last term is the bonus token's.
pub fn expected_tokens(alpha: f64, gamma: u32) -> f64 {
    let mut total = 1.0;
    let mut survive = 1.0;
    for _ in 0..gamma {
        survive *= alpha;
        total += survive;
    }
    total
}

/// Duration of a round, `1 + c`: the drafter's cost `c` and one verification.
pub fn round_cost(gamma: u32, c: f64) -> f64 {
    1.0 + f64::from(gamma) * c
}

/// Predicted speed-up over plain decoding.
pub fn speedup(alpha: f64, gamma: u32, c: f64) -> f64 {
    expected_tokens(alpha, gamma) / round_cost(gamma, c)
}

/// Best draft length up to `max`, or `None` if plain decoding is at least as fast.
pub fn best_gamma(alpha: f64, c: f64, max: u32) -> Option<u32> {
    // No length helps unless alpha > c.
    if alpha <= c {
        return None;
    }
    (1..=max).max_by(|&a, &b| speedup(alpha, a, c).total_cmp(&speedup(alpha, b, c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-3
    }

    #[test]
    fn seven_tenths_and_five() {
        assert!(close(expected_tokens(0.7, 5), 2.94));
    }

    #[test]
    fn is_not_linear() {
        // the naive 1 + gamma * alpha would be 4.5
        assert!(!close(expected_tokens(0.7, 5), 4.5));
    }

    #[test]
    fn best_is_three_at_0154() {
        assert_eq!(best_gamma(0.7, 0.154, 12), Some(3));
    }

    #[test]
    fn hopeless_drafter() {
        assert_eq!(best_gamma(0.2, 0.3, 12), None);
    }
}
