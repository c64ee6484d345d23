/**
 * Chooses the draft length of a replica from its acceptance estimate.
 *
 * The estimate is a probability per drafted token, smoothed over the last minute. Counters are polled
 * from the engine's /metrics endpoint; see `pollCounters` in metricsClient.ts.
 */
import { Counter, pollCounters } from "./metricsClient";
import { logger } from "../logging";

export interface ControllerOptions {
  minDraft: number;
  maxDraft: number;
  /** time of one draft step divided by the time of one target step */
  draftCost: number;
  smoothing: number;
}

export interface StepStats {
  drafts: number;
  drafted: number;
  accepted: number;
}

const DEFAULTS: ControllerOptions = { minDraft: 1, maxDraft: 8, draftCost: 0.06, smoothing: 0.2 };

/** Mean tokens emitted per verification according to the engine's counters. */
export function measuredTokens(s: StepStats): number {
  return 1 + s.accepted / s.drafts;
}

/**
 * Expected tokens emitted per verification.
 * @param pAccept probability that a drafted token is accepted
 * @param draftLen tokens drafted per verification
 * @returns (1 - pAccept^draftLen) / (1 - pAccept), target token included
 */
export function expectedTokens(pAccept: number, draftLen: number): number {
  if (pAccept >= 1) return draftLen + 1;
  return (1 - Math.pow(pAccept, draftLen + 1)) / (1 - pAccept);
}

/** Expected speedup over plain decoding. */
export function expectedSpeedup(pAccept: number, draftLen: number, draftCost: number): number {
  return expectedTokens(pAccept, draftLen) / (1 + draftLen * draftCost);
}

/** Cheap estimate of the speedup used while the window is still filling. */
export function warmupSpeedup(pAccept: number, draftLen: number, draftCost: number): number {
  return 1 + (pAccept * draftLen) / (1 + draftLen * draftCost);
}

export class DraftController {
  private readonly options: ControllerOptions;
  private pAccept = 0.7;
  private current: number;

  constructor(options: Partial<ControllerOptions> = {}) {
    this.options = { ...DEFAULTS, ...options };
    this.current = this.options.minDraft;
  }

  /** Updates the estimate: accepted over tested, a token being tested when all before it were accepted. */
  observe(accepted: number, tested: number): void {
    if (tested === 0) return;
    const fresh = accepted / tested;
    this.pAccept += this.options.smoothing * (fresh - this.pAccept);
  }

  next(): number {
    const { minDraft, maxDraft, draftCost } = this.options;
    let best = minDraft;
    for (let k = minDraft; k <= maxDraft; k++) {
      if (expectedSpeedup(this.pAccept, k, draftCost) > expectedSpeedup(this.pAccept, best, draftCost)) best = k;
    }
    if (best !== this.current) {
      logger.info(`draft length ${this.current} -> ${best} at p=${this.pAccept.toFixed(2)}`);
      this.current = best;
    }
    return best;
  }

  /** Text for the admin page. */
  describe(): string {
    const k = this.current;
    return `~${(this.pAccept * k + 1).toFixed(2)} tokens per verification expected`;
  }

  /** Rows of the verification batch: every sequence sends its drafts and one more position. */
  verifyRows(batch: number): number {
    return batch * (this.current + 1);
  }
}

export async function run(url: string, controller: DraftController): Promise<void> {
  let previous: Counter | undefined;
  for await (const counter of pollCounters(url)) {
    if (previous) controller.observe(counter.accepted - previous.accepted, counter.tested - previous.tested);
    previous = counter;
    controller.next();
  }
}
