package search

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"
)

// Drift says how a document stands to its record.
type Drift string

// The kinds of drift; an orphan is MissingInDB, and a document that was written by hand is Manual until its record
// changes.
const (
	OK             Drift = "OK"
	Stale          Drift = "STALE"
	MissingInIndex Drift = "MISSING_IN_INDEX"
	MissingInDB    Drift = "MISSING_IN_DB"
	Manual         Drift = "MANUAL"
)

// Options lists the kinds.
func (Drift) Options() []string {
	return []string{string(OK), string(Stale), string(MissingInIndex), string(MissingInDB), string(Manual)}
}

// drifted are the kinds that a report lists and a repair mends.
var drifted = []Drift{Stale, MissingInIndex, MissingInDB}

// Difference is one document that is not what its record says.
type Difference struct {
	ID           int64             `json:"id"`
	Kind         Drift             `json:"drift"`
	IndexVersion int64             `json:"indexVersion,omitempty"`
	DBVersion    int64             `json:"dbVersion,omitempty"`
	Fields       []FieldDifference `json:"fields,omitempty"`
	// the record's last change where known, else when the document was indexed
	Since time.Time `json:"since"`

	ClientID, LegalEntityID int64 // whose it is: of the record, or else of the document
}

// FieldDifference shows both values of one field.
type FieldDifference struct {
	Name  string `json:"name"`
	Index any    `json:"index"`
	DB    any    `json:"db"`
}

// Report compares a whole type.
type Report struct {
	Type    string                 `json:"type"`
	Index   string                 `json:"index"`
	At      time.Time              `json:"at"`
	Counts  map[Drift]int64        `json:"counts"`
	Samples map[Drift][]Difference `json:"samples"`
	IDs     []int64                `json:"ids"` // of everything that differs and is not written by hand, up to 10,000
	Listed  []Difference           `json:"-"`   // the same with their differences
	Oldest  *time.Time             `json:"oldest,omitempty"`
}

const samples = 20 // of each kind in a report

// Drift compares every document of the index being read with its record. What differs is looked at twice, so that a
// change on its way through the relay is rarely reported. It answers NOT_FOUND for an unknown type.
func (x *Indexes) Drift(ctx context.Context, typ string, o Options) (Report, error) {
	src, err := x.source(typ)
	if err != nil {
		return Report{}, err
	}
	index, _, err := x.reading(ctx, typ)
	if err != nil {
		return Report{}, err
	}
	r := Report{
		Type: typ, Index: index, At: x.Now(),
		Counts: map[Drift]int64{OK: 0, Stale: 0, MissingInIndex: 0, MissingInDB: 0}, Samples: map[Drift][]Difference{},
		IDs: []int64{},
	}
	o.enter(Compare, index)
	total, err := x.Engine.Count(ctx, index, Query{})
	if err != nil {
		return r, unavailable(err)
	}
	var done int64
	err = eachPage(ctx, all(src), func(p page) error {
		if err := x.compare(ctx, &r, p); err != nil {
			return err
		}
		done += int64(len(p.ids))
		o.report(done, total)
		return nil
	})
	return r, unavailable(err)
}

// compare adds one page of records, and the documents between their ids, to a report.
func (x *Indexes) compare(ctx context.Context, r *Report, p page) error {
	suspects, err := x.suspects(ctx, r, p)
	if err != nil || len(suspects) == 0 {
		return err
	}
	if err := x.Engine.Refresh(ctx, r.Index); err != nil { // what the relay has written may not be found yet
		return err
	}
	for part := range slices.Chunk(suspects, pageSize) {
		differing, equal, err := x.differences(ctx, r.Type, r.Index, part)
		if err != nil {
			return err
		}
		r.Counts[OK] += equal // what the relay has brought meanwhile
		for _, d := range differing {
			r.add(d)
		}
	}
	return nil
}

// suspects counts the documents of a page that are kept as they would be written and returns the ids of all others.
func (x *Indexes) suspects(ctx context.Context, r *Report, p page) ([]int64, error) {
	docs, err := x.load(ctx, r.Type, p.ids)
	if err != nil {
		return nil, err
	}
	rows := make(map[int64]Document, len(docs))
	for _, d := range docs {
		rows[d.ID] = d
	}
	var out []int64
	err = x.eachHit(ctx, r.Index, Query{After: p.after, UpTo: p.upTo, Raw: true}, func(h Hit) error {
		d, ok := rows[h.ID]
		if ok && d.equalsHit(h) {
			r.Counts[OK]++
		} else {
			out = append(out, h.ID)
		}
		delete(rows, h.ID)
		return nil
	})
	return slices.Sorted(slices.Values(slices.AppendSeq(out, maps.Keys(rows)))), err
}

// equalsHit says whether a raw hit is this document to the letter: equal ones are written as the same text.
func (d Document) equalsHit(h Hit) bool {
	if d.Version != h.Version || d.ClientID != h.ClientID || d.LegalEntityID != h.LegalEntityID {
		return false
	}
	text, err := d.Text()
	return err == nil && text == h.Text
}

func (r *Report) add(d Difference) {
	r.Counts[d.Kind]++
	if !slices.Contains(drifted, d.Kind) {
		return
	}
	if len(r.IDs) < maxListed {
		r.IDs, r.Listed = append(r.IDs, d.ID), append(r.Listed, d)
	}
	if len(r.Samples[d.Kind]) < samples {
		r.Samples[d.Kind] = append(r.Samples[d.Kind], d)
	}
	if !d.Since.IsZero() && (r.Oldest == nil || d.Since.Before(*r.Oldest)) {
		since := d.Since
		r.Oldest = &since
	}
}

// differences compares documents of one index with their records, by id, and counts those that are equal. Ids that
// neither side has are neither.
func (x *Indexes) differences(ctx context.Context, typ, index string, ids []int64) (out []Difference, equal int64,
	err error,
) {
	for part := range slices.Chunk(ids, pageSize) {
		docs, err := x.load(ctx, typ, part)
		if err != nil {
			return nil, 0, err
		}
		found, err := x.Engine.Query(ctx, index, Query{IDs: part, Size: len(part), NoTotal: true})
		if err != nil {
			return nil, 0, err
		}
		rows, hits := map[int64]*Document{}, map[int64]*Hit{}
		for i := range docs {
			rows[docs[i].ID] = &docs[i]
		}
		for i := range found.Hits {
			hits[found.Hits[i].ID] = &found.Hits[i]
		}
		for _, id := range part {
			if d := difference(rows[id], hits[id]); d != nil {
				out = append(out, *d)
			} else if rows[id] != nil {
				equal++
			}
		}
	}
	return out, equal, nil
}

// awaitEqual compares documents until those that the relay was about to write are equal, and returns what stays
// different. While the relay has not yet brought what had been changed before the first look, it is given more time.
func (x *Indexes) awaitEqual(ctx context.Context, typ, index string, ids []int64) ([]Difference, error) {
	slices.Sort(ids)
	began := x.Now()
	var waited, late time.Duration
	for pause := 10 * time.Millisecond; ; pause = min(2*pause, time.Second) {
		left, _, err := x.differences(ctx, typ, index, slices.Compact(ids))
		if err != nil || len(left) == 0 || waited >= x.Settle {
			return left, err
		}
		ids = ids[:0]
		for _, d := range left {
			ids = append(ids, d.ID)
		}
		isBehind, err := x.isBehind(ctx, typ, began)
		switch {
		case err != nil:
			return nil, err
		case isBehind && late < patienceForRelay*x.Settle:
			late += pause
		default:
			waited += pause
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pause):
		}
	}
}

// isBehind says whether the relay has yet to bring a change of this type made before an instant.
func (x *Indexes) isBehind(ctx context.Context, typ string, began time.Time) (bool, error) {
	if x.Backlog == nil {
		return false, nil
	}
	n, oldest, err := x.Backlog(ctx, Topic, typ)
	return n > 0 && oldest.Before(began), err
}

// difference compares a record with its document, either of which may be missing; nil when they are equal.
func difference(d *Document, h *Hit) *Difference {
	switch {
	case d == nil && h == nil:
		return nil
	case h == nil:
		return &Difference{
			ID: d.ID, Kind: MissingInIndex, DBVersion: d.Version, Since: d.Changed, ClientID: d.ClientID,
			LegalEntityID: d.LegalEntityID,
		}
	case d == nil:
		return &Difference{
			ID: h.ID, Kind: MissingInDB, IndexVersion: h.Version, Since: h.IndexedAt, ClientID: h.ClientID,
			LegalEntityID: h.LegalEntityID,
		}
	}
	fields := fieldDifferences(*d, h.Document)
	if d.Version == h.Version && len(fields) == 0 {
		return nil
	}
	since := d.Changed
	if since.IsZero() {
		since = h.IndexedAt
	}
	kind := Stale
	if h.Contents.Get(manualMark) == true && d.Version == h.Version {
		kind = Manual
	}
	return &Difference{
		ID: d.ID, Kind: kind, IndexVersion: h.Version, DBVersion: d.Version, Fields: fields, Since: since,
		ClientID: d.ClientID, LegalEntityID: d.LegalEntityID,
	}
}

// fieldDifferences lists the values that are not the same JSON; null is the same as absent.
func fieldDifferences(db, index Document) []FieldDifference {
	var out []FieldDifference
	add := func(name string, i, d any) {
		if !equalJSON(i, d) {
			out = append(out, FieldDifference{Name: name, Index: i, DB: d})
		}
	}
	var names []string
	for _, c := range slices.Concat(db.Contents, index.Contents) {
		names = append(names, c.Name)
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		add(name, index.Contents.Get(name), db.Contents.Get(name))
	}
	add("_clientId", index.ClientID, db.ClientID)
	add("_legalEntityId", index.LegalEntityID, db.LegalEntityID)
	return out
}

func equalJSON(a, b any) bool {
	left, err := json.Marshal(a)
	if err != nil {
		return false
	}
	right, err := json.Marshal(b)
	return err == nil && bytes.Equal(left, right)
}

// Repair makes the documents of these ids what their records say and returns those that still differ. A document ahead
// of its record, as after a restored backup, is taken out first, since its version would refuse the right one.
func (x *Indexes) Repair(ctx context.Context, typ string, ids []int64) ([]Difference, error) {
	if _, err := x.source(typ); err != nil {
		return nil, err
	}
	index, _, err := x.reading(ctx, typ)
	if err != nil {
		return nil, err
	}
	var left []Difference
	for part := range slices.Chunk(slices.Compact(slices.Sorted(slices.Values(ids))), pageSize) {
		still, err := x.repair(ctx, typ, index, part)
		if err != nil {
			return nil, unavailable(err)
		}
		left = append(left, still...)
	}
	slices.SortFunc(left, func(a, b Difference) int { return cmp.Compare(a.ID, b.ID) })
	return left, nil
}

func (x *Indexes) repair(ctx context.Context, typ, index string, ids []int64) ([]Difference, error) {
	left, _, err := x.differences(ctx, typ, index, ids)
	left = slices.DeleteFunc(left, func(d Difference) bool { return d.Kind == Manual })
	if err != nil || len(left) == 0 {
		return nil, err
	}
	for _, remove := range []bool{false, true} {
		versions := map[int64]int64{}
		var stuck []int64
		for _, d := range left {
			versions[d.ID] = d.IndexVersion
			stuck = append(stuck, d.ID)
		}
		if remove {
			if err := x.each(ctx, typ, func(index string) error { return x.Engine.Remove(ctx, index, stuck) }); err != nil {
				return nil, err
			}
		}
		if err := x.publishVersions(ctx, typ, versions); err != nil {
			return nil, err
		}
		if err := x.Engine.Refresh(ctx, index); err != nil {
			return nil, err
		}
		left, _, err = x.differences(ctx, typ, index, stuck)
		if err != nil || len(left) == 0 {
			return nil, err
		}
	}
	return left, nil
}
