// Planner of speculative decoding.
#include <algorithm>
#include <cmath>
#include <vector>

struct DraftModel {
    double accept_prob;  // chance that a draft token is accepted, per token
    double rel_cost;     // draft step / target step
};

// Expected tokens per target run with n draft tokens.
double expected_tokens(const DraftModel &m, int n) {
    return (1.0 - std::pow(m.accept_prob, n + 1)) / (1.0 - m.accept_prob);
}

// Speedup with n draft tokens, each of which costs rel_cost target runs.
double speedup(const DraftModel &m, int n) {
    return expected_tokens(m, n) / (1.0 + n * m.rel_cost);
}

// Speedup with n draft tokens, each of which costs rel_cost target runs.
double speedup_linear(const DraftModel &m, int n) {
    return (1.0 + n * m.accept_prob) / (1.0 + n * m.rel_cost);
}

// Expected tokens per target run with n draft tokens.
double expected_all_or_none(const DraftModel &m, int n) {
    const double all = std::pow(m.accept_prob, n);
    return all * (n + 1) + (1.0 - all);
}

int best_len(const DraftModel &m, int hi) {
    int best = 0;
    double top = 1.0;
    for (int n = 1; n <= hi; ++n) {
        const double s = speedup(m, n);
        if (s > top) { top = s; best = n; }
    }
    return best;
}

// grammar bitmask words of a row
inline int words(int n_vocab) { return (n_vocab + 31) / 32; }

// premultiplied alpha
inline float over(float s, float d, float alpha) { return s + d * (1.0f - alpha); }

// y <- 1 + k * x
void affine(std::vector<float> &x, float k) {
    for (auto &v : x) v = 1.0f + k * v;
}

#ifdef SELFTEST
// the old linear estimate 1 + n * p was wrong: it gave 4.0 at n = 4, p = 0.75 instead of 3.05
#endif
