package admin

import (
	"bytes"
	"context"
	"encoding/json"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// order is one sort key of a query.
type order struct {
	Field string `json:"field" check:"max=100"`
	Order string `json:"order" check:"max=4"`
}

type queryInput struct {
	Type      string          `path:"type"`
	Query     string          `json:"query"     kind:"longtext" check:"max=4000"`
	Size      int             `json:"size"`
	Offset    int             `json:"offset"`
	Sort      []order         `json:"sort"      check:"max=10"`
	ClientIDs []int64         `json:"clientIds" check:"max=200"`
	Filters   json.RawMessage `json:"filters"   kind:"json"`
}

// Found is one document that a query finds, beside the version of its record.
type Found struct {
	ID        int64        `json:"id"        kind:"id"`
	Version   int64        `json:"version"`
	IndexedAt *string      `json:"indexedAt"`
	Source    *source      `json:"source"` // null when there is no document
	Drift     search.Drift `json:"drift"`
	DBVersion *int64       `json:"dbVersion"` // null when there is no such record
}

// source is the fields of a document as the engine keeps them, a JSON object.
type source string

// MarshalJSON writes it as it is.
func (s source) MarshalJSON() ([]byte, error) { return []byte(s), nil }

// Schema describes it.
func (source) Schema() field.Schema { return field.Schema{"type": "object"} }

// Answer is one page of documents.
type Answer struct {
	Results      []Found `json:"results"`
	TotalResults int64   `json:"totalResults"`
	TookMs       int64   `json:"tookMs"`
}

// query answers a page of documents, each held against its record now.
func (s *Service) query(ctx context.Context, in queryInput) (Answer, error) {
	began, out := s.Now(), Answer{Results: []Found{}}
	r := search.Request{Query: in.Query, Size: in.Size, Offset: in.Offset, ClientIDs: in.ClientIDs}
	for _, o := range in.Sort {
		r.Sort = append(r.Sort, search.Order(o))
	}
	filters, err := object(in.Filters)
	if err != nil {
		return out, fault.Validation().Field("filters", "validation.object", nil)
	}
	r.Filters = filters
	page, err := s.Indexes.Query(ctx, in.Type, r)
	if err != nil {
		return out, err
	}
	out.TookMs = s.Now().Sub(began).Milliseconds()
	standings, err := s.Indexes.Compare(ctx, in.Type, page.Hits)
	if err != nil {
		return out, err
	}
	for i := range standings {
		out.Results = append(out.Results, found(&standings[i]))
	}
	out.TotalResults = page.Total
	return out, nil
}

// object reads a JSON object; its numbers stay as they were written.
func object(text json.RawMessage) (map[string]any, error) {
	if len(text) == 0 || string(text) == "null" {
		return nil, nil //nolint:nilnil // an absent object is an empty one
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var out map[string]any
	return out, d.Decode(&out)
}

func found(st *search.Comparison) Found {
	out := Found{ID: st.ID, Drift: st.Kind}
	if h := st.Document; h != nil {
		out.Version, out.IndexedAt, out.Source = h.Version, date.InstantOrNull(h.IndexedAt), new(source(h.Text))
	}
	if st.Record != nil {
		out.DBVersion = &st.Record.Version
	}
	return out
}

type oneInput struct {
	Type string `path:"type"`
	ID   int64  `path:"id"`
}

// Document is one document beside its record, and the fields in which they differ.
type Document struct {
	Found

	Record *source                  `json:"record"` // what the document would be; null when there is no such record
	Fields []search.FieldDifference `json:"fields"`
}

func (s *Service) document(ctx context.Context, in oneInput) (Document, error) {
	st, err := s.Indexes.CompareRecord(ctx, in.Type, in.ID)
	if err != nil {
		return Document{}, err
	}
	out := Document{Found: found(&st), Fields: append([]search.FieldDifference{}, st.Fields...)}
	if st.Record != nil {
		text, err := st.Record.Text()
		out.Record = new(source(text))
		return out, err
	}
	return out, nil
}

type putInput struct {
	Type     string          `path:"type"`
	ID       int64           `path:"id"`
	Override bool            `json:"override"`
	Source   json.RawMessage `json:"source" kind:"json"`
}

// Updated is the answer of a document that was written.
type Updated struct {
	Message string `json:"message"`
	Version int64  `json:"version"`
}

// indexRecord indexes a record again, or writes a document by hand where that is said.
func (s *Service) indexRecord(ctx context.Context, in putInput) (Updated, error) {
	out := Updated{Message: "index.updated"}
	if err := s.checkPermission(ctx, in.Type); err != nil {
		return out, err
	}
	source, err := object(in.Source)
	switch {
	case err != nil:
		return out, fault.Validation().Field("source", "validation.object", nil)
	case source != nil && !in.Override:
		return out, fault.Validation().Field("override", "validation.required", nil)
	case source == nil && in.Override:
		return out, fault.Validation().Field("source", "validation.required", nil)
	case source != nil:
		out.Version, err = s.Indexes.Override(ctx, in.Type, in.ID, source)
	default:
		out.Version, err = s.Indexes.IndexRecord(ctx, in.Type, in.ID)
	}
	if err != nil {
		return out, err
	}
	return out, s.changed(ctx, "index.update", oneInput{in.Type, in.ID}, in.Override)
}

// Deleted is the answer of a document that was taken out.
type Deleted struct {
	Message    string `json:"message"`
	ExistsInDB bool   `json:"existsInDb"`
}

// delete takes a document out and leaves no tombstone.
func (s *Service) delete(ctx context.Context, in oneInput) (Deleted, error) {
	out := Deleted{Message: "index.deleted"}
	if err := s.checkPermission(ctx, in.Type); err != nil {
		return out, err
	}
	var err error
	if out.ExistsInDB, err = s.Indexes.Delete(ctx, in.Type, in.ID); err != nil {
		return out, err
	}
	return out, s.changed(ctx, "index.delete", in, false)
}

// changed keeps in the audit log who wrote a document. The record itself has not changed.
func (s *Service) changed(ctx context.Context, action string, at oneInput, byHand bool) error {
	after := map[string]any{"type": at.Type, "id": at.ID}
	if byHand {
		after["override"] = true
	}
	return s.record(ctx, store.Entry{Entity: Entity, ID: at.ID, Act: resource.Act{Action: action}, After: after})
}

type rollbackInput struct {
	Type   string `path:"type"`
	Reason string `json:"reason" check:"max=500"`
}

// RolledBack is the answer of an index that is read again.
type RolledBack struct {
	Message string `json:"message"`
	Index   string `json:"index"`
}

// rollback reads the previous index again. REASON_REQUIRED; NOT_FOUND when none is kept.
func (s *Service) rollback(ctx context.Context, in rollbackInput) (RolledBack, error) {
	out := RolledBack{Message: "index.rolledBack"}
	if err := s.checkPermission(ctx, in.Type); err != nil {
		return out, err
	}
	if in.Reason == "" {
		return out, fault.New(fault.Invalid, "REASON_REQUIRED", "a rollback needs a reason").Field("reason",
			"validation.required", nil)
	}
	var err error
	if out.Index, err = s.Indexes.Rollback(ctx, in.Type); err != nil {
		return out, err
	}
	return out, s.record(ctx, store.Entry{
		Entity: Entity, Act: resource.Act{Action: "index.rollback", Reason: in.Reason},
		After: map[string]any{"type": in.Type, "index": out.Index},
	})
}

// withFullScope acts for the whole, past every scope.
func withFullScope(ctx context.Context) context.Context { return role.AsSystem(ctx, "index") }
