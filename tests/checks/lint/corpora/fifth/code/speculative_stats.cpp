// Statistics of the speculative example: printed at exit, and as JSON for the benchmark runner.
#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

struct spec_stats {
    int64_t n_drafts   = 0;
    int64_t n_drafted  = 0;
    int64_t n_accepted = 0;
    int64_t t_draft_us  = 0;
    int64_t t_verify_us = 0;
    std::vector<int64_t> n_acc_pos; // accepted at position i

    void add(int drafted, int accepted) {
        n_drafts++;
        n_drafted  += drafted;
        n_accepted += accepted;
        if ((int) n_acc_pos.size() < drafted) {
            n_acc_pos.resize(drafted, 0);
        }
        for (int i = 0; i < accepted; i++) {
            n_acc_pos[i]++;
        }
    }

    double acceptance() const { return n_drafted ? (double) n_accepted / n_drafted : 0.0; }

    // bonus token included
    double mean_len() const { return n_drafts ? 1.0 + (double) n_accepted / n_drafts : 0.0; }

    double mean_draft_len() const { return n_drafts ? (double) n_drafted / n_drafts : 0.0; }

    double mean_len_from_acceptance() const { return 1.0 + mean_draft_len() * acceptance(); }

    double survival(size_t i) const { return n_drafts ? (double) n_acc_pos[i] / n_drafts : 0.0; }

    double conditional(size_t i) const {
        const int64_t reached = i == 0 ? n_drafts : n_acc_pos[i - 1];
        return reached ? (double) n_acc_pos[i] / reached : 0.0;
    }

    // rebuilt from the conditional rates, must agree with mean_len()
    double mean_len_from_positions() const {
        double len   = 1.0;
        double alive = 1.0;
        for (size_t i = 0; i < n_acc_pos.size(); i++) {
            alive *= conditional(i);
            len   += alive;
        }
        return len;
    }
};

// Per-token acceptance probability that explains the measured mean length for a fixed draft length.
static double fit_alpha(double mean_len, int n_draft) {
    double lo = 0.0;
    double hi = 1.0;
    for (int it = 0; it < 60; it++) {
        const double a   = 0.5 * (lo + hi);
        const double len = a < 1.0 ? (1.0 - std::pow(a, n_draft + 1)) / (1.0 - a) : n_draft + 1.0;
        (len < mean_len ? lo : hi) = a;
    }
    return 0.5 * (lo + hi);
}

// Expected length if the draft length were changed.
static double predict_len(double alpha, int n_draft) {
    return alpha < 1.0 ? (1.0 - std::pow(alpha, n_draft + 1)) / (1.0 - alpha) : n_draft + 1.0;
}

// c: time of one draft step over one target step
static double predict_speedup(double alpha, int n_draft, double c) {
    return predict_len(alpha, n_draft) / (1.0 + n_draft * c);
}

static void print(const spec_stats & s, int n_draft) {
    fprintf(stderr, "n_draft   = %d\n", n_draft);
    fprintf(stderr, "n_drafts  = %" PRId64 "\n", s.n_drafts);
    fprintf(stderr, "accept    = %.5f (%" PRId64 " accepted / %" PRId64 " drafted)\n", s.acceptance(), s.n_accepted, s.n_drafted);
    fprintf(stderr, "mean len  = %.2f\n", s.mean_len());
    for (size_t i = 0; i < s.n_acc_pos.size(); i++) {
        fprintf(stderr, "  pos %2zu: %.3f (cond. %.3f)\n", i + 1, s.survival(i), s.conditional(i));
    }
    const double a = fit_alpha(s.mean_len(), n_draft);
    for (int n : {2, 3, 4, 6, 8}) {
        fprintf(stderr, "  n_draft %d -> len %.2f, speedup %.2f at c = 0.1\n", n, predict_len(a, n), predict_speedup(a, n, 0.1));
    }
}

int main() {
    spec_stats s;
    // e.g. 167 accepted of 259 drafted in 87 drafts: acceptance 0.64479, mean len 1 + 167 / 87 = 2.92
    s.n_drafts   = 87;
    s.n_drafted  = 259;
    s.n_accepted = 167;
    s.n_acc_pos  = { 70, 55, 42 };
    print(s, 3);
    return 0;
}
