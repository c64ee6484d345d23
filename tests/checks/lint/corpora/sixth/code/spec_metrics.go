// Package specmetrics aggregates speculative decoding counters of many replicas.
package specmetrics

import (
	"errors"
	"fmt"
	"math"
	"sort"
	"sync"
)

// Counters are monotone since the start of a replica.
type Counters struct {
	Drafts      float64   `json:"drafts"`       // verifications that had a draft
	Drafted     float64   `json:"drafted"`      // drafted tokens
	Accepted    float64   `json:"accepted"`     // accepted tokens
	PerPosition []float64 `json:"per_position"` // drafts accepted at least up to position i
}

var ErrEmpty = errors.New("specmetrics: no drafts in the window")

// Sub returns the counters of the window between two snapshots.
func (c Counters) Sub(before Counters) Counters {
	out := Counters{
		Drafts:   c.Drafts - before.Drafts,
		Drafted:  c.Drafted - before.Drafted,
		Accepted: c.Accepted - before.Accepted,
	}
	for i, n := range c.PerPosition {
		old := 0.0
		if i < len(before.PerPosition) {
			old = before.PerPosition[i]
		}
		out.PerPosition = append(out.PerPosition, n-old)
	}
	return out
}

// AcceptanceRate is accepted over drafted tokens.
func (c Counters) AcceptanceRate() float64 {
	if c.Drafted == 0 {
		return 0
	}
	return c.Accepted / c.Drafted
}

// MeanLength is the number of tokens per verification, bonus token included.
func (c Counters) MeanLength() (float64, error) {
	if c.Drafts == 0 {
		return 0, ErrEmpty
	}
	meanDraft := c.Drafted / c.Drafts
	return 1 + meanDraft*c.AcceptanceRate(), nil
}

// Alpha is the chance that a draft is accepted once it is reached: accepted over tested.
func (c Counters) Alpha() (float64, error) {
	if c.Drafts == 0 || len(c.PerPosition) == 0 {
		return 0, ErrEmpty
	}
	tested := c.Drafts
	for _, n := range c.PerPosition[:len(c.PerPosition)-1] {
		tested += n
	}
	return c.Accepted / tested, nil
}

// ExpectedLength is what a constant alpha gives for drafts of gamma tokens.
func ExpectedLength(alpha float64, gamma int) float64 {
	if alpha >= 1 {
		return float64(gamma + 1)
	}
	return (1 - math.Pow(alpha, float64(gamma+1))) / (1 - alpha)
}

// RatioFor is the acceptance rate that a constant alpha shows on a dashboard at draft length gamma.
func RatioFor(alpha float64, gamma int) float64 {
	return (ExpectedLength(alpha, gamma) - 1) / float64(gamma)
}

// AlphaFor inverts RatioFor by bisection.
func AlphaFor(ratio float64, gamma int) float64 {
	low, high := 0.0, 1.0
	for i := 0; i < 60; i++ {
		mid := (low + high) / 2
		if RatioFor(mid, gamma) < ratio {
			low = mid
		} else {
			high = mid
		}
	}
	return (low + high) / 2
}

// Speedup charges every drafted token with c target steps.
func Speedup(alpha, c float64, gamma int) float64 {
	return ExpectedLength(alpha, gamma) / (1 + float64(gamma)*c)
}

// Fleet keeps the latest window of every replica.
type Fleet struct {
	mu      sync.Mutex
	windows map[string]Counters
}

func (f *Fleet) Put(replica string, window Counters) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.windows == nil {
		f.windows = make(map[string]Counters)
	}
	f.windows[replica] = window
}

func (f *Fleet) Report() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	names := make([]string, 0, len(f.windows))
	for name := range f.windows {
		names = append(names, name)
	}
	sort.Strings(names)
	lines := make([]string, 0, len(names))
	for _, name := range names {
		length, err := f.windows[name].MeanLength()
		if err != nil {
			continue
		}
		lines = append(lines, fmt.Sprintf("%s: acceptance %.3f, length %.2f", name, f.windows[name].AcceptanceRate(), length))
	}
	return lines
}
