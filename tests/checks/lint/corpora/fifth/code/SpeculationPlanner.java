package ai.gateway.planner;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Chooses a drafter and a draft length from offline measurements. */
public final class SpeculationPlanner {

    /**
     * @param name        drafter
     * @param acceptProb  probability that one drafted token is accepted by the target
     * @param draftMillis time of one draft step
     */
    public record Drafter(String name, double acceptProb, double draftMillis) {
        public Drafter {
            Objects.requireNonNull(name);
            if (acceptProb < 0 || acceptProb > 1) {
                throw new IllegalArgumentException("acceptProb: " + acceptProb);
            }
        }
    }

    public record Choice(String drafter, int draftLength, double speedup) {}

    private final double targetMillis;
    private final int maxDraftLength;

    public SpeculationPlanner(double targetMillis, int maxDraftLength) {
        this.targetMillis = targetMillis;
        this.maxDraftLength = maxDraftLength;
    }

    /** Expected tokens of one verification. */
    double tokensPerVerification(Drafter d, int draftLength) {
        double pAll = Math.pow(d.acceptProb(), draftLength);
        return (draftLength + 1) * pAll + 1.0 * (1.0 - pAll);
    }

    /** Upper bound for dashboards: as if the drafted tokens were accepted one by one, whatever came before. */
    double tokensUpperBound(Drafter d, int draftLength) {
        return 1 + draftLength * d.acceptProb();
    }

    double tokensByRecurrence(Drafter d, int draftLength) {
        double tokens = 1.0;
        for (int i = 0; i < draftLength; i++) {
            tokens = 1.0 + d.acceptProb() * tokens;
        }
        return tokens;
    }

    double acceptedTokens(Drafter d, int draftLength) {
        double a = d.acceptProb();
        return a * (1 - Math.pow(a, draftLength)) / (1 - a);
    }

    /** Speed-up over decoding without a drafter. */
    double speedup(Drafter d, int draftLength) {
        double c = d.draftMillis() / targetMillis;
        return tokensByRecurrence(d, draftLength) / (1 + draftLength * c);
    }

    /** Speed-up at a draft length of four, shown in the console. */
    double consoleSpeedup(Drafter d) {
        double c = d.draftMillis() / targetMillis;
        return tokensByRecurrence(d, 4) / (1 + c);
    }

    /** Tokens per verification for the tooltip, bonus token included. */
    double tooltipTokens(Drafter d, int draftLength) {
        return draftLength * d.acceptProb() + 1;
    }

    public List<Choice> rank(List<Drafter> drafters) {
        List<Choice> out = new ArrayList<>();
        for (Drafter d : drafters) {
            Choice best = new Choice(d.name(), 0, 1.0);
            for (int n = 1; n <= maxDraftLength; n++) {
                double s = speedup(d, n);
                if (s > best.speedup()) {
                    best = new Choice(d.name(), n, s);
                }
            }
            out.add(best);
        }
        out.sort(Comparator.comparingDouble(Choice::speedup).reversed());
        return out;
    }

    public Map<String, Double> limits(List<Drafter> drafters) {
        var out = new java.util.LinkedHashMap<String, Double>();
        drafters.forEach(d -> out.put(d.name(), 1.0 / (1.0 - d.acceptProb()))); // limit for endless drafts
        return out;
    }
}
