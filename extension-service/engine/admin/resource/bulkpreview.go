package resource

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
)

const (
	bulkSample = 20 // records a preview shows
	bulkProbes = 10 // places of a long list that are tried
)

// bulkPreview is the answer of a dry run. What would fail is known of the records that were tried: of all when they are
// few, otherwise of some from every part of the list.
type bulkPreview struct {
	Count     int64          `json:"count"`
	Tried     int            `json:"tried"`
	WouldFail int            `json:"wouldFail"`
	Unchanged int            `json:"unchanged"`          // that are as the action asks, which a job skips
	Undoable  bool           `json:"undoable"`           // of those that were tried some could go back
	NoUndo    int            `json:"noUndo"`             // those that could not
	Mails     int            `json:"mails"`              // that would be sent
	Impact    map[string]int `json:"impact" kind:"json"` // what else would change, by the names of the record's dialogs
	Sample    []BulkItem     `json:"sample"`
	Results   []BulkItem     `json:"results,omitempty"` // of every record, when all were tried
}

// add counts one record that was tried.
func (p *bulkPreview) add(item BulkItem, c consequences) {
	p.Tried++
	if !item.Allowed {
		p.WouldFail++
		return
	}
	if item.Unchanged {
		p.Unchanged++
	}
	p.Undoable = p.Undoable || item.Back != nil
	if item.Changed && item.Back == nil {
		p.NoUndo++
	}
	p.Mails += c.mails
	for name, n := range c.impact {
		p.Impact[name] += n
	}
}

// preview tries the action on some records and undoes what it did.
func (b *bulkAction) preview(ctx context.Context, m matching, input json.RawMessage) (bulkPreview, error) {
	out := bulkPreview{Impact: map[string]int{}}
	var err error
	if out.Count, err = b.count(ctx, m); err != nil {
		return out, err
	}
	found, err := b.probe(ctx, m, out.Count)
	if err != nil {
		return out, err
	}
	for i := range found {
		var c consequences
		trying := context.WithValue(ctx, consequencesKey{}, &c)
		if found[i], err = b.runItem(trying, found[i], bulkRun{input: input, dry: true}); err != nil {
			return out, err
		}
		found[i].Unchanged = found[i].Allowed && !found[i].Changed
		out.add(found[i], c)
	}
	if int64(out.Tried) == out.Count && out.Count <= maxListed {
		out.Results = found
	}
	out.Sample = sampled(found)
	return out, nil
}

// sampled shows what would fail first, and leaves room for what would not.
func sampled(items []BulkItem) []BulkItem {
	out := slices.Clone(items)
	slices.SortStableFunc(out, func(x, y BulkItem) int { return cmp.Compare(rank(x), rank(y)) })
	if len(out) <= bulkSample {
		return out
	}
	failing := slices.IndexFunc(out, func(b BulkItem) bool { return b.Allowed })
	if failing > bulkSample*3/4 { // some that would succeed, too
		out = slices.Delete(out, bulkSample*3/4, failing)
	}
	return out[:min(bulkSample, len(out))]
}

func rank(b BulkItem) int {
	if b.Allowed {
		return 1
	}
	return 0
}

// probe returns all records when they are few, otherwise some from places spread over the list.
func (b *bulkAction) probe(ctx context.Context, m matching, count int64) ([]BulkItem, error) {
	if m.ids != nil || count <= maxListed {
		return b.page(ctx, m, 0, maxListed)
	}
	var out []BulkItem
	q := m.query
	id := field.Find(b.c.fields, "id")
	q.Sort, q.Fields, q.Limit, q.NoTotal = []query.Sort{{Field: id}}, append(b.c.titleFields(), id), maxListed/bulkProbes,
		true
	for i := range int64(bulkProbes) {
		q.Offset = i * count / bulkProbes
		found, err := b.items(ctx, q)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}
