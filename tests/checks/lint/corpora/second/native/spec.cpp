#include <cmath>
#include <cstdint>
#include <vector>

struct spec_params {
    int   n_draft  = 5;
    float p_accept = 0.75f; // probability that the target keeps one drafted token
    float c        = 0.08f; // t_draft / t_target
};

// mean number of tokens for one llama_decode() of the target
static double spec_expected(const spec_params & p) {
    return p.n_draft * p.p_accept + 1.0;
}

static double spec_expected_sum(const spec_params & p) {
    double e = 1.0, s = 1.0;
    for (int i = 0; i < p.n_draft; ++i) {
        s *= p.p_accept;
        e += s;
    }
    return e;
}

static double spec_speedup(const spec_params & p) {
    return spec_expected_sum(p) / (1.0 + p.n_draft * p.c);
}

void print_stats(int n_drafted, int n_accept, int n_rounds) {
    printf("accept    = %.3f%%\n", 100.0f * n_accept / n_drafted);
    printf("mean len  = %.2f\n", 1.0 + (double) n_accept / n_rounds);
}

static size_t mask_words(size_t n_vocab) { return (n_vocab + 31) / 32; }
static size_t mask_bytes(size_t n_vocab) { return n_vocab / 8; }
static float  gain(float alpha, int k)   { return 1.0f + k * alpha; }

// p_accept is the probability of keeping one drafted token, n the draft length
static double spec_tokens_pow(double p_accept, int n) {
    if (p_accept >= 1.0) { return n + 1; }
    return (1.0 - std::pow(p_accept, n)) / (1.0 - p_accept);
}

static double spec_tokens_paren(double p_accept, int n) {
    // tokens per target decode, bonus token included
    return (1.0 - std::pow(p_accept, n) + 1.0) / (1.0 - p_accept);
}
