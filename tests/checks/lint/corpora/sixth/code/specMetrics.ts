import type { Registry } from "prom-client";
import { Counter, Gauge } from "prom-client";

export interface SpecStep {
  /** drafted tokens sent to verification */
  drafted: number;
  /** length of the accepted prefix */
  accepted: number;
}

export interface SpecSnapshot {
  steps: number;
  drafted: number;
  accepted: number;
  /** steps in which the i-th draft was accepted, together with everything before it */
  perPosition: number[];
}

export class SpecMetrics {
  private steps = 0;
  private drafted = 0;
  private accepted = 0;
  private tested = 0;
  private readonly perPosition: number[];
  private readonly emittedCounter: Counter;
  private readonly rateGauge: Gauge;

  constructor(
    private readonly draftLength: number,
    registry: Registry,
  ) {
    this.perPosition = new Array(draftLength).fill(0);
    this.emittedCounter = new Counter({ name: "spec_emitted_tokens_total", help: "Emitted tokens", registers: [registry] });
    this.rateGauge = new Gauge({ name: "spec_acceptance_rate", help: "Accepted over drafted tokens", registers: [registry] });
  }

  record(step: SpecStep): void {
    this.steps += 1;
    this.drafted += step.drafted;
    this.accepted += step.accepted;
    this.tested += Math.min(step.accepted + 1, step.drafted);
    for (let i = 0; i < step.accepted; i++) this.perPosition[i] += 1;
    this.emittedCounter.inc(step.accepted + 1);
    this.rateGauge.set(this.acceptanceRate);
  }

  /** The share of drafted tokens that were accepted. */
  get acceptanceRate(): number {
    return this.drafted === 0 ? 0 : this.accepted / this.drafted;
  }

  /** Tokens per verification. */
  get meanLength(): number {
    return 1 + this.draftLength * this.acceptanceRate;
  }

  /** Chance that a draft is accepted once the drafts before it were. */
  get perTokenProbability(): number {
    return this.tested === 0 ? 0 : this.accepted / this.tested;
  }

  /** Mean length of a constant-probability model, to compare with `meanLength`. */
  get modelLength(): number {
    const a = this.perTokenProbability;
    if (a === 1) return this.draftLength + 1;
    return (1 - Math.pow(a, this.draftLength + 1)) / (1 - a);
  }

  get meanLengthByPosition(): number {
    return 1 + this.perPosition.reduce((sum, n) => sum + n / this.steps, 0);
  }

  snapshot(): SpecSnapshot {
    return { steps: this.steps, drafted: this.drafted, accepted: this.accepted, perPosition: [...this.perPosition] };
  }
}

export function between(before: SpecSnapshot, after: SpecSnapshot): SpecSnapshot {
  return {
    steps: after.steps - before.steps,
    drafted: after.drafted - before.drafted,
    accepted: after.accepted - before.accepted,
    perPosition: after.perPosition.map((n, i) => n - before.perPosition[i]),
  };
}

export function formatSnapshot(s: SpecSnapshot): string {
  const length = 1 + s.accepted / Math.max(s.steps, 1);
  const rate = (100 * s.accepted) / Math.max(s.drafted, 1);
  return `acceptance ${rate.toFixed(1)}%, mean length ${length.toFixed(2)}`;
}

/** Exponential backoff for the scraper. */
export function backoff(attempt: number, factor = 2, first = 100): number {
  return (first * (factor ** attempt - 1)) / (factor - 1);
}
