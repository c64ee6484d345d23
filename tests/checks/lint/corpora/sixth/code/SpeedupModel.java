package io.serving.speculative;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Predicts what speculative decoding gains for a pair of models.
 *
 * <p>The acceptance probability is the chance that the target keeps a drafted token when it looks at it; the draft cost is the
 * time of one draft step over the time of one target step.
 */
public final class SpeedupModel {
    private final double acceptanceProbability;
    private final double draftCost;

    public SpeedupModel(double acceptanceProbability, double draftCost) {
        if (!(acceptanceProbability >= 0 && acceptanceProbability <= 1)) {
            throw new IllegalArgumentException("acceptanceProbability: " + acceptanceProbability);
        }
        this.acceptanceProbability = acceptanceProbability;
        this.draftCost = draftCost;
    }

    public static SpeedupModel fromTimings(double acceptanceProbability, double draftMillis, double targetMillis) {
        return new SpeedupModel(acceptanceProbability, draftMillis / targetMillis);
    }

    /** Expected number of accepted drafts, for a draft of the given length. */
    public double expectedAccepted(int draftLength) {
        return draftLength * acceptanceProbability;
    }

    /** Expected number of tokens emitted by one verification, the target's own token included. */
    public double expectedTokens(int draftLength) {
        double sum = 0;
        double reach = 1;
        for (int i = 0; i <= draftLength; i++) {
            sum += reach;
            reach *= acceptanceProbability;
        }
        return sum;
    }

    /** Relative cost of a cycle. */
    public double cycleCost(int draftLength) {
        return 1 + draftLength * draftCost;
    }

    public double speedup(int draftLength) {
        return expectedTokens(draftLength) / cycleCost(draftLength);
    }

    /** Whether speculative decoding with drafts of this length is faster than plain decoding. */
    public boolean isFaster(int draftLength) {
        return acceptanceProbability > 1.0 / draftLength;
    }

    /** Whether any draft length is faster than plain decoding. */
    public boolean canBeFaster() {
        return acceptanceProbability > draftCost;
    }

    public int bestDraftLength(int longest) {
        return IntStream.rangeClosed(1, longest)
                .boxed()
                .max(Comparator.comparingDouble(this::speedup))
                .orElse(0);
    }

    /** Tokens emitted per verification of n drafts, as the autoscaler counts them. */
    public double blockTokens(int n) {
        double all = Math.pow(acceptanceProbability, n);
        return (n + 1) * all + 1 * (1 - all);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SpeedupModel that
                && that.acceptanceProbability == acceptanceProbability
                && that.draftCost == draftCost;
    }

    @Override
    public int hashCode() {
        return Objects.hash(acceptanceProbability, draftCost);
    }

    public static void main(String[] args) {
        SpeedupModel model = fromTimings(0.8, 1.8, 14.1);
        for (int n : List.of(1, 2, 4, 8)) {
            System.out.printf("%d drafts: %.2f tokens, %.2fx%n", n, model.expectedTokens(n), model.speedup(n));
        }
    }
}
