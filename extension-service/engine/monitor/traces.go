package monitor

import (
	"context"
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
)

// Traces tell a collector of OpenTelemetry what was done and what it was done for: requests, statements, the outbox,
// jobs, mails and calls to others. They name endpoints, statements without their values and kinds of work, never what a
// record holds. A nil Traces tells nobody anything and costs nothing.
type Traces struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
}

// Collector is where traces go.
type Collector struct {
	Endpoint string // such as http://collector:4318; a user and a password in it are sent as basic authentication
	Version  string // of the program
	Database string // which engine it is
	Log      *slog.Logger
	Spans    func(n int, err error) // told how many have gone, or were lost
}

const (
	exportTime = 5 * time.Second // of one attempt to hand spans on
	batchTime  = time.Second     // that spans wait for others
	flushTime  = time.Second     // for what waits when the service stops
	// mostStatements is how many statements of one piece of work are told: a job has millions.
	mostStatements = 1000
	longestText    = 2000 // bytes of a statement
)

// NewTraces begins. The collector need not be there: what it does not take is lost, and nobody waits for it. Sampling,
// headers and the name of the service follow the other variables of OpenTelemetry.
func NewTraces(ctx context.Context, to Collector) (*Traces, error) {
	u, err := url.Parse(to.Endpoint)
	if err != nil {
		return nil, err
	}
	options := []otlptracehttp.Option{
		otlptracehttp.WithEndpointURL(u.JoinPath("v1", "traces").String()),
		otlptracehttp.WithTimeout(exportTime),
	}
	if u.User != nil {
		options = append(options, otlptracehttp.WithHeaders(map[string]string{"Authorization": "Basic " +
			base64.StdEncoding.EncodeToString([]byte(credentials(u)))}))
	}
	sender, err := otlptracehttp.New(ctx, options...)
	if err != nil {
		return nil, err
	}
	about, err := resource.New(ctx, resource.WithTelemetrySDK(), resource.WithAttributes(
		attribute.String("service.name", "poolkeeper"), attribute.String("service.version", to.Version),
		semconv.ServiceInstanceID(uuid.NewString()), // of this process: several may run on one host
		attribute.String("db.system.name", to.Database),
	), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(&exporter{SpanExporter: sender, to: to},
		sdk.WithBatchTimeout(batchTime)), sdk.WithResource(about))
	return &Traces{provider, provider.Tracer("poolkeeper")}, nil
}

func credentials(u *url.URL) string {
	password, _ := u.User.Password()
	return u.User.Username() + ":" + password
}

// Close hands on what waits, within a second.
func (t *Traces) Close() error {
	if t == nil {
		return nil
	}
	ctx, done := context.WithTimeout(context.Background(), flushTime)
	defer done()
	return t.provider.Shutdown(ctx)
}

// exporter says once that the collector is away, and counts what it takes.
type exporter struct {
	sdk.SpanExporter

	to   Collector
	away bool
}

// ExportSpans hands spans on. A failure is told here, so that nobody else has to.
func (e *exporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	err := e.SpanExporter.ExportSpans(ctx, spans)
	e.to.Spans(len(spans), err)
	if err != nil && !e.away {
		e.to.Log.Warn("traces are not taken", "err", err)
	}
	e.away = err != nil
	return nil
}

// workSpan is a span that something is done under.
type workSpan struct {
	trace.Span

	statements atomic.Int64
}

func (t *Traces) start(ctx context.Context, name string, options ...trace.SpanStartOption) (context.Context,
	*workSpan,
) {
	ctx, span := t.tracer.Start(ctx, name, options...)
	w := &workSpan{Span: span}
	return trace.ContextWithSpan(ctx, w), w
}

// finish says what has become of the work. Of a failure only its code is told.
func (w *workSpan) finish(err error, facts ...attribute.KeyValue) {
	if n := w.statements.Load(); n > 0 {
		facts = append(facts, attribute.Int64("poolkeeper.statements", n))
	}
	fail(w, err)
	w.SetAttributes(facts...)
	w.End()
}

func fail(span trace.Span, err error) {
	if err == nil {
		return
	}
	span.SetStatus(codes.Error, "")
	span.SetAttributes(semconv.ErrorTypeKey.String(fault.From(err).Code))
}

// Request is one that begins.
type Request struct {
	Endpoint, Method, Route, ID string
	Parent                      string // the header traceparent
	Began                       time.Time
}

// Answering is a request that is being told of; nil: nobody is told.
type Answering struct {
	*workSpan
}

// Request begins one, which goes on with the trace of whoever has sent it.
func (t *Traces) Request(ctx context.Context, r Request) (context.Context, *Answering) {
	if t == nil {
		return ctx, nil
	}
	ctx, w := t.start(t.Continue(ctx, r.Parent), r.Method+" "+r.Route, trace.WithSpanKind(trace.SpanKindServer),
		trace.WithTimestamp(r.Began), trace.WithAttributes(
			attribute.String("http.request.method", r.Method), attribute.String("http.route", r.Route),
			attribute.String("poolkeeper.endpoint", r.Endpoint), attribute.String("poolkeeper.request_id", r.ID),
		))
	return ctx, &Answering{w}
}

// Parent is the header that names the request to others: traceresponse.
func (a *Answering) Parent() string {
	if a == nil {
		return ""
	}
	return header(a.SpanContext())
}

// TraceID is the trace that the request belongs to.
func (a *Answering) TraceID() string {
	if a == nil {
		return ""
	}
	return a.SpanContext().TraceID().String()
}

// Finish ends it. What is wrong with a request is no failure of the service.
func (a *Answering) Finish(status int, err error) {
	if a == nil {
		return
	}
	code := attribute.Int("http.response.status_code", status)
	if status < 500 {
		if err != nil {
			a.SetAttributes(semconv.ErrorTypeKey.String(fault.From(err).Code))
		}
		err = nil
	}
	a.finish(err, code)
}

// Statement tells one that belongs to something that is being told.
func (t *Traces) Statement(ctx context.Context, s store.Statement) {
	if t == nil {
		return
	}
	w, ok := trace.SpanFromContext(ctx).(*workSpan)
	if !ok || !w.IsRecording() || w.statements.Add(1) > mostStatements {
		return
	}
	_, span := t.tracer.Start(ctx, nameOf(s), trace.WithSpanKind(trace.SpanKindClient), trace.WithTimestamp(s.Began))
	if s.Text != "" {
		text := s.Text[:min(len(s.Text), longestText)]
		span.SetAttributes(attribute.String("db.query.text",
			strings.ToValidUTF8(strings.Join(strings.Fields(text), " "), "")))
	}
	if s.Err != nil {
		span.SetStatus(codes.Error, "")
	}
	span.End(trace.WithTimestamp(s.Began.Add(s.Took)))
}

// nameOf is what a statement does: SELECT, UPDATE, transaction.
func nameOf(s store.Statement) string {
	if words := strings.Fields(s.Text[:min(len(s.Text), longestText)]); len(words) > 0 {
		return words[0]
	}
	return string(s.Kind)
}

// Origin names the span that ctx is under, for whoever goes on later, as the header traceparent does; "" under none.
func (t *Traces) Origin(ctx context.Context) string {
	if t == nil {
		return ""
	}
	return header(trace.SpanContextFromContext(ctx))
}

func header(of trace.SpanContext) string {
	if !of.IsValid() {
		return ""
	}
	return "00-" + of.TraceID().String() + "-" + of.SpanID().String() + "-" + of.TraceFlags().String()
}

// Continue is ctx under what Origin has named; what is no such name is passed over.
func (t *Traces) Continue(ctx context.Context, origin string) context.Context {
	if t == nil || origin == "" {
		return ctx
	}
	return propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{"traceparent": origin})
}

// StartWork begins what no request waits for.
func (t *Traces) StartWork(ctx context.Context, queue, kind string) (context.Context, func(outcome string, err error)) {
	if t == nil {
		return ctx, func(string, error) {}
	}
	ctx, w := t.start(ctx, queue+" "+kind)
	return ctx, func(outcome string, err error) { w.finish(err, attribute.String("poolkeeper.outcome", outcome)) }
}

// StartRelay begins to take notes out of the outbox. It is part of every trace that one of them comes from: what is
// done stands in the first, and the others name it.
func (t *Traces) StartRelay(ctx context.Context, topic string, notes []store.OutboxMessage) (context.Context,
	func(err error),
) {
	origins := map[string]int{}
	var order []string
	for _, n := range notes {
		if n.Origin != "" && origins[n.Origin] == 0 {
			order = append(order, n.Origin)
		}
		origins[n.Origin]++
	}
	if len(order) == 0 { // nobody asks what came of these
		return ctx, func(error) {}
	}
	name, count := "outbox "+topic, func(n int) attribute.KeyValue { return attribute.Int("poolkeeper.notes", n) }
	began := time.Now()
	ctx, w := t.start(t.Continue(ctx, order[0]), name, trace.WithTimestamp(began))
	return ctx, func(err error) {
		for _, origin := range order[1:] {
			_, other := t.tracer.Start(t.Continue(context.WithoutCancel(ctx), origin), name, trace.WithTimestamp(began),
				trace.WithLinks(trace.Link{SpanContext: w.SpanContext()}), trace.WithAttributes(count(origins[origin])))
			fail(other, err)
			other.End()
		}
		w.finish(err, count(len(notes)))
	}
}
