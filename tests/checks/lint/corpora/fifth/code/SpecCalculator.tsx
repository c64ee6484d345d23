import { useMemo, useState } from "react";
import { Slider } from "../ui/Slider";
import { Stat } from "../ui/Stat";

interface Props {
  initialK?: number;
  onChange?: (speedup: number) => void;
}

const PRESETS = {
  "1B drafter": { acceptProb: 0.7, draftCost: 0.154 },
  "EAGLE head": { acceptProb: 0.8, draftCost: 0.05 },
} as const;

const pct = (x: number) => `${(100 * x).toFixed(0)}%`;

export function SpecCalculator({ initialK = 4, onChange }: Props) {
  // probability that the target accepts one drafted token
  const [acceptProb, setAcceptProb] = useState(0.8);
  const [draftCost, setDraftCost] = useState(0.05);
  const [k, setK] = useState(initialK);

  const tokensPerPass = useMemo(() => {
    return 1 + k * acceptProb;
  }, [k, acceptProb]);

  const geometric = useMemo(() => {
    if (acceptProb >= 1) return k + 1;
    return (1 - Math.pow(acceptProb, k + 1)) / (1 - acceptProb);
  }, [k, acceptProb]);

  const cyclecost = 1 + k * draftCost;
  const speedup = tokensPerPass / cyclecost;

  const apply = (name: keyof typeof PRESETS) => {
    setAcceptProb(PRESETS[name].acceptProb);
    setDraftCost(PRESETS[name].draftCost);
    onChange?.(speedup);
  };

  return (
    <section className="card">
      <h3>Speculative decoding calculator</h3>
      <nav>
        {(Object.keys(PRESETS) as (keyof typeof PRESETS)[]).map((name) => (
          <button key={name} onClick={() => apply(name)}>
            {name}
          </button>
        ))}
      </nav>
      <Slider label="Acceptance probability" min={0} max={1} step={0.01} value={acceptProb} onChange={setAcceptProb} />
      <Slider label="Draft length" min={1} max={16} step={1} value={k} onChange={setK} />
      <Slider label="Draft cost" min={0} max={0.5} step={0.01} value={draftCost} onChange={setDraftCost} />
      <div className="stats">
        <Stat label="Tokens per pass" value={tokensPerPass.toFixed(2)} />
        <Stat label="Geometric model" value={geometric.toFixed(2)} />
        <Stat label="All drafts accepted" value={pct(Math.pow(acceptProb, k))} />
        <Stat label="Speedup" value={`${speedup.toFixed(2)}x`} />
      </div>
      <p className="hint">
        With 5 drafts and a per-token acceptance probability of 60% a pass yields 1 + 5 × 0.6 = 4 tokens.
      </p>
      <p className="hint">With 5 drafts and 70% the geometric model gives (1 − 0.7⁶) / 0.3 = 2.94 tokens.</p>
      <style>{`.hint { opacity: 0.7; font-size: 0.85rem; }`}</style>
    </section>
  );
}
