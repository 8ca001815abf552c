package monitor_test

import (
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/monitor"
	"poolkeeper.example/extension-service/engine/store"
)

// While nobody takes traces nothing is made for them, at no request, statement or piece of work.
func TestTraces_WithoutACollector_CostNothing(t *testing.T) {
	var none *monitor.Traces
	ctx, db := t.Context(), &store.DB{}
	statement := store.Statement{Kind: store.ReadStatement, Text: "SELECT 1", Began: time.Now()}
	for name, do := range map[string]func(){
		"request": func() {
			_, answering := none.Request(ctx, monitor.Request{
				Endpoint: "project.get", Method: "GET",
				Route: "/api/project/{id}",
			})
			answering.Finish(200, nil)
			_ = answering.TraceID() + answering.Parent()
		},
		"statement": func() { none.Statement(ctx, statement) },
		"work": func() {
			_, done := none.StartWork(ctx, monitor.Jobs, "bulk")
			done("COMPLETED", nil)
		},
		"outbox": func() { _ = db.Continue(ctx, db.Origin(ctx)) },
	} {
		if n := testing.AllocsPerRun(100, do); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
