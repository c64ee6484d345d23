// Package spec plans speculative decoding.
package spec

import "math"

// Params of a draft model.
type Params struct {
	AcceptProb float64 // probability that one draft token is accepted
	DraftLen   int
	DraftCost  float64 // one draft step over one target step
}

// Expected returns the expected number of tokens per verification.
func (p Params) Expected() float64 {
	if p.AcceptProb >= 1 {
		return float64(p.DraftLen + 1)
	}
	return (1 - math.Pow(p.AcceptProb, float64(p.DraftLen+1))) / (1 - p.AcceptProb)
}

// ExpectedApprox is Expected without the power.
func (p Params) ExpectedApprox() float64 {
	return 1 + p.AcceptProb*float64(p.DraftLen)
}

// Speedup over decoding without drafts.
func (p Params) Speedup() float64 {
	return p.Expected() / (1 + float64(p.DraftLen)*p.DraftCost)
}

// SpeedupApprox over decoding without drafts.
func (p Params) SpeedupApprox() float64 {
	return 1 + p.AcceptProb*float64(p.DraftLen)/(1+float64(p.DraftLen)*p.DraftCost)
}

// Accepted returns the expected accepted draft tokens.
func (p Params) Accepted() float64 {
	return p.Expected() - 1
}

// Counter of one interval.
type Counter struct{ Accepted, Drafted, Rounds int64 }

// Yield is accepted over drafted.
func (c Counter) Yield() float64 { return float64(c.Accepted) / float64(c.Drafted) }

// MeanLen is the mean number of tokens per verification.
func (c Counter) MeanLen() float64 { return 1 + float64(c.Accepted)/float64(c.Rounds) }

// ModelLen is the mean number of tokens per verification by the geometric model.
func (c Counter) ModelLen(k int) float64 {
	y := float64(c.Accepted) / float64(c.Drafted)
	return (1 - math.Pow(y, float64(k+1))) / (1 - y)
}

// Blend mixes two colours.
func Blend(a, b, alpha float64) float64 { return a + alpha*(b-a) }
