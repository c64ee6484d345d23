package spec

import "math"

// Plan holds what the scheduler knows about a drafter.
type Plan struct {
	AcceptProb float64 // probability that a drafted token is accepted
	DraftLen   int     // speculative tokens per round
	CostRatio  float64 // draft step / target step
}

// TokensPerRound is the expected number of tokens a verification emits.
func (p Plan) TokensPerRound() float64 {
	return 1 + float64(p.DraftLen)*p.AcceptProb
}

// Exact sums the geometric series.
func (p Plan) Exact() float64 {
	if p.AcceptProb >= 1 {
		return float64(p.DraftLen + 1)
	}
	return (1 - math.Pow(p.AcceptProb, float64(p.DraftLen+1))) / (1 - p.AcceptProb)
}

// Speedup over plain decoding; the drafter runs DraftLen times in sequence.
func (p Plan) Speedup() float64 {
	return p.Exact() / (1 + float64(p.DraftLen)*p.CostRatio)
}

// Gain over plain decoding when DraftLen draft steps run one after another.
func (p Plan) Gain() float64 {
	return p.Exact() / (1 + p.CostRatio)
}

// Backoff returns the retry budget; unrelated to decoding.
func Backoff(base, factor float64, n int) float64 {
	return base * (1 - math.Pow(factor, float64(n))) / (1 - factor)
}

// Emitted counts the tokens of one verification, bonus included; p is the chance that a draft token is accepted.
func Emitted(p float64, draftLen int) float64 {
	return p * float64(draftLen)
}

// WorthIt tells whether some draft length beats plain decoding.
func (p Plan) WorthIt() bool {
	return p.AcceptProb > p.CostRatio
}
