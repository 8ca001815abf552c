package content

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/platform/role"
)

// execution writes the lines of one batch.
type execution struct {
	*Gateway

	client int64
	batch  string
	// isRecorded says which texts the history has of the batch already: those of a pass that was interrupted. nil: none
	// can be there.
	isRecorded func(ctx context.Context, keys []string) (map[string]bool, error)
	left       []PlanLine // those that were left as they are, because they have changed since
	written    int
}

// carryOut writes lines as one batch, in parts. Each part looks first whether its texts are still those of the plan:
// others stay and are answered. Stopped in between, what is written is in the history as a part of the batch, and a new
// plan is about the rest.
func (g *Gateway) carryOut(ctx context.Context, client int64, lines []PlanLine) (TextPlan, error) {
	x := &execution{Gateway: g, client: client, batch: newBatch(), left: []PlanLine{}}
	slices.SortStableFunc(lines, inOrder)
	var err error
	for part := range slices.Chunk(lines, maxRows) {
		if err = x.write(ctx, part); err != nil {
			break
		}
	}
	return TextPlan{BatchID: x.batch, Lines: x.left, Total: len(x.left), Written: x.written}, err
}

// write writes lines, like with like. No more than maxRows.
func (x *execution) write(ctx context.Context, lines []PlanLine) error {
	x.changing.Lock()
	defer x.changing.Unlock()
	current, err := x.rowsOf(ctx, x.client, lines)
	if err != nil {
		return err
	}
	for step := range 3 {
		like := slices.DeleteFunc(slices.Clone(lines), func(l PlanLine) bool { return l.step() != step })
		if len(like) == 0 {
			continue
		}
		open, err := x.stillOpen(ctx, like, current)
		if err != nil {
			return err
		}
		if step == 2 {
			err = x.remove(ctx, open, current)
		} else {
			err = x.change(ctx, open, current)
		}
		if err != nil {
			return err
		}
		x.written += len(open)
	}
	return nil
}

// stillOpen are the lines that are still to be written. Those that an interrupted pass has written get what it did not
// come to: their step of the history, and the states of translations of a changed source.
func (x *execution) stillOpen(ctx context.Context, lines []PlanLine, current map[string]row) (open []PlanLine,
	err error,
) {
	recorded := map[string]bool{}
	if x.isRecorded != nil {
		if recorded, err = x.isRecorded(ctx, keysOf(lines)); err != nil {
			return nil, err
		}
	}
	var missed []Entry
	var sources []string
	for _, l := range lines {
		now := current[l.ID]
		isDone := x.isRecorded != nil && l.isDone(now)
		switch {
		case isDone:
			x.written++
			if l.Locale == source {
				sources = append(sources, l.Key)
			}
			if !recorded[l.address()] && l.After != nil {
				missed = append(missed, l.missed(now, x.batch))
			}
		case l.matches(now):
			open = append(open, l)
		default:
			x.left = append(x.left, l)
		}
	}
	if len(missed) > 0 {
		if err := x.record(ctx, missed); err != nil {
			return nil, err
		}
	}
	return open, x.markTranslationsOf(ctx, sources)
}

// markTranslationsOf marks what is made from other texts than those of today.
func (g *Gateway) markTranslationsOf(ctx context.Context, keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	rows, err := g.up.siblings(ctx, keys, map[string]any{"_nnull": true})
	if err != nil {
		return err
	}
	return markStale(ctx, g.up, originsOf(rows), rows)
}

func (x *execution) change(ctx context.Context, lines []PlanLine, current map[string]row) error {
	if len(lines) == 0 {
		return nil
	}
	t := target{table: defaultTexts, caller: role.From(ctx)}
	if x.client != 0 {
		t.table = clientTexts
	}
	t.collection = offered[t.table]
	edits := make([]*edit, len(lines))
	for i, l := range lines {
		edits[i] = l.edit(x.client, current[l.ID], x.batch)
	}
	if err := x.checkClients(ctx, t, edits); err != nil {
		return err
	}
	if err := x.checkEdits(ctx, edits, true); err != nil {
		return err
	}
	_, err := x.Gateway.write(ctx, t, edits, true)
	return err
}

// remove removes texts. The history has them before.
func (x *execution) remove(ctx context.Context, lines []PlanLine, current map[string]row) error {
	steps := make([]reversal, len(lines))
	for i, l := range lines {
		steps[i] = reversal{now: current[l.ID]}
	}
	return x.writeReversals(ctx, x.batch, steps)
}

func keysOf(lines []PlanLine) []string {
	var out []string
	for _, l := range lines {
		out = append(out, l.Key)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// rowsOf are the texts that lines are about, as they are now, by the ids of the lines.
func (g *Gateway) rowsOf(ctx context.Context, client int64, lines []PlanLine) (map[string]row, error) {
	found, err := g.up.siblings(ctx, keysOf(lines), map[string]any{"_nnull": true})
	out, byPlace := map[string]row{}, map[string]row{}
	for _, r := range found {
		if r.Client == client {
			byPlace[r.Locale+" "+r.Key] = r
		}
	}
	for _, l := range lines {
		if r, ok := byPlace[l.address()]; ok {
			out[l.ID] = r
		}
	}
	return out, err
}

// address names the text that a line is about within its set.
func (l PlanLine) address() string { return l.Locale + " " + l.Key }

// matches says whether the text is the one the plan is about. For one that only gets another state, that has to be the
// same too: a source may have changed.
func (l PlanLine) matches(now row) bool {
	switch {
	case l.Before == nil:
		return now.ID == 0
	case l.After != nil && l.After.Text == l.Before.Text && now.State != l.Before.State:
		return false
	}
	return now.ID != 0 && now.Value == l.Before.Text
}

// isDone says whether the text is what the line makes of it.
func (l PlanLine) isDone(now row) bool {
	if l.After == nil {
		return now.ID == 0
	}
	isSame := now.ID != 0 && now.Value == l.After.Text
	return isSame && (l.Before == nil || l.Before.Text != l.After.Text || now.State == l.After.State)
}

// missed is the step of the history for a line that was written and not recorded.
func (l PlanLine) missed(now row, batch string) Entry {
	before, action := now, "create"
	if l.Before != nil {
		before.Value, before.State, action = l.Before.Text, l.Before.State, "update"
	}
	e := entry(action, before, &now)
	e.batch = batch
	return e
}

// edit is the change that a line is.
func (l PlanLine) edit(client int64, now row, batch string) *edit {
	before := now
	if now.ID == 0 {
		now = row{Client: client, Locale: l.Locale, Key: l.Key}
	}
	d := draft{State: &l.After.State, at: l.ID + "."}
	if l.After.State == stateBroken {
		d.State = new(stateTranslated) // what it says makes it broken
	}
	if l.After.Text != now.Value {
		d.Value = &l.After.Text
	}
	return &edit{before: before, after: d.applyTo(now), draft: d, batch: batch}
}
