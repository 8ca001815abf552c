package opensearch

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/search"
)

// hit is a document as it is kept.
type hit struct {
	ID      int64  `json:"id"`
	Version int64  `json:"version"`
	Client  int64  `json:"client"`
	Entity  int64  `json:"entity"`
	Changed int64  `json:"changed"`
	Indexed int64  `json:"indexed"`
	Source  string `json:"source"`
}

// columns are what a bare document consists of. Each is a list of one.
type columns struct {
	ID      [1]int64 `json:"id"`
	Version [1]int64 `json:"version"`
}

// Query returns one page with the exact total.
func (e *Engine) Query(ctx context.Context, index string, q search.Query) (search.Page, error) {
	var page search.Page
	schema, err := e.schema(ctx, index)
	if err != nil {
		return page, err
	}
	matching, err := conditions(schema, q)
	if err != nil {
		return page, err
	}
	order, err := sorting(schema, q.Sort)
	if err != nil {
		return page, err
	}
	body := map[string]any{
		"query": matching, "sort": order, "from": q.Offset, "size": q.Size,
		"track_total_hits": !q.NoTotal,
	}
	path := e.path(index) + "/_search"
	if q.IDsOnly { // from columns, so that no document is read, not even its name
		body["_source"], body["stored_fields"], body["docvalue_fields"] = false, "_none_", []string{"id", "version"}
		path += "?filter_path=hits.total.value,hits.hits.fields"
	}
	var answer struct {
		Hits struct {
			Total struct {
				Value int64 `json:"value"`
			} `json:"total"`
			Hits []struct {
				Source hit     `json:"_source"`
				Fields columns `json:"fields"`
			} `json:"hits"`
		} `json:"hits"`
	}
	if err := e.call(ctx, request{http.MethodPost, path, body}, &answer); err != nil {
		return page, err
	}
	page.Total = answer.Hits.Total.Value
	for _, h := range answer.Hits.Hits {
		if q.IDsOnly {
			h.Source = hit{ID: h.Fields.ID[0], Version: h.Fields.Version[0]}
		}
		one, err := h.Source.found(q.Raw)
		if err != nil {
			return page, err
		}
		page.Hits = append(page.Hits, one)
	}
	return page, nil
}

func (h hit) found(raw bool) (search.Hit, error) {
	out := search.Hit{IndexedAt: time.UnixMilli(h.Indexed)}
	out.ID, out.Version, out.ClientID, out.LegalEntityID = h.ID, h.Version, h.Client, h.Entity
	if h.Changed != 0 {
		out.Changed = time.UnixMilli(h.Changed)
	}
	if raw {
		out.Text = h.Source
		return out, nil
	}
	if h.Source == "" {
		return out, nil
	}
	var err error
	out.Contents, err = search.ParseContents(h.Source)
	return out, err
}

// Count returns how many documents match.
func (e *Engine) Count(ctx context.Context, index string, q search.Query) (int64, error) {
	schema, err := e.schema(ctx, index)
	if err != nil {
		return 0, err
	}
	matching, err := conditions(schema, q)
	if err != nil {
		return 0, err
	}
	var answer struct {
		Count int64 `json:"count"`
	}
	return answer.Count, e.count(ctx, index, matching, &answer)
}

func (e *Engine) count(ctx context.Context, index string, matching, into any) error {
	return e.call(ctx, request{http.MethodPost, e.path(index) + "/_count", map[string]any{"query": matching}}, into)
}

type object = map[string]any

// conditions are those of a query, all of which must hold.
func conditions(s search.Schema, q search.Query) (object, error) {
	filter := []any{}
	if !q.Scope.IsUnlimited() {
		filter = append(filter, anyOf([]any{terms("client", q.Scope.ClientIDs), terms("entity", q.Scope.LegalEntityIDs)}))
	}
	if len(q.ClientIDs) > 0 {
		filter = append(filter, terms("client", q.ClientIDs))
	}
	if q.IDs != nil {
		filter = append(filter, terms("id", q.IDs))
	}
	if q.After > 0 {
		filter = append(filter, object{"range": object{"id": object{"gt": q.After}}})
	}
	if q.UpTo > 0 {
		filter = append(filter, object{"range": object{"id": object{"lte": q.UpTo}}})
	}
	for _, t := range q.Terms {
		one, err := condition(s, t)
		if err != nil {
			return nil, err
		}
		if one != nil {
			filter = append(filter, one)
		}
	}
	return object{"bool": object{"filter": filter, "must_not": []any{object{"term": object{"deleted": true}}}}}, nil
}

func terms(field string, ids []int64) object {
	return object{"terms": object{field: append([]int64{}, ids...)}}
}

func anyOf(options []any) object {
	return object{"bool": object{"should": options, "minimum_should_match": 1}}
}

// condition is that of one term; nil when everything fulfils it.
func condition(s search.Schema, t search.Term) (object, error) {
	if t.Field == "id" {
		return wantedIDs(t.Values)
	}
	at := slices.IndexFunc(s.Fields, func(f search.Field) bool { return f.Name == t.Field && f.Compared() })
	if at < 0 {
		return nil, fmt.Errorf("index of type %s has no field %s", s.Type, t.Field)
	}
	f, n := s.Fields[at], strconv.Itoa(at)
	options := []any{}
	for _, value := range t.Values {
		v, err := f.Canonical(value)
		switch {
		case err != nil:
			return nil, err
		case f.Type != search.Text:
			options = append(options, object{"term": object{"f" + n: exact(v)}})
		case t.Exact && v == "": // which is nobody's text
		case t.Exact:
			options = append(options, object{"wildcard": object{"t" + n: object{"value": signs.Replace(v)}}})
		case v == "": // every text contains nothing
			return nil, nil //nolint:nilnil // no condition is none
		case utf8.RuneCountInString(v) <= search.ShortText:
			options = append(options, object{"term": object{"w" + n: v}})
		default:
			options = append(options, object{"wildcard": object{"t" + n: object{"value": "*" + signs.Replace(v) + "*"}}})
		}
	}
	if len(options) == 0 {
		return object{"match_none": object{}}, nil
	}
	return anyOf(options), nil
}

func wantedIDs(values []string) (object, error) {
	ids := []int64{}
	for _, v := range values {
		id, err := strconv.ParseInt(v, 10, 64)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return terms("id", ids), nil
}

// sorting ends in the id, in the direction of the last key.
func sorting(s search.Schema, sorts []search.Sort) ([]any, error) {
	direction := map[bool]string{false: "asc", true: "desc"}
	missing := map[bool]string{false: "_first", true: "_last"}
	out, desc := []any{}, true
	for _, key := range sorts {
		desc = key.Desc
		if key.Field == "id" {
			break
		}
		at := slices.IndexFunc(s.Fields, func(f search.Field) bool {
			return f.Name == key.Field && f.Sortable && f.Compared()
		})
		if at < 0 {
			return nil, fmt.Errorf("index of type %s does not sort by %s", s.Type, key.Field)
		}
		out = append(out, object{"o" + strconv.Itoa(at): object{"order": direction[desc], "missing": missing[desc]}})
	}
	return append(out, object{"id": object{"order": direction[desc]}}), nil
}
