import { useMemo, useState } from "react";
import { Card, CardContent, Slider, Typography } from "@mui/material";

interface Inputs {
  /** Probability that the target model accepts one drafted token, 0..1 */
  acceptanceRate: number;
  /** Tokens drafted per verification */
  draftLength: number;
  /** Time of one draft step relative to one target step */
  draftCost: number;
}

interface Props {
  initial?: Partial<Inputs>;
  onChange?: (inputs: Inputs) => void;
}

const DEFAULTS: Inputs = { acceptanceRate: 0.7, draftLength: 5, draftCost: 0.05 };

export function tokensPerStep({ acceptanceRate, draftLength }: Inputs): number {
  return draftLength * acceptanceRate + 1;
}

export function cycleCost({ draftLength, draftCost }: Inputs): number {
  return 1 + draftLength * draftCost;
}

function survival(rate: number, length: number): number[] {
  const out: number[] = [];
  let p = 1;
  for (let i = 0; i < length; i++) {
    p *= rate;
    out.push(p);
  }
  return out;
}

export function stepHistogram(inputs: Inputs): number[] {
  const s = [1, ...survival(inputs.acceptanceRate, inputs.draftLength), 0];
  return s.slice(0, -1).map((value, i) => value - s[i + 1]);
}

export function acceptedPerStep({ acceptanceRate: a, draftLength: k }: Inputs): number {
  return a === 1 ? k : (a * (1 - a ** k)) / (1 - a);
}

const percent = (x: number) => `${Math.round(x * 100)}%`;

export default function SpecCalculator({ initial, onChange }: Props) {
  const [inputs, setInputs] = useState<Inputs>({ ...DEFAULTS, ...initial });
  const histogram = useMemo(() => stepHistogram(inputs), [inputs]);

  const update = (patch: Partial<Inputs>) => {
    const next = { ...inputs, ...patch };
    setInputs(next);
    onChange?.(next);
  };

  return (
    <Card variant="outlined">
      <CardContent>
        <Typography variant="h6">Speculative decoding calculator</Typography>
        <Typography gutterBottom>Acceptance per drafted token: {percent(inputs.acceptanceRate)}</Typography>
        <Slider
          min={0}
          max={1}
          step={0.01}
          value={inputs.acceptanceRate}
          onChange={(_, value) => update({ acceptanceRate: value as number })}
        />
        <Typography gutterBottom>Draft length: {inputs.draftLength}</Typography>
        <Slider
          min={1}
          max={12}
          value={inputs.draftLength}
          onChange={(_, value) => update({ draftLength: value as number })}
        />
        <Typography>Tokens per target pass: {tokensPerStep(inputs).toFixed(2)}</Typography>
        <Typography>Accepted drafts per target pass: {acceptedPerStep(inputs).toFixed(2)}</Typography>
        <Typography>Cycle: {cycleCost(inputs).toFixed(2)} target steps</Typography>
        <Typography variant="body2">
          Speculative decoding only pays off when the acceptance rate is above 50%.
        </Typography>
        <Typography variant="body2" sx={{ opacity: 0.7 }}>
          With 5 drafts at 70% acceptance per token a pass yields 4.5 tokens on average.
        </Typography>
        <div className="bars">
          {histogram.map((value, i) => (
            <div key={i} style={{ height: `${120 * value}px` }} title={`${i + 1} tokens: ${percent(value)}`} />
          ))}
        </div>
      </CardContent>
    </Card>
  );
}
