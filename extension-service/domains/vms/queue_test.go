package vms_test

import (
	"context"
	"fmt"
	"slices"
	"time"

	"poolkeeper.example/extension-service/domains/vms"
)

// queue is what is to be said, in memory.
type queue struct {
	now   func() time.Time
	tasks []*queued
}

type queued struct {
	vms.Task
	due     time.Time
	settled bool
	last    vms.Outcome
}

// firstTask is the id of the first application in the queue.
const firstTask = 10_000

func (q *queue) addTasks(n int) {
	for i := range n {
		id := int64(firstTask + i)
		q.tasks = append(q.tasks, &queued{Task: vms.Task{
			ID: id, ApplicationID: id, ClientID: 1, Round: 1,
			Entity: vms.Application, Handle: fmt.Sprint("A-", id),
		}, due: q.now()})
	}
}

func (q *queue) has(id int64) bool {
	return slices.ContainsFunc(q.tasks, func(t *queued) bool { return t.ApplicationID == id })
}

func (q *queue) next(of vms.Deliverable) *queued {
	var out *queued
	for _, t := range q.tasks {
		if !t.settled && slices.Contains(of.Entities, t.Entity) && !t.due.After(q.now()) &&
			(out == nil || t.due.Before(out.due)) {
			out = t
		}
	}
	return out
}

func (q *queue) IsQueued(_ context.Context, of vms.Deliverable) (bool, error) {
	return q.next(of) != nil, nil
}

func (q *queue) Count(context.Context, int64) (int64, error) {
	n, _ := q.unsettled()
	return int64(n), nil
}

func (q *queue) CountAll(context.Context) (map[vms.Entity]map[int64]int64, error) {
	out := map[vms.Entity]map[int64]int64{}
	for _, t := range q.tasks {
		if t.settled {
			continue
		}
		if out[t.Entity] == nil {
			out[t.Entity] = map[int64]int64{}
		}
		out[t.Entity][t.ClientID]++
	}
	return out, nil
}

func (q *queue) Claim(_ context.Context, of vms.Deliverable, lease time.Duration) (vms.Task, bool, error) {
	t := q.next(of)
	if t == nil {
		return vms.Task{}, false, nil
	}
	t.due = q.now().Add(lease)
	return t.Task, true, nil
}

func (q *queue) RecordOutcome(_ context.Context, done vms.Task, out vms.Outcome) error {
	for _, t := range q.tasks {
		if t.ID == done.ID {
			t.last, t.settled, t.due = out, out.Failure == "" || out.IsFinal, out.Next
		}
	}
	return nil
}

// unsettled is how many tasks are not settled, and when the first of them is due.
func (q *queue) unsettled() (n int, due time.Time) {
	for _, t := range q.tasks {
		if !t.settled {
			if n++; due.IsZero() || t.due.Before(due) {
				due = t.due
			}
		}
	}
	return n, due
}
