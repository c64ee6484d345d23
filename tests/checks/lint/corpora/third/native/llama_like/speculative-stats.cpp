#include <cstdio>

struct spec_stats {
    int n_drafted = 0;
    int n_accept  = 0;
    int n_drafts  = 0;
    int n_past    = 0;
};

static void print_stats(const spec_stats & s, int n_max) {
    const double rate = 100.0 * s.n_accept / s.n_drafted;
    std::printf("n_draft   = %d\n", n_max);
    std::printf("n_drafted = %d\n", s.n_drafted);
    std::printf("n_accept  = %d\n", s.n_accept);
    std::printf("accept    = %.3f%%\n", rate);
    std::printf("mean len  = %.2f\n", 1.0 + (double) s.n_accept / s.n_drafts);
    std::printf("by ratio  = %.2f\n", 1.0 + n_max * ((double) s.n_accept / s.n_drafted));
    // draft acceptance rate = 0.57576 (  171 accepted /   297 generated)
    // mean len 1 + 171/99 = 2.73
    // by ratio 1 + 3 * 0.57576 = 2.73
}

static float temp_scale(float logit, float temp) { return logit / temp; }
