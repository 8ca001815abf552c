package vms_test

import (
	"net/http"
	"testing"

	"poolkeeper.example/extension-service/domains/vms"
	"poolkeeper.example/extension-service/internal/test/vmstest"
	"poolkeeper.example/extension-service/platform/role"
)

func TestCauses_MessageThatWasDeliveredByALaterOne_NamesIt(t *testing.T) {
	t.Parallel()
	each(t, func(w *fixture) {
		status := http.StatusUnprocessableEntity
		s := vmstest.New(t, vmstest.AnswerBy(&status))
		w.inSetUp(s, rule("jobPostingId", ".project.vmsId"))
		w.done("POST /api/vms/mapping/1/publish", map[string]any{})
		w.queue.addTasks(1)
		w.step()
		if got := w.laterThan(1); got.ID != 0 {
			t.Errorf("before it is sent again: %+v", got)
		}
		again := *w.queue.tasks[0]
		again.ID, again.Round, again.settled, again.due = again.ID+1000, 2, false, *w.now
		w.queue.tasks = append(w.queue.tasks, &again)
		status = http.StatusOK
		w.step()
		if got := w.laterThan(1); got.ID != 2 || got.State != vms.Processed || got.MessageID == "" {
			t.Errorf("after it was delivered: %+v", got)
		}
	})
}

// laterThan is the message that said later what this one did.
func (w *fixture) laterThan(id int64) vms.LaterMessage {
	w.t.Helper()
	ctx := role.AsSystem(w.t.Context(), "test")
	m, err := w.vms.Messages.Get(ctx, id)
	if err != nil {
		w.t.Fatal(err)
	}
	causes, err := w.vms.Messages.CausesOf(ctx, []vms.Message{m})
	if err != nil {
		w.t.Fatal(err)
	}
	return causes[0].Later
}
