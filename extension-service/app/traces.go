package app

import (
	"context"
	"fmt"

	"poolkeeper.example/extension-service/engine/monitor"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/httpclient"
)

// watch has the database tell the metrics what it does, and the traces where somebody takes them.
func (s *Service) watch(ctx context.Context) (err error) {
	watcher := store.Watcher{Statement: s.metrics.Statement}
	if endpoint := s.Settings.OTLPEndpoint; endpoint != "" {
		s.traces, err = monitor.NewTraces(ctx, monitor.Collector{
			Endpoint: string(endpoint), Version: version(), Database: string(s.DB.Dialect()), Log: s.Log, Spans: s.metrics.Spans,
		})
		if err != nil {
			return fmt.Errorf("traces: %w", err)
		}
		watcher = store.Watcher{
			Origin: s.traces.Origin, Continue: s.traces.Continue, Carry: s.traces.StartRelay,
			Statement: func(ctx context.Context, st store.Statement) {
				s.metrics.Statement(ctx, st)
				s.traces.Statement(ctx, st)
			},
		}
	}
	s.DB.Watch(watcher)
	return nil
}

// indexing tells the traces of documents that are written into an index.
func (s *Service) indexing(ctx context.Context, typ string) (context.Context, func(outcome string, err error)) {
	return s.traces.StartWork(ctx, "index", typ)
}

// traced tells the traces of calls to a system of somebody else, which is not told what they are for.
func (s *Service) traced(name string, call func(context.Context, httpclient.Call) (httpclient.Answer,
	error),
) func(context.Context, httpclient.Call) (httpclient.Answer, error) {
	return func(ctx context.Context, c httpclient.Call) (httpclient.Answer, error) {
		ctx, done := s.traces.StartWork(ctx, name, c.Method)
		answer, err := call(ctx, c)
		done(fmt.Sprint(answer.Status), err)
		return answer, err
	}
}
