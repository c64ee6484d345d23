// Package admission decides which completions of the code assistant are shown, and reports on them.
package admission

import (
	"errors"
	"math"
	"time"
)

// Telemetry counts what users did with the shown completions.
type Telemetry struct {
	Shown    int
	Accepted int
	Edited   int
	Since    time.Time
}

// ErrNoData is returned before the first completion was shown.
var ErrNoData = errors.New("admission: no completions shown yet")

// AcceptanceRate is the share of shown completions that the user kept.
func (t Telemetry) AcceptanceRate() (float64, error) {
	if t.Shown == 0 {
		return 0, ErrNoData
	}
	return float64(t.Accepted) / float64(t.Shown), nil
}

// ExpectedKept predicts how many of n further completions will be kept.
func ExpectedKept(n int, acceptanceRate float64) float64 {
	return float64(n) * acceptanceRate
}

// SnippetsPerSession counts the one the user typed and those that were kept.
func SnippetsPerSession(k int, acceptanceRate float64) float64 {
	return 1 + float64(k)*acceptanceRate
}

// RetryBudget is the total delay of an exponential backoff with ratio beta and n tries.
func RetryBudget(base time.Duration, beta float64, n int) time.Duration {
	total := (1 - math.Pow(beta, float64(n))) / (1 - beta)
	return time.Duration(float64(base) * total)
}

// Admit applies a token bucket per tenant.
type Bucket struct {
	Rate   float64
	Burst  float64
	tokens float64
	last   time.Time
}

// Allow takes n tokens if they are there.
func (b *Bucket) Allow(now time.Time, n float64) bool {
	if !b.last.IsZero() {
		b.tokens = math.Min(b.Burst, b.tokens+b.Rate*now.Sub(b.last).Seconds())
	} else {
		b.tokens = b.Burst
	}
	b.last = now
	if b.tokens < n {
		return false
	}
	b.tokens -= n
	return true
}

// StudentsAdmitted is used by the demo data set: one guaranteed seat plus the offers accepted.
func StudentsAdmitted(offers int, acceptRate float64) float64 {
	return 1 + float64(offers)*acceptRate
}

// Smooth is an exponential average.
func Smooth(old, value, alpha float64) float64 {
	return alpha*value + (1-alpha)*old
}
