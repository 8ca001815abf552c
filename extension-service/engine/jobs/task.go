package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/riverqueue/river"

	"poolkeeper.example/extension-service/engine/store"
)

// TaskTopic is where the outbox keeps the tasks that are asked for.
const TaskTopic = "task"

// tasks is the queue of tasks. It has workers of its own: a task of hours must not keep jobs that people wait for
// waiting.
const tasks = "tasks"

// task is work whose state somebody else keeps in a row: the queue only brings it to a worker. What is asked for twice,
// or by a pass that another has replaced, finds nothing to do.
type task struct {
	ID   string `json:"id"`
	Pass int64  `json:"pass"`
}

// Kind names it to River.
func (task) Kind() string { return "task" }

// InsertOpts make a task unique, so that the relay may carry it twice. It is not tried again: whoever keeps its row
// asks again.
func (task) InsertOpts() river.InsertOpts {
	return river.InsertOpts{MaxAttempts: 1, Queue: tasks, UniqueOpts: river.UniqueOpts{ByArgs: true}}
}

// EnqueueTask brings a task to a worker, in the transaction of ctx.
func (s *Service) EnqueueTask(ctx context.Context, id string, pass int64) error {
	text, err := json.Marshal(task{id, pass})
	if err != nil {
		return err
	}
	return s.DB.Enqueue(ctx, store.OutboxMessage{
		Topic: TaskTopic, Entity: "task", Payload: string(text),
		Created: s.Now(),
	})
}

// taskWorker carries out tasks.
type taskWorker struct {
	river.WorkerDefaults[task]

	s *Service
}

// Work carries out one.
func (w *taskWorker) Work(ctx context.Context, j *river.Job[task]) error {
	defer yieldToRequests()()
	return w.s.Task(w.s.continued(ctx, j.Metadata), j.Args.ID, j.Args.Pass)
}

// publishTasks takes tasks from the outbox into the queue.
func (s *Service) publishTasks(ctx context.Context, notes []store.OutboxMessage) error {
	q := s.queue.Load()
	if q == nil {
		return errors.New("the queue is not open")
	}
	work := make([]insertion, len(notes))
	for i, n := range notes {
		var t task
		if err := json.Unmarshal([]byte(n.Payload), &t); err != nil {
			return fmt.Errorf("note %d: %w", n.ID, err)
		}
		work[i] = insertion{t, n.Origin}
	}
	return q.insert(ctx, work)
}
