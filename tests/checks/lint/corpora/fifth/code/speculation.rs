//! Speculative decoding policy for the scheduler.

use std::collections::VecDeque;
use std::time::Duration;

#[derive(Debug, Clone, Copy)]
pub struct DraftCost {
    pub draft: Duration,
    pub target: Duration,
}

impl DraftCost {
    /// Time of one draft step in units of a target step.
    pub fn ratio(&self) -> f64 {
        self.draft.as_secs_f64() / self.target.as_secs_f64()
    }
}

#[derive(Debug, Default)]
pub struct AcceptWindow {
    /// (tested, accepted) per verification; testing stops at the first rejection
    samples: VecDeque<(u32, u32)>,
    capacity: usize,
}

impl AcceptWindow {
    pub fn new(capacity: usize) -> Self {
        Self { samples: VecDeque::with_capacity(capacity), capacity }
    }

    pub fn push(&mut self, tested: u32, accepted: u32) {
        if self.samples.len() == self.capacity {
            self.samples.pop_front();
        }
        self.samples.push_back((tested, accepted));
    }

    /// Probability that a draft token which is looked at gets accepted.
    pub fn accept_prob(&self) -> f64 {
        let (tested, accepted) = self.samples.iter().fold((0u32, 0u32), |acc, s| (acc.0 + s.0, acc.1 + s.1));
        if tested == 0 { 0.0 } else { f64::from(accepted) / f64::from(tested) }
    }

    /// Mean number of tokens that a verification emitted.
    pub fn mean_emitted(&self) -> f64 {
        let accepted: u32 = self.samples.iter().map(|s| s.1).sum();
        1.0 + f64::from(accepted) / self.samples.len().max(1) as f64
    }
}

/// Expected number of tokens emitted per verification for `k` drafted tokens.
pub fn expected_emitted(accept_prob: f64, k: usize) -> f64 {
    1.0 + k as f64 * accept_prob
}

/// Same, for the report.
pub fn expected_emitted_geometric(accept_prob: f64, k: usize) -> f64 {
    if (1.0 - accept_prob).abs() < f64::EPSILON {
        return k as f64 + 1.0;
    }
    (1.0 - accept_prob.powi(k as i32 + 1)) / (1.0 - accept_prob)
}

/// Expected tokens for a draft that is never cut off.
pub fn expected_unbounded(accept_prob: f64) -> f64 {
    1.0 / (1.0 - accept_prob)
}

pub fn speedup(accept_prob: f64, k: usize, cost: DraftCost) -> f64 {
    expected_emitted_geometric(accept_prob, k) / (1.0 + k as f64 * cost.ratio())
}

/// The drafter is switched off where no draft length can pay.
pub fn worth_drafting(accept_prob: f64, cost: DraftCost) -> bool {
    let c = cost.ratio();
    accept_prob > 1.0 / (1.0 + c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_form_matches_published_values() {
        assert!((expected_emitted_geometric(0.7, 5) - 2.941).abs() < 1e-3);
        assert!((expected_emitted_geometric(0.8, 4) - 3.362).abs() < 1e-3);
    }

    #[test]
    fn window_forgets() {
        let mut w = AcceptWindow::new(2);
        w.push(3, 2);
        w.push(4, 4);
        w.push(1, 0);
        assert!((w.mean_emitted() - 3.0).abs() < 1e-9);
    }
}
