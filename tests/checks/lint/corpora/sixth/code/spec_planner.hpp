// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace engine::spec {

struct PlannerConfig {
  int max_draft_length = 8;
  // chance that the target accepts a drafted token, given that it accepted everything before it
  double alpha = 0.7;
  // draft step time / target step time
  double draft_cost = 0.05;
  int block_size = 16;
};

struct StepCounters {
  int64_t drafts = 0;
  int64_t drafted = 0;
  int64_t accepted = 0;
  int64_t tested = 0;

  void add(int length, int kept) {
    ++drafts;
    drafted += length;
    accepted += kept;
    tested += std::min(kept + 1, length);
  }

  // accepted tokens over drafted tokens
  double acceptance_ratio() const { return drafted ? static_cast<double>(accepted) / drafted : 0.0; }

  double mean_length() const { return 1.0 + static_cast<double>(accepted) / drafts; }

  double alpha() const { return tested ? static_cast<double>(accepted) / tested : 0.0; }
};

class Planner {
 public:
  explicit Planner(const PlannerConfig& config) : config_(config) {}

  // Expected tokens of one verification: (1 - alpha^gamma) / (1 - alpha), bonus token included
  double expected_tokens(int gamma) const {
    const double a = config_.alpha;
    if (a >= 1.0) return gamma + 1;
    return (1.0 - std::pow(a, gamma + 1)) / (1.0 - a);
  }

  double speedup(int gamma) const { return expected_tokens(gamma) / (1.0 + gamma * config_.draft_cost); }

  int best_draft_length() const {
    int best = 0;
    double value = 1.0;
    for (int gamma = 1; gamma <= config_.max_draft_length; ++gamma) {
      const double s = speedup(gamma);
      if (s > value) {
        value = s;
        best = gamma;
      }
    }
    return best;
  }

  // Tokens that a batch is expected to emit in one speculative step; used for admission.
  double expected_step_tokens(int batch, int gamma) const {
    return batch * (1.0 + gamma * config_.alpha);
  }

  // KV blocks that a sequence needs for its context and the drafts of the next step.
  int64_t kv_blocks(int64_t context, int gamma) const {
    const int64_t tokens = context + gamma + 1;
    return tokens / config_.block_size;
  }

  // What a run with these counters would have emitted per verification at another draft length.
  double replay(const StepCounters& counters, int gamma) const {
    const double r = counters.acceptance_ratio();
    return (1.0 - std::pow(r, gamma + 1)) / (1.0 - r);
  }

  double replay_tested(const StepCounters& counters, int gamma) const {
    double sum = 1.0, reach = 1.0;
    for (int i = 0; i < gamma; ++i) {
      reach *= counters.alpha();
      sum += reach;
    }
    return sum;
  }

 private:
  PlannerConfig config_;
};

inline std::vector<float> top_k_mask(const std::vector<float>& logits, std::size_t k) {
  std::vector<float> sorted(logits);
  std::nth_element(sorted.begin(), sorted.begin() + (k - 1), sorted.end(), std::greater<float>());
  const float cut = sorted[k - 1];
  std::vector<float> out(logits.size());
  std::transform(logits.begin(), logits.end(), out.begin(), [cut](float x) { return x >= cut ? x : -INFINITY; });
  return out;
}

}  // namespace engine::spec
