package content

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Restoring says which changes are taken back: one, a batch, or what somebody did in a time.
type Restoring struct {
	Entry   int64     `json:"entryId" check:"minvalue=0"`
	BatchID string    `json:"batchId" check:"max=40"`
	Author  int64     `json:"author" check:"minvalue=0"`
	Since   time.Time `json:"since"`
	Until   time.Time `json:"until"`
	DryRun  *bool     `json:"dryRun"` // absent: true
}

// Restored tells what becomes of each text. Conflicts are those that were changed since, which stay as they are.
type Restored struct {
	Changes   []Change `json:"changes"`
	Conflicts []Change `json:"conflicts"`
	// of what was asked for; of a large batch Changes and Conflicts are those of its newest
	Total int64  `json:"total"`
	JobID string `json:"jobId"` // of the job that takes a large batch back; Changes are not listed then

	already []Change // those whose texts are what they were before
}

// restoredAtMost is how many changes are taken back while the caller waits.
const restoredAtMost = 5000

// restoreSample is how many changes of a larger batch a dry run looks at.
const restoreSample = 100

// Restore is Gateway.Restore, but more changes than a caller waits for are taken back by a job: a batch by the one that
// made it.
func (s *Service) Restore(ctx context.Context, history *History, in Restoring) (Restored, error) {
	out, err := s.Gateway.Restore(ctx, history, in)
	if err == nil || s.cfg.Jobs == nil || in.isDry() || fault.From(err).Fields["batchId"] == nil {
		return out, err
	}
	if in.BatchID == "" {
		return s.restoreByJob(ctx, history, in)
	}
	b, notFound := s.changeBy(ctx, "batch_id", in.BatchID)
	if fault.KindOf(notFound) == fault.NotFound {
		return s.restoreByJob(ctx, history, in)
	}
	if notFound != nil {
		return out, notFound
	}
	job, err := s.cfg.Jobs.Revert(ctx, b.jobID)
	resource.ReplyOf(ctx).Status = http.StatusAccepted
	return Restored{Changes: []Change{}, Conflicts: []Change{}, JobID: job.JobID}, err
}

func (in Restoring) isDry() bool { return in.DryRun == nil || *in.DryRun }

// query asks for the changes that are taken back.
func (in Restoring) query() ChangesQuery {
	return ChangesQuery{Entry: in.Entry, BatchID: in.BatchID, Author: in.Author, Since: in.Since, Until: in.Until}
}

// Restore takes changes back, with their states; a text that was changed since stays. Nothing is written in a dry run,
// which shows of what only a job can take back what the newest changes would become.
func (g *Gateway) Restore(ctx context.Context, history *History, in Restoring) (out Restored, err error) {
	q := in.query()
	q.Window = resource.Window{Limit: new(int64(restoredAtMost))}
	if in.Entry == 0 && in.BatchID == "" && (in.Author == 0 || in.Since.IsZero() || in.Until.IsZero()) {
		return out, fault.Validation().Field("entryId", "validation.required", nil)
	}
	found, err := history.List(ctx, q)
	if err != nil {
		return out, err
	}
	switch {
	case found.TotalResults == 0:
		return out, fault.New(fault.NotFound, "NOT_FOUND", "no such change")
	case found.TotalResults > restoredAtMost && in.isDry():
		found.Results = found.Results[:restoreSample]
	case found.TotalResults > restoredAtMost:
		return out, tooMany("batchId", restoredAtMost)
	}
	g.changing.Lock()
	defer g.changing.Unlock()
	steps, err := g.findReversals(ctx, found.Results, &out)
	if out.Total = int64(len(out.Changes) + len(out.Conflicts)); found.TotalResults > restoredAtMost {
		out.Total = found.TotalResults
	}
	if err != nil || in.isDry() {
		return out, err
	}
	return out, g.writeReversals(ctx, newBatch(), steps)
}

// reversal takes one text back to an earlier value.
type reversal struct {
	now row // without an id when it is gone
	to  *Value
}

// findReversals finds for each text the value before the first of the changes, and whether it still has the one after
// the last.
func (g *Gateway) findReversals(ctx context.Context, newestFirst []Change, out *Restored) ([]reversal, error) {
	out.Changes, out.Conflicts = []Change{}, []Change{}
	complete := joined(newestFirst)
	var keys []string
	for _, c := range complete {
		keys = append(keys, c.Key)
	}
	rows, err := g.up.siblings(ctx, keys, map[string]any{"_nnull": true})
	if err != nil {
		return nil, err
	}
	known := map[messageSet]map[string]row{}
	for _, r := range rows {
		if known[r.messageSet()] == nil {
			known[r.messageSet()] = map[string]row{}
		}
		known[r.messageSet()][r.Key] = r
	}
	var steps []reversal
	for _, c := range complete {
		now, isThere := known[messageSet{c.Client, c.Locale}][c.Key]
		if isThere == (c.Before != nil) && (!isThere || now.Value == c.Before.Text && now.State == c.Before.State) {
			out.already = append(out.already, c)
		}
		if isThere != (c.After != nil) || isThere && now.Value != c.After.Text {
			out.Conflicts = append(out.Conflicts, c)
			continue
		}
		if !isThere {
			now = row{Client: c.Client, Locale: c.Locale, Key: c.Key}
		}
		steps = append(steps, reversal{now, c.Before})
		c.Before, c.After = c.After, c.Before // what it is and what it becomes
		out.Changes = append(out.Changes, c)
	}
	return steps, nil
}

// joined makes one change of all those of a text: from before the first to after the last.
func joined(newestFirst []Change) []Change {
	var out []Change
	at := map[Change]int{}
	for _, c := range newestFirst {
		text := Change{Client: c.Client, Locale: c.Locale, Key: c.Key}
		i, ok := at[text]
		if !ok {
			at[text] = len(out)
			out = append(out, c)
			continue
		}
		out[i].Before = c.Before
	}
	return out
}

// writeReversals writes the steps as one batch, like with like, and marks what they make stale. A text is created,
// changed or removed.
func (g *Gateway) writeReversals(ctx context.Context, batch string, steps []reversal) error {
	g.up.editing.RLock()
	defer g.up.editing.RUnlock()
	var keys []string
	for _, s := range steps {
		keys = append(keys, s.key())
	}
	for _, method := range []string{http.MethodDelete, http.MethodPatch, http.MethodPost} {
		for _, table := range []string{defaultTexts, clientTexts} {
			like := slices.DeleteFunc(slices.Clone(steps), func(s reversal) bool {
				return s.method() != method || collectionOf(s.now) != table
			})
			for part := range slices.Chunk(like, maxRows) {
				if err := g.goLike(ctx, method, batch, part); err != nil {
					return err
				}
			}
		}
	}
	g.changed()
	rows, err := g.up.siblings(ctx, keys, map[string]any{"_nnull": true})
	if err != nil {
		return err
	}
	return markStale(ctx, g.up, originsOf(rows), rows)
}

// goLike writes the steps of one collection that are written by one method, all or none, and records them.
func (g *Gateway) goLike(ctx context.Context, method, batch string, steps []reversal) error {
	var body []any
	entries := make([]Entry, len(steps))
	for i, s := range steps {
		body = append(body, s.body(role.From(ctx).Name))
		entries[i] = entry(s.action(), s.now, s.nextRow())
		entries[i].batch = batch
	}
	if method == http.MethodDelete { // what was not recorded could not be put back
		if err := g.record(ctx, entries); err != nil {
			return err
		}
	}
	raw, err := g.up.change(ctx, method, collectionOf(steps[0].now), body)
	if err != nil || method == http.MethodDelete {
		return err
	}
	if method == http.MethodPost {
		var stored []row
		if err := open(raw, &stored); err != nil || len(stored) != len(steps) {
			return unavailable("the content service answers something unreadable", err)
		}
		for i := range stored {
			entries[i].ID = strconv.FormatInt(stored[i].ID, 10)
		}
	}
	return g.record(ctx, entries)
}

func (s reversal) key() string { return s.now.Key }

func (s reversal) action() string {
	switch s.method() {
	case http.MethodPost:
		return "create"
	case http.MethodDelete:
		return "delete"
	}
	return "update"
}

func (s reversal) method() string {
	switch {
	case s.to == nil:
		return http.MethodDelete
	case s.now.ID == 0:
		return http.MethodPost
	}
	return http.MethodPatch
}

// nextRow is the text as it becomes, or nil when it goes.
func (s reversal) nextRow() *row {
	if s.to == nil {
		return nil
	}
	r := s.now
	r.Value, r.State, r.SourceHash = s.to.Text, s.to.State, s.to.source
	if s.now.ID == 0 {
		r.Description, r.MaxLength = s.to.details.Description, s.to.details.MaxLength
	}
	return &r
}

// body is what is sent for a step: the id of what goes, else the row.
func (s reversal) body(who string) any {
	if s.to == nil {
		return s.now.ID
	}
	out := change{"messageValue": s.to.Text, "state": s.to.State, "sourceHash": s.to.source, "updatedBy": who}
	if s.now.ID != 0 {
		out["id"] = s.now.ID
		return out
	}
	out["locale"], out["messageKey"] = s.now.Locale, s.now.Key
	if s.now.Client != 0 {
		out["client"] = s.now.Client
		return out
	}
	if wanted := s.to.details; wanted.Description != "" {
		out["description"] = wanted.Description
	}
	if wanted := s.to.details; wanted.MaxLength != 0 {
		out["maxLength"] = wanted.MaxLength
	}
	return out
}
