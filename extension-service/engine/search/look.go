package search

import (
	"context"
	"maps"
	"time"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// manualMark is the field of a document that was written by hand. No schema has it, so it is kept and never searched.
const manualMark = "_manual"

// Comparison is how a document stands to its record: both where there are both, else the one there is.
type Comparison struct {
	Document *Hit
	Record   *Document
	Difference
}

// Compare says how the documents found stand to their records, in their order.
func (x *Indexes) Compare(ctx context.Context, typ string, hits []Hit) ([]Comparison, error) {
	ids := make([]int64, len(hits))
	for i, h := range hits {
		ids[i] = h.ID
	}
	docs, err := x.load(ctx, typ, ids)
	if err != nil {
		return nil, err
	}
	rows := make(map[int64]*Document, len(docs))
	for i := range docs {
		rows[docs[i].ID] = &docs[i]
	}
	out := make([]Comparison, len(hits))
	for i := range hits {
		if out[i], err = compareHit(rows[hits[i].ID], &hits[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// compareHit holds a raw hit against its record. Few differ, so that its contents are seldom read.
func compareHit(record *Document, hit *Hit) (Comparison, error) {
	var d *Difference
	if record == nil || hit == nil || !record.equalsHit(*hit) {
		if err := hit.read(); err != nil {
			return Comparison{}, err
		}
		d = difference(record, hit)
	}
	if d == nil {
		d = &Difference{ID: record.ID, Kind: OK, IndexVersion: hit.Version, DBVersion: record.Version, Since: record.Changed}
	}
	return Comparison{Document: hit, Record: record, Difference: *d}, nil
}

// read makes the contents of what was raw.
func (h *Hit) read() (err error) {
	if h != nil {
		h.Contents, err = ParseContents(h.Text)
	}
	return err
}

// CompareRecord shows one document beside its record. It answers NOT_FOUND when the caller's scope holds neither.
func (x *Indexes) CompareRecord(ctx context.Context, typ string, id int64) (Comparison, error) {
	if _, err := x.source(typ); err != nil {
		return Comparison{}, err
	}
	name, _, err := x.reading(ctx, typ)
	if err != nil {
		return Comparison{}, err
	}
	scope := role.From(ctx).Scope
	page, err := x.Engine.Query(ctx, name, Query{IDs: []int64{id}, Scope: scope, Size: 1, NoTotal: true, Raw: true})
	if err != nil {
		return Comparison{}, unavailable(err)
	}
	docs, err := x.load(ctx, typ, []int64{id})
	if err != nil {
		return Comparison{}, err
	}
	var hit *Hit
	var record *Document
	if len(page.Hits) > 0 {
		hit = &page.Hits[0]
	}
	if len(docs) > 0 && scope.Covers(docs[0].ClientID, docs[0].LegalEntityID) {
		record = &docs[0]
	}
	if hit == nil && record == nil {
		return Comparison{}, missing(typ, id)
	}
	return compareHit(record, hit)
}

// Override replaces a document by what somebody wrote, until the next write of its record, and returns when that can be
// found. It answers NOT_FOUND when there is no such record in the caller's scope, UNKNOWN_FIELD or VALIDATION for what
// the index does not hold.
func (x *Indexes) Override(ctx context.Context, typ string, id int64, fields map[string]any) (version int64,
	err error,
) {
	src, err := x.source(typ)
	if err != nil {
		return 0, err
	}
	d, err := x.record(ctx, typ, id)
	if err != nil {
		return 0, err
	}
	wanted := maps.Clone(fields)
	delete(wanted, manualMark)
	d.Contents = ContentsOf(wanted)
	if err := src.Schema().check(d); err != nil {
		return 0, err
	}
	wanted[manualMark] = true
	d.Contents = ContentsOf(wanted)
	return d.Version, x.each(ctx, typ, func(index string) error { return x.Engine.Write(ctx, index, []Document{d}) })
}

// record loads what the database says of one record within the caller's scope.
func (x *Indexes) record(ctx context.Context, typ string, id int64) (Document, error) {
	docs, err := x.load(ctx, typ, []int64{id})
	if err != nil {
		return Document{}, err
	}
	if len(docs) == 0 || !role.From(ctx).Scope.Covers(docs[0].ClientID, docs[0].LegalEntityID) {
		return Document{}, missing(typ, id)
	}
	return docs[0], nil
}

// check holds a document that somebody wrote against the schema.
func (s Schema) check(d Document) error {
	bad := fault.Validation()
	for _, c := range d.Contents {
		f := s.Field(c.Name)
		if f == nil {
			return unknownField("source."+c.Name, c.Name)
		}
		if !f.Compared() {
			continue
		}
		if _, err := f.Values(d); err != nil {
			bad.Field("source."+c.Name, wrongMessage(*f), nil)
		}
	}
	return bad.OrNil()
}

// Summary is what an engine holds of one type.
type Summary struct {
	Index, Previous string
	PreviousSince   time.Time // when it was replaced
	Documents       int64
}

// Summary says which indexes of a type there are, and how many documents the one being read has.
func (x *Indexes) Summary(ctx context.Context, typ string) (Summary, error) {
	if _, err := x.source(typ); err != nil {
		return Summary{}, err
	}
	state, err := x.Engine.State(ctx, typ)
	if err != nil {
		return Summary{}, unavailable(err)
	}
	out := Summary{Previous: state.indexFor(previousAlias(typ)), PreviousSince: state.Aliases[previousAlias(typ)].Since}
	if out.Index, _ = state.live(typ); out.Index == "" {
		return out, nil
	}
	out.Documents, err = x.Engine.Count(ctx, out.Index, Query{})
	return out, unavailable(err)
}
