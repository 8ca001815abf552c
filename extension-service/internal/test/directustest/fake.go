package directustest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// FakeToken is what a Fake lets in.
const FakeToken = "the token of the fake"

// Fake keeps rows in memory and answers the calls of the service about texts as Directus does, for tests of many texts,
// which a real one takes minutes for, and of products that are killed while it stays. It refuses what it does not know,
// so that no test passes by that.
type Fake struct {
	*httptest.Server

	mu         sync.Mutex
	tables     map[string]*fakeTable
	activities []fakeRow
	changes    int // calls that have changed rows
}

type fakeRow = map[string]any

// fakeTable is a collection.
type fakeTable struct {
	rows map[string]fakeRow         // by their ids
	text map[string]json.RawMessage // the rows as they are answered
	ids  []string                   // in the order in which they came, those that are gone too
	keys map[string]map[string]bool // the ids of the texts of a key
	last int
}

const (
	fakeID    = "id"
	fakeTexts = "d_translation_keys"
)

// StartFake starts one without a row, which ends with the test.
func StartFake(t testing.TB) *Fake {
	t.Helper()
	f := &Fake{tables: map[string]*fakeTable{}, activities: []fakeRow{}}
	for _, name := range []string{"d_language", "d_client", "d_client_languages", fakeTexts, "d_translation_client_keys"} {
		f.tables[name] = &fakeTable{
			rows: map[string]fakeRow{}, text: map[string]json.RawMessage{},
			keys: map[string]map[string]bool{},
		}
	}
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

// Changes says how many calls have changed rows so far.
func (f *Fake) Changes() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.changes
}

// Texts are the values and states of the texts of the product whose keys begin so, by language and key.
func (f *Fake) Texts(prefix string) map[string]string {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := map[string]string{}
	for _, row := range f.tables[fakeTexts].rows {
		if key := fmt.Sprint(row["messageKey"]); strings.HasPrefix(key, prefix) {
			out[fmt.Sprint(row["locale"], " ", key)] = fmt.Sprint(row["messageValue"], " ", row["state"])
		}
	}
	return out
}

// Remove removes the texts of the product whose keys begin so, as people do in Directus.
func (f *Fake) Remove(prefix string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	table := f.tables[fakeTexts]
	for _, id := range table.ids {
		if key, _ := table.rows[id]["messageKey"].(string); strings.HasPrefix(key, prefix) {
			table.drop(id)
			f.addActivity(fakeTexts, http.MethodDelete, id)
		}
	}
}

// ServeHTTP answers one call.
func (f *Fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	raw, err := f.answer(r)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		raw, _ = json.Marshal([]fakeRow{{"message": err.Error(), "extensions": fakeRow{"code": err.Error()}}})
		_, _ = fmt.Fprintf(w, `{"errors":%s}`, raw)
		return
	}
	_, _ = fmt.Fprintf(w, `{"data":%s}`, raw) // who asks may have been killed
}

func (f *Fake) answer(r *http.Request) ([]byte, error) {
	if r.Header.Get("Authorization") != "Bearer "+FakeToken {
		return nil, fakeError("INVALID_CREDENTIALS")
	}
	if r.URL.Path == "/activity" {
		return json.Marshal(f.activity(r))
	}
	name := strings.TrimPrefix(r.URL.Path, "/items/")
	table := f.tables[name]
	if table == nil {
		return nil, fakeError("ROUTE_NOT_FOUND")
	}
	if r.Method == "SEARCH" {
		return table.search(r)
	}
	out, changed, err := table.change(r)
	for _, id := range changed {
		f.addActivity(name, r.Method, id)
	}
	if err != nil || len(changed) == 0 {
		return nil, err
	}
	f.changes++
	return json.Marshal(out)
}

// addActivity adds a step to the activity.
func (f *Fake) addActivity(collection, method, id string) {
	f.activities = append(f.activities, fakeRow{
		fakeID: len(f.activities) + 1, "collection": collection, "item": id,
		"action": map[string]string{
			http.MethodPost: "create", http.MethodPatch: "update",
			http.MethodDelete: "delete",
		}[method],
	})
}

type fakeError string

// Error is the code of Directus.
func (e fakeError) Error() string { return string(e) }

// activity are the steps after an id, or the last one.
func (f *Fake) activity(r *http.Request) []fakeRow {
	limit, _ := strconv.Atoi(r.FormValue("limit"))
	if r.FormValue("sort") == "-id" {
		return f.activities[max(0, len(f.activities)-limit):]
	}
	after, _ := strconv.Atoi(r.FormValue("filter[id][_gt]"))
	found := f.activities[min(after, len(f.activities)):]
	return found[:min(limit, len(found))]
}

// search answers {"query":{"filter":…,"limit":…,"offset":…}}, all fields and by id.
func (t *fakeTable) search(r *http.Request) ([]byte, error) {
	var in struct {
		Query struct {
			Filter map[string]any
			Limit  *int
			Offset int
		}
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		return nil, fakeError("INVALID_PAYLOAD")
	}
	var out [][]byte
	for id, row := range t.candidates(in.Query.Filter) {
		fits, err := matches(row, in.Query.Filter)
		if err != nil {
			return nil, err
		}
		if fits {
			out = append(out, t.text[id])
		}
	}
	out = out[min(in.Query.Offset, len(out)):]
	if limit := in.Query.Limit; limit != nil && *limit >= 0 {
		out = out[:min(*limit, len(out))]
	}
	return slices.Concat([]byte("["), bytes.Join(out, []byte(",")), []byte("]")), nil
}

// candidates are the rows that a filter by ids or keys can match, else all, with their ids.
func (t *fakeTable) candidates(filter map[string]any) iter.Seq2[string, fakeRow] {
	among := func(field string) ([]any, bool) {
		condition, _ := filter[field].(map[string]any)
		values, isList := condition["_in"].([]any)
		return values, isList
	}
	ids := []string{}
	if values, isList := among(fakeID); isList {
		for _, id := range values {
			ids = append(ids, fmt.Sprint(id))
		}
	} else if keys, isList := among("messageKey"); isList {
		for _, key := range keys {
			ids = slices.AppendSeq(ids, maps.Keys(t.keys[fmt.Sprint(key)]))
		}
	} else {
		ids = t.ids
	}
	return func(yield func(string, fakeRow) bool) {
		for _, id := range ids {
			if row := t.rows[id]; row != nil && !yield(id, row) {
				return
			}
		}
	}
}

// fakeOperators say whether a value of a row fits what is asked of it.
var fakeOperators = map[string]func(value, wanted any) bool{
	"_eq":          func(value, wanted any) bool { return value == wanted },
	"_nnull":       func(value, _ any) bool { return value != nil },
	"_starts_with": func(value, wanted any) bool { return strings.HasPrefix(fmt.Sprint(value), fmt.Sprint(wanted)) },
	"_in": func(value, wanted any) bool {
		list, _ := wanted.([]any)
		return slices.Contains(list, value)
	},
}

func matches(row fakeRow, filter map[string]any) (bool, error) {
	for name, wanted := range filter {
		if all, isList := wanted.([]any); name == "_and" && isList {
			for _, one := range all {
				part, _ := one.(map[string]any)
				if fits, err := matches(row, part); err != nil || !fits {
					return false, err
				}
			}
			continue
		}
		condition, _ := wanted.(map[string]any)
		for operator, value := range condition {
			is := fakeOperators[operator]
			if is == nil {
				return false, fakeError("INVALID_QUERY")
			}
			if !is(row[name], value) {
				return false, nil
			}
		}
	}
	return true, nil
}

// change creates, changes or removes rows, all or none, and says which.
func (t *fakeTable) change(r *http.Request) (out any, ids []string, err error) {
	var body json.RawMessage
	var list []fakeRow
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		return nil, nil, fakeError("INVALID_PAYLOAD")
	}
	switch isList := body[0] == '['; {
	case r.Method == http.MethodDelete:
		return nil, t.remove(body), nil
	case isList:
		err = json.Unmarshal(body, &list)
	default:
		list = []fakeRow{{}}
		err = json.Unmarshal(body, &list[0])
	}
	if err != nil {
		return nil, nil, fakeError("INVALID_PAYLOAD")
	}
	if err := t.areUnique(list); err != nil {
		return nil, nil, err
	}
	rows := make([]fakeRow, len(list))
	for i, one := range list {
		id := t.idOf(one)
		rows[i] = maps.Clone(t.rows[id])
		if rows[i] == nil {
			rows[i] = fakeRow{fakeID: float64(t.last)}
		}
		maps.Copy(rows[i], one)
		rows[i]["dateUpdated"] = time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
		t.store(id, rows[i])
		ids = append(ids, id)
	}
	return rows, ids, nil
}

// idOf is the id of a row, a new one where it has none.
func (t *fakeTable) idOf(row fakeRow) string {
	if id := cmp.Or(row[fakeID], row["iso"]); id != nil {
		return fmt.Sprint(id)
	}
	t.last++
	return strconv.Itoa(t.last)
}

func (t *fakeTable) store(id string, row fakeRow) {
	if t.rows[id] == nil {
		t.ids = append(t.ids, id)
	}
	t.rows[id] = row
	t.text[id], _ = json.Marshal(row) // it came as JSON
	key := fmt.Sprint(row["messageKey"])
	if t.keys[key] == nil {
		t.keys[key] = map[string]bool{}
	}
	t.keys[key][id] = true
}

// areUnique refuses new texts of a place that has one.
func (t *fakeTable) areUnique(list []fakeRow) error {
	for _, one := range list {
		for id := range t.keys[fmt.Sprint(one["messageKey"])] {
			known := t.rows[id]
			if one[fakeID] == nil && known["locale"] == one["locale"] && known["client"] == one["client"] {
				return fakeError("RECORD_NOT_UNIQUE")
			}
		}
	}
	return nil
}

func (t *fakeTable) remove(body json.RawMessage) (ids []string) {
	var named []any
	_ = json.Unmarshal(body, &named) // a list of ids
	for _, one := range named {
		id := fmt.Sprint(one)
		if t.rows[id] != nil {
			t.drop(id)
			ids = append(ids, id)
		}
	}
	return ids
}

func (t *fakeTable) drop(id string) {
	delete(t.keys[fmt.Sprint(t.rows[id]["messageKey"])], id)
	delete(t.rows, id)
	delete(t.text, id)
}
