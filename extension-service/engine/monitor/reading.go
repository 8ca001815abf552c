package monitor

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Reading is what is found out whenever somebody asks for the metrics.
type Reading struct {
	Name, Help string
	Label      string // "" where there is one value
	Counter    bool   // it only rises
	Shared     bool   // it is the same for all copies of the service, so that one of them shows it
	// Read returns the value of each label, of "" where there is none. A value that is not known is left out.
	Read func(ctx context.Context) (map[string]float64, error)
}

// Value is what a reading without a label returns.
func Value(v float64) map[string]float64 { return map[string]float64{"": v} }

// Flag is 1 or 0.
func Flag(is bool) map[string]float64 {
	if is {
		return Value(1)
	}
	return Value(0)
}

// Age is for how many seconds something has been as it is; 0 when nothing has.
func Age(since, now time.Time) float64 {
	if since.UnixMilli() <= 0 {
		return 0
	}
	return max(0, now.Sub(since).Seconds())
}

// Measure adds readings. leads says whether this copy of the service shows what all of them share.
func (m *Metrics) Measure(leads func(ctx context.Context) (bool, error), readings ...Reading) {
	c := &collector{leads: leads, failed: prometheus.NewDesc("poolkeeper_reading_failed",
		"Whether a metric is missing because it could not be found out.", []string{"metric"}, nil)}
	for _, r := range readings {
		var labels []string
		if r.Label != "" {
			labels = []string{r.Label}
		}
		c.readings = append(c.readings, described{r, prometheus.NewDesc(r.Name, r.Help, labels, nil)})
	}
	m.registry.MustRegister(c)
}

type described struct {
	Reading
	desc *prometheus.Desc
}

type collector struct {
	leads    func(ctx context.Context) (bool, error)
	readings []described
	failed   *prometheus.Desc
}

// Describe lists what there is.
func (c *collector) Describe(out chan<- *prometheus.Desc) {
	out <- c.failed
	for _, r := range c.readings {
		out <- r.desc
	}
}

// readTime is for all readings together: Prometheus itself waits for ten seconds unless it is told otherwise.
const readTime = 5 * time.Second

// Collect reads everything, one after the other.
func (c *collector) Collect(out chan<- prometheus.Metric) {
	ctx, done := context.WithTimeout(context.Background(), readTime)
	defer done()
	leads, err := c.leads(ctx)
	for _, r := range c.readings {
		if r.Shared && !leads && err == nil { // while nobody knows who leads, each says that it cannot tell
			continue
		}
		kind := prometheus.GaugeValue
		if r.Counter {
			kind = prometheus.CounterValue
		}
		values, err := r.Read(ctx)
		failed := 0.0
		if err != nil {
			failed = 1
		}
		out <- prometheus.MustNewConstMetric(c.failed, prometheus.GaugeValue, failed, r.Name)
		for label, v := range values {
			if r.Label == "" {
				out <- prometheus.MustNewConstMetric(r.desc, kind, v)
			} else {
				out <- prometheus.MustNewConstMetric(r.desc, kind, v, label)
			}
		}
	}
}
