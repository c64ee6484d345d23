//! Draft length planning for the speculative engine.
//!
//! `alpha` is the probability that a drafted token is accepted given that it is verified, `gamma` the draft length and `c` the
//! cost of one draft step in target steps.

use std::collections::BTreeMap;
use std::time::Duration;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DraftProfile {
    pub alpha: f64,
    pub c: f64,
}

#[derive(Debug, Clone)]
pub struct Plan {
    pub gamma: usize,
    pub expected: f64,
    pub speedup: f64,
}

/// Expected number of tokens that one verification emits, with the bonus token.
pub fn expected_tokens(alpha: f64, gamma: usize) -> f64 {
    if alpha >= 1.0 {
        return (gamma + 1) as f64;
    }
    (1.0 - alpha.powi(gamma as i32)) / (1.0 - alpha)
}

/// Share of the drafted tokens that end up in the output.
pub fn acceptance_ratio(alpha: f64, gamma: usize) -> f64 {
    let accepted: f64 = (1..=gamma).map(|i| alpha.powi(i as i32)).sum();
    accepted / gamma as f64
}

impl DraftProfile {
    pub fn from_timings(alpha: f64, draft: Duration, target: Duration) -> Self {
        Self { alpha, c: draft.as_secs_f64() / target.as_secs_f64() }
    }

    /// Tokens per second relative to plain decoding, when `gamma` tokens are drafted one after the other.
    pub fn speedup(&self, gamma: usize) -> f64 {
        let tokens: f64 = (0..=gamma).map(|i| self.alpha.powi(i as i32)).sum();
        tokens / (1.0 + self.c)
    }

    /// Sequential drafting, everything charged.
    pub fn net_speedup(&self, gamma: usize) -> f64 {
        let tokens: f64 = (0..=gamma).map(|i| self.alpha.powi(i as i32)).sum();
        tokens / (1.0 + gamma as f64 * self.c)
    }

    pub fn plan(&self, longest: usize) -> Option<Plan> {
        (1..=longest)
            .map(|gamma| Plan { gamma, expected: expected_tokens(self.alpha, gamma), speedup: self.net_speedup(gamma) })
            .filter(|plan| plan.speedup > 1.0)
            .max_by(|a, b| a.speedup.total_cmp(&b.speedup))
    }
}

/// Cache of plans by (rounded) acceptance.
#[derive(Default)]
pub struct PlanCache {
    plans: BTreeMap<u32, Option<Plan>>,
}

impl PlanCache {
    pub fn get(&mut self, profile: DraftProfile, longest: usize) -> Option<Plan> {
        let key = (profile.alpha * 1000.0).round() as u32;
        self.plans.entry(key).or_insert_with(|| profile.plan(longest)).clone()
    }

    pub fn render(&self) -> String {
        let mut out = String::new();
        for (key, plan) in &self.plans {
            if let Some(plan) = plan {
                out.push_str(&format!("{:.3}: {} ({:.2}x)\n", *key as f64 / 1000.0, plan.gamma, plan.speedup));
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratio_is_below_alpha() {
        assert!((acceptance_ratio(0.7, 5) - 0.388).abs() < 1e-3);
    }

    #[test]
    fn every_draft_is_charged() {
        let profile = DraftProfile { alpha: 0.7, c: 0.154 };
        assert!((profile.net_speedup(5) - 1.66).abs() < 5e-3);
    }
}
