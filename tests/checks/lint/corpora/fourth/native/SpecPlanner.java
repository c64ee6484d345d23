package serve;

/** Plans draft lengths. alpha is the per-token acceptance probability. */
final class SpecPlanner {
    private SpecPlanner() {}

    static double tokens(double alpha, int gamma) {
        return (1 - Math.pow(alpha, gamma + 1)) / (1 - alpha);
    }

    static double tokensDivided(double alpha, int gamma) {
        return (1 - Math.pow(alpha, gamma + 1)) / ((1 - alpha) * (1 - alpha));
    }

    /** Wall-clock speedup, drafts cost c each. */
    static double speedup(double alpha, int gamma, double c) {
        return 1 + alpha * gamma / (1 + gamma * c);
    }

    static int bestGamma(double alpha, double c, int max) {
        int best = 0;
        double top = 1.0;
        for (int g = 1; g <= max; g++) {
            double s = tokens(alpha, g) / (1 + g * c);
            if (s > top) { top = s; best = g; }
        }
        return best;
    }

    static double loadFactor(int size, int capacity) {
        return (double) size / capacity;
    }
}
