package opensearch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/search"
)

const (
	longestRequest = 8 << 20 // bytes of a request that writes: some clusters take no more than ten million
	removed        = 1000    // documents of a request that removes
	longestSort    = 8000    // bytes of a text that count for the order
	usualLine      = 2048    // bytes that a request has for a document
	forgetPause    = 50 * time.Millisecond
	forgetFor      = 10 * time.Second
)

// line is what a request says of one document.
type line struct {
	id   int64
	text []byte
}

// Write stores documents. One that the schema does not fit is refused with all others, before anything is sent.
func (e *Engine) Write(ctx context.Context, index string, docs []search.Document) error {
	schema, err := e.schema(ctx, index)
	if err != nil {
		return err
	}
	lines := make([]line, len(docs))
	text := make([]byte, 0, len(docs)*usualLine)
	for i, d := range docs {
		begin := len(text)
		text = appendAct(text, "index", d.ID, d.Version)
		if text, err = e.appendBody(text, schema, d); err != nil {
			return fmt.Errorf("index %s: %w", index, err)
		}
		text = append(text, '\n')
		lines[i] = line{d.ID, text[begin:]}
	}
	for len(lines) > 0 {
		n := countFitting(lines)
		if err := e.write(ctx, index, lines[:n]); err != nil {
			return err
		}
		lines = lines[n:]
	}
	return nil
}

// countFitting is how many of the lines one request takes: one at least, however long it is.
func countFitting(lines []line) int {
	sum := 0
	for i, l := range lines {
		if sum += len(l.text); sum > longestRequest && i > 0 {
			return i
		}
	}
	return len(lines)
}

// schema is that of one index.
func (e *Engine) schema(ctx context.Context, index string) (search.Schema, error) {
	var s search.Schema
	var found map[string]indexInfo
	if err := e.call(ctx, request{http.MethodGet, e.path(index) + "/_mapping?" + indexFields, nil}, &found); err != nil {
		return s, err
	}
	return s, json.Unmarshal([]byte(found[e.prefix+index].Mappings.Meta.Schema), &s)
}

// appendAct adds what is to be done with a document.
func appendAct(b []byte, act string, id, version int64) []byte {
	b = strconv.AppendInt(append(append(b, `{"`...), act+`":{"_id":"`...), id, 10)
	b = strconv.AppendInt(append(b, `","version":`...), version, 10)
	return append(b, `,"version_type":"external_gte"}}`+"\n"...)
}

// appendBody adds a document in the fields of the mapping, as JSON. It is put together by hand: through a map it takes
// three times as long, most of what a rebuild computes on this side.
func (e *Engine) appendBody(b []byte, s search.Schema, d search.Document) ([]byte, error) {
	b = strconv.AppendInt(append(b, `{"id":`...), d.ID, 10)
	b = strconv.AppendInt(append(b, `,"version":`...), d.Version, 10)
	b = strconv.AppendInt(append(b, `,"indexed":`...), e.now().UnixMilli(), 10)
	if d.Deleted {
		return append(b, `,"deleted":true}`...), nil
	}
	source, err := d.Text()
	if err != nil {
		return nil, err
	}
	b = strconv.AppendInt(append(b, `,"client":`...), d.ClientID, 10)
	b = strconv.AppendInt(append(b, `,"entity":`...), d.LegalEntityID, 10)
	if !d.Changed.IsZero() {
		b = strconv.AppendInt(append(b, `,"changed":`...), d.Changed.UnixMilli(), 10)
	}
	b = appendJSON(append(b, `,"source":`...), source)
	for i, f := range s.Fields {
		if !f.Compared() {
			continue
		}
		values, err := f.Values(d)
		if err != nil {
			return nil, err
		}
		b = appendField(b, i, f, values)
	}
	return append(b, '}'), nil
}

// appendJSON adds a JSON text as a string. It has nothing to escape but quotes and backslashes.
func appendJSON(b []byte, text string) []byte {
	b = append(b, '"')
	begin := 0
	for i := range len(text) {
		if c := text[i]; c == '"' || c == '\\' {
			b = append(append(b, text[begin:i]...), '\\')
			begin = i
		}
	}
	return append(append(b, text[begin:]...), '"')
}

// appendField adds the members that hold the values of one field.
func appendField(b []byte, n int, f search.Field, values []string) []byte {
	if len(values) == 0 {
		return b
	}
	isQueried := f.Searchable || f.Filterable
	switch {
	case isQueried && f.Type == search.Text:
		var starts []string
		for _, v := range values {
			search.WordStarts(v, func(s string) { starts = append(starts, s) })
		}
		slices.Sort(starts)
		b = appendList(appendName(b, 't', n), values, signs.Replace)
		b = appendList(appendName(b, 'w', n), slices.Compact(starts), strings.Clone)
	case isQueried:
		b = appendList(appendName(b, 'f', n), values, exact)
	}
	switch {
	case !f.Sortable:
		return b
	case f.Type == search.Long || f.Type == search.Double:
		return append(appendName(b, 'o', n), values[0]...)
	}
	return field.AppendString(appendName(b, 'o', n), truncate(values[0]))
}

func appendList(b []byte, values []string, as func(string) string) []byte {
	b = append(b, '[')
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = field.AppendString(b, as(v))
	}
	return append(b, ']')
}

// appendName begins the member of a kind that belongs to the n-th field.
func appendName(b []byte, kind byte, n int) []byte {
	b = strconv.AppendInt(append(b, ',', '"', kind), int64(n), 10)
	return append(b, '"', ':')
}

// truncate is the beginning of a text, in whole characters.
func truncate(text string) string {
	if len(text) <= longestSort {
		return text
	}
	end := longestSort
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// write sends one request. What is older than what is held changes nothing. But where nothing is held, a refusal comes
// from a removal that OpenSearch has not forgotten yet, which it does at a refresh within a fraction of a second.
func (e *Engine) write(ctx context.Context, index string, lines []line) error {
	for range int(forgetFor / forgetPause) {
		older, err := e.bulk(ctx, index, lines)
		if err != nil || len(older) == 0 {
			return err
		}
		if lines, err = e.unindexedLines(ctx, index, older); err != nil || len(lines) == 0 {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(forgetPause):
		}
		if err := e.Refresh(ctx, index); err != nil {
			return err
		}
	}
	return fmt.Errorf("index %s: %d documents are refused though none is held", index, len(lines))
}

// result is what became of one line.
type result struct {
	Status int             `json:"status"`
	Error  json.RawMessage `json:"error"`
}

// bulk sends lines and answers those that were refused as older.
func (e *Engine) bulk(ctx context.Context, index string, lines []line) (older []line, err error) {
	texts := make([][]byte, len(lines))
	for i, l := range lines {
		texts[i] = l.text
	}
	var answer struct {
		Errors bool            `json:"errors"`
		Items  json.RawMessage `json:"items"`
	}
	path := e.path(index) + "/_bulk?require_alias=false&filter_path=errors,items.*.status,items.*.error"
	if err := e.call(ctx, request{http.MethodPost, path, bytes.Join(texts, nil)}, &answer); err != nil || !answer.Errors {
		return nil, err
	}
	var items []map[string]result
	if err := json.Unmarshal(answer.Items, &items); err != nil {
		return nil, err
	}
	for i, item := range items {
		for act, r := range item {
			switch {
			case r.Status == http.StatusConflict:
				older = append(older, lines[i])
			case r.Status >= http.StatusBadRequest && (act != "delete" || r.Status != http.StatusNotFound):
				return nil, fmt.Errorf("index %s: document %d: %w", index, lines[i].id,
					&refused{r.Status, string(r.Error[:min(len(r.Error), shownAnswer)])})
			}
		}
	}
	return older, nil
}

// storedVersions is what an index has of some ids: their versions.
func (e *Engine) storedVersions(ctx context.Context, index string, ids []string) (map[string]int64, error) {
	var answer struct {
		Docs []struct {
			ID      string `json:"_id"`
			Found   bool   `json:"found"`
			Version int64  `json:"_version"`
		} `json:"docs"`
	}
	path := e.path(index) + "/_mget?_source=false"
	err := e.call(ctx, request{http.MethodPost, path, map[string]any{"ids": ids}}, &answer)
	out := map[string]int64{}
	for _, d := range answer.Docs {
		if d.Found {
			out[d.ID] = d.Version
		}
	}
	return out, err
}

// unindexedLines are the lines of whose ids the index has nothing.
func (e *Engine) unindexedLines(ctx context.Context, index string, lines []line) ([]line, error) {
	ids := make([]string, len(lines))
	for i, l := range lines {
		ids[i] = strconv.FormatInt(l.id, 10)
	}
	stored, err := e.storedVersions(ctx, index, ids)
	return slices.DeleteFunc(lines, func(l line) bool {
		_, is := stored[strconv.FormatInt(l.id, 10)]
		return is
	}), err
}

// Remove takes documents and tombstones out for good. One that is written meanwhile stays.
func (e *Engine) Remove(ctx context.Context, index string, gone []int64) error {
	for part := range slices.Chunk(gone, removed) {
		ids := make([]string, len(part))
		for i, id := range part {
			ids[i] = strconv.FormatInt(id, 10)
		}
		stored, err := e.storedVersions(ctx, index, ids)
		if err != nil {
			return err
		}
		var lines []line
		for i, id := range part {
			if version, is := stored[ids[i]]; is {
				lines = append(lines, line{id, appendAct(nil, "delete", id, version)})
			}
		}
		if len(lines) == 0 {
			continue
		}
		if _, err := e.bulk(ctx, index, lines); err != nil {
			return errors.Join(fmt.Errorf("remove %d documents", len(lines)), err)
		}
	}
	return nil
}
