package app

import (
	"context"
	"crypto/subtle"
	"net/netip"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/adaptor"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/store"
)

// metrics counts requests by endpoint and status. They are for loopback, or for who holds METRICS_TOKEN.
type metrics struct {
	registry *prometheus.Registry
	took     *prometheus.HistogramVec
	token    string
}

func newMetrics(token string) *metrics {
	m := &metrics{registry: prometheus.NewRegistry(), token: token, took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "poolkeeper_request_seconds", Help: "Time to answer, by endpoint and status.", Buckets: prometheus.ExponentialBuckets(0.0001, 4, 9),
	}, []string{"endpoint", "status"})}
	m.registry.MustRegister(m.took, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// watch counts the notes of a topic that the outbox holds each time somebody looks. -1 says that the database did not answer.
func (m *metrics) watch(db *store.DB, topic string) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "poolkeeper_outbox_notes", Help: "Changes that something outside the database does not follow yet.", ConstLabels: prometheus.Labels{"topic": topic},
	}, func() float64 {
		ctx, done := context.WithTimeout(context.Background(), readyWait)
		defer done()
		n, _, err := db.Backlog(ctx, topic)
		if err != nil {
			return -1
		}
		return float64(n)
	}))
}

func (m *metrics) observe(endpoint string, status int, took time.Duration) {
	m.took.WithLabelValues(endpoint, strconv.Itoa(status)).Observe(took.Seconds())
}

func (m *metrics) serve(c fiber.Ctx) error {
	peer, _ := netip.AddrFromSlice(c.RequestCtx().RemoteIP())
	given := c.Get(fiber.HeaderAuthorization)
	byToken := m.token != "" && subtle.ConstantTimeCompare([]byte(given), []byte("Bearer "+m.token)) == 1
	// A forwarded request comes from a proxy on this machine, not from this machine.
	local := peer.Unmap().IsLoopback() && c.Get(fiber.HeaderXForwardedFor) == "" && m.token == ""
	if !byToken && !local {
		return fault.New(fault.NotFound, "NOT_FOUND", "there is no such call")
	}
	return adaptor.HTTPHandler(promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))(c)
}
