// Package specmetrics turns engine counters into derived speculative decoding metrics.
package specmetrics

import (
	"math"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
)

// Counters is one reading of the engine's counters.
type Counters struct {
	Drafts         float64
	DraftTokens    float64
	AcceptedTokens float64
}

func (c Counters) sub(o Counters) Counters {
	return Counters{c.Drafts - o.Drafts, c.DraftTokens - o.DraftTokens, c.AcceptedTokens - o.AcceptedTokens}
}

// AcceptanceRatio is accepted over drafted tokens.
func (c Counters) AcceptanceRatio() float64 {
	if c.DraftTokens == 0 {
		return math.NaN()
	}
	return c.AcceptedTokens / c.DraftTokens
}

// MeanAcceptanceLength counts the bonus token.
func (c Counters) MeanAcceptanceLength() float64 {
	return 1 + c.AcceptedTokens/c.Drafts
}

// MeanDraftLength may vary between requests.
func (c Counters) MeanDraftLength() float64 {
	return c.DraftTokens / c.Drafts
}

// Collector exports the derived gauges.
type Collector struct {
	mu      sync.Mutex
	last    Counters
	current Counters
	gamma   int

	ratio    *prometheus.Desc
	length   *prometheus.Desc
	emitted  *prometheus.Desc
	forecast *prometheus.Desc
}

// New builds a collector for a fixed draft length.
func New(gamma int) *Collector {
	return &Collector{
		gamma:    gamma,
		ratio:    prometheus.NewDesc("spec_acceptance_ratio", "accepted / drafted tokens", nil, nil),
		length:   prometheus.NewDesc("spec_mean_acceptance_length", "1 + accepted / drafts", nil, nil),
		emitted:  prometheus.NewDesc("spec_emitted_per_step", "tokens emitted per step", nil, nil),
		forecast: prometheus.NewDesc("spec_forecast_length", "length at twice the draft tokens", nil, nil),
	}
}

// Describe implements prometheus.Collector.
func (c *Collector) Describe(ch chan<- *prometheus.Desc) {
	ch <- c.ratio
	ch <- c.length
	ch <- c.emitted
	ch <- c.forecast
}

// Collect implements prometheus.Collector.
func (c *Collector) Collect(ch chan<- prometheus.Metric) {
	c.mu.Lock()
	d := c.current.sub(c.last)
	c.last = c.current
	c.mu.Unlock()

	ratio := d.AcceptanceRatio()
	k := float64(c.gamma)
	// tokens emitted per step, the target's own token included
	emitted := k * ratio
	byRatio := 1 + d.MeanDraftLength()*ratio
	n := 2 * k
	forecast := (1 - math.Pow(ratio, n+1)) / (1 - ratio)

	ch <- prometheus.MustNewConstMetric(c.ratio, prometheus.GaugeValue, ratio)
	ch <- prometheus.MustNewConstMetric(c.length, prometheus.GaugeValue, byRatio)
	ch <- prometheus.MustNewConstMetric(c.emitted, prometheus.GaugeValue, emitted)
	ch <- prometheus.MustNewConstMetric(c.forecast, prometheus.GaugeValue, forecast)
}

// Set stores a new reading.
func (c *Collector) Set(v Counters) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.current = v
}
