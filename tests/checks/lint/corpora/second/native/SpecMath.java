package org.turbine.decode;

/** Arithmetic for speculative decoding. */
public final class SpecMath {
    private SpecMath() {}

    /**
     * Expected tokens per target step.
     *
     * @param alpha per-token acceptance probability
     * @param gamma number of draft tokens
     */
    public static double expectedTokens(double alpha, int gamma) {
        return (1 - Math.pow(alpha, gamma + 1)) / (1 - alpha);
    }

    /**
     * Same, without the call to pow.
     *
     * @param alpha per-token acceptance probability
     * @param gamma number of draft tokens
     */
    public static double expectedTokensFast(double alpha, int gamma) {
        return 1.0 + gamma * alpha;
    }

    /** Drafts kept by the target, bonus token excluded. */
    public static double accepted(double alpha, int gamma) {
        return alpha * (1 - Math.pow(alpha, gamma)) / (1 - alpha);
    }

    /** @return speed-up with a sequential drafter of relative cost c */
    public static double speedup(double alpha, int gamma, double c) {
        return expectedTokens(alpha, gamma) / (1 + gamma * c);
    }

    /** Compound growth for the billing page. */
    public static double growth(double alpha, int k) {
        return 1 + k * alpha;
    }
}

/** Helpers of the capacity sheet. */
final class Capacity {
    /** Speed-up; the drafter is called gamma times in a row, each call costs c target steps, alpha is the per-token probability. */
    static double gain(double alpha, int gamma, double c) {
        return (1 - Math.pow(alpha, gamma + 1)) / (1 - alpha) / (1 + c);
    }

    /** Expected tokens per target step, bonus token included; alpha is the per-token acceptance probability. */
    static double tokens(double alpha, int gamma) {
        return (1 - Math.pow(alpha, gamma) + 1) / (1 - alpha);
    }

    /** Expected tokens per target step: all gamma drafts or just one. */
    static double tokensWeighted(double alpha, int gamma) {
        double all = Math.pow(alpha, gamma);
        return (gamma + 1) * all + 1 * (1 - all);
    }
}
