// Package monitor tells operators how the service is: by metrics, by traces, and by its checks over time.
package monitor

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
)

// Metrics are what Prometheus asks for. The values of all labels come from declarations, so that there are never more
// of them.
type Metrics struct {
	registry   *prometheus.Registry
	requests   *prometheus.HistogramVec
	responses  *prometheus.CounterVec
	statements *prometheus.HistogramVec
	work       *prometheus.HistogramVec
	panics     *prometheus.CounterVec
	spans      *prometheus.CounterVec
}

// NewMetrics counts from now on.
func NewMetrics(version string) *Metrics {
	histogram := func(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
		return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, labels)
	}
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: histogram("poolkeeper_request_seconds", "Time to answer, by endpoint and status.",
			prometheus.ExponentialBuckets(0.0001, 4, 9), "endpoint", "status"),
		statements: histogram("poolkeeper_statement_seconds",
			"Time of statements until their rows are read, and of transactions until they are durable.",
			prometheus.ExponentialBuckets(0.00001, 4, 10), "kind", "outcome"),
		work: histogram("poolkeeper_work_seconds", "Time of jobs, scheduled runs and mails, by what became of them.",
			prometheus.ExponentialBuckets(0.01, 4, 10), "queue", "kind", "outcome"),
		responses: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "poolkeeper_responses_total", Help: "Answers by the class of their status.",
		}, []string{"class"}),
		panics: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "poolkeeper_panics_total",
			Help: "Mistakes of ours that ended a request, a job, a run or a mail.",
		}, []string{"in"}),
	}
	m.spans = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "poolkeeper_spans_total",
		Help: "Spans of traces that the collector has taken, or that are lost since it did not.",
	}, []string{"outcome"})
	for _, class := range []string{"2xx", "3xx", "4xx", "5xx"} {
		m.responses.WithLabelValues(class)
	}
	for _, outcome := range []string{"ok", "failed"} {
		m.spans.WithLabelValues(outcome)
	}
	for _, in := range []string{inRequest, Jobs, Schedule, Mail} {
		m.panics.WithLabelValues(in)
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "poolkeeper_build_info", Help: "1, with the version as label.",
		ConstLabels: prometheus.Labels{"version": cmp.Or(version, "unknown")},
	})
	build.Set(1)
	m.registry.MustRegister(m.requests, m.responses, m.statements, m.work, m.panics, m.spans, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Handler answers with everything.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// Request counts an answer.
func (m *Metrics) Request(endpoint string, status int, took time.Duration) {
	m.requests.WithLabelValues(endpoint, strconv.Itoa(status)).Observe(took.Seconds())
	m.responses.WithLabelValues(strconv.Itoa(status/100) + "xx").Inc()
}

// Statement counts one.
func (m *Metrics) Statement(_ context.Context, s store.Statement) {
	m.statements.WithLabelValues(string(s.Kind), outcomeOf(s.Err)).Observe(s.Took.Seconds())
}

// Spans counts those that were handed on, or are lost.
func (m *Metrics) Spans(n int, err error) { m.spans.WithLabelValues(outcomeOf(err)).Add(float64(n)) }

func outcomeOf(err error) string {
	if err != nil {
		return "failed"
	}
	return "ok"
}

// The queues that work is done from, and the requests.
const (
	Jobs      = "jobs"
	Schedule  = "schedule"
	Mail      = "mail"
	inRequest = "request"
)

// ObserveWork counts what was done from a queue.
//
//nolint:revive // what it was, what became of it, how long it took
func (m *Metrics) ObserveWork(queue, kind, outcome string, took time.Duration, err error) {
	m.failed(queue, err)
	m.work.WithLabelValues(queue, kind, outcome).Observe(took.Seconds())
}

// ExpectWork shows work that has not been done yet as 0, so that its first failure is seen to raise the count.
func (m *Metrics) ExpectWork(queue, kind string, outcomes ...string) {
	for _, outcome := range outcomes {
		m.work.WithLabelValues(queue, kind, outcome)
	}
}

// Failed counts the failure of a request if it is a panic.
func (m *Metrics) Failed(err error) { m.failed(inRequest, err) }

func (m *Metrics) failed(in string, err error) {
	if _, panicked := errors.AsType[*fault.PanicError](err); panicked {
		m.panics.WithLabelValues(in).Inc()
	}
}
