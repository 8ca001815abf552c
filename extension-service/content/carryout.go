package content

import (
	"context"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/role"
)

// carryOut writes lines as one batch, in parts. Each part looks first whether its texts are still those of the plan: others stay and
// are answered. Stopped in between, what is written is in the history as a part of the batch, and a new plan is about the rest.
func (g *Gateway) carryOut(ctx context.Context, client int64, lines []PlanLine) (TextPlan, error) {
	out := TextPlan{BatchID: newBatch(), Lines: []PlanLine{}}
	// A text and its translations stand in one part, so that a changed source does not make them stale first.
	slices.SortStableFunc(lines, func(a, b PlanLine) int { return strings.Compare(a.Key, b.Key) })
	for _, way := range []struct {
		isOf func(PlanLine) bool
		do   func(context.Context, int64, []PlanLine, *TextPlan) (int, error)
	}{
		{func(l PlanLine) bool { return l.Before != nil && l.After != nil }, g.carryOutPart},
		{func(l PlanLine) bool { return l.Before == nil }, g.carryOutPart},
		{func(l PlanLine) bool { return l.After == nil }, g.removePart},
	} {
		like := slices.DeleteFunc(slices.Clone(lines), func(l PlanLine) bool { return !way.isOf(l) })
		for part := range slices.Chunk(like, maxRows) {
			written, err := way.do(ctx, client, part, &out)
			if err != nil {
				return out, err
			}
			out.Written += written
		}
	}
	return out, nil
}

func (g *Gateway) carryOutPart(ctx context.Context, client int64, lines []PlanLine, out *TextPlan) (int, error) {
	g.changing.Lock()
	defer g.changing.Unlock()
	t := target{table: defaultTexts, caller: role.From(ctx)}
	if client != 0 {
		t.table = clientTexts
	}
	t.collection = offered[t.table]
	current, err := g.rowsOf(ctx, client, lines)
	if err != nil {
		return 0, err
	}
	var edits []*edit
	for _, l := range lines {
		now := current[l.ID]
		if !l.stillHolds(now) {
			out.Lines = append(out.Lines, l)
			continue
		}
		edits = append(edits, l.edit(client, now, out.BatchID))
	}
	if len(edits) == 0 {
		return 0, nil
	}
	if err := g.belong(ctx, t, edits); err != nil {
		return 0, err
	}
	if err := g.judge(ctx, edits, true); err != nil {
		return 0, err
	}
	_, err = g.write(ctx, t, edits, true)
	return len(edits), err
}

// removePart takes texts away that are still those of the plan.
func (g *Gateway) removePart(ctx context.Context, client int64, lines []PlanLine, out *TextPlan) (int, error) {
	g.changing.Lock()
	defer g.changing.Unlock()
	current, err := g.rowsOf(ctx, client, lines)
	if err != nil {
		return 0, err
	}
	var steps []reversal
	for _, l := range lines {
		if now := current[l.ID]; l.stillHolds(now) {
			steps = append(steps, reversal{now: now})
		} else {
			out.Lines = append(out.Lines, l)
		}
	}
	return len(steps), g.goBack(ctx, out.BatchID, steps)
}

// rowsOf are the texts that lines are about, as they are now, by the ids of the lines.
func (g *Gateway) rowsOf(ctx context.Context, client int64, lines []PlanLine) (map[string]row, error) {
	var keys []string
	for _, l := range lines {
		keys = append(keys, l.Key)
	}
	found, err := g.up.siblings(ctx, slices.Compact(keys), map[string]any{"_nnull": true})
	out := map[string]row{}
	for _, r := range found {
		if r.Client == client {
			out[r.Locale+" "+r.Key] = r
		}
	}
	return out, err
}

// stillHolds says whether the text is the one the plan is about. For one that only gets another state, that has to be the same too:
// a source may have changed.
func (l PlanLine) stillHolds(now row) bool {
	switch {
	case l.Before == nil:
		return now.ID == 0
	case l.After != nil && l.After.Text == l.Before.Text && now.State != l.Before.State:
		return false
	}
	return now.ID != 0 && now.Value == l.Before.Text
}

// edit is the change that a line is.
func (l PlanLine) edit(client int64, now row, batch string) *edit {
	before := now
	if now.ID == 0 {
		now = row{Client: client, Locale: l.Locale, Key: l.Key}
	}
	d := draft{State: &l.After.State, at: l.ID + "."}
	if l.After.Text != now.Value {
		d.Value = &l.After.Text
	}
	return &edit{before: before, after: d.over(now), draft: d, batch: batch}
}
