package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	slowCPU   = 20 * time.Millisecond // above this a request is printed
	sampled   = 200                   // records of each list that values are taken from
	batchSize = 100                   // requests on one token
)

// walk draws requests of every list: with one to three of its filters, in any order, at any page. Values are those of
// records that exist, parts of them, and dates between.
type walk struct {
	*product
	random *rand.Rand
	lists  []walkedList
}

// walkedList is a list that the service offers.
type walkedList struct {
	path    string
	filters map[string][]string // values by parameter
	orders  []string
	total   int
}

// walkLine is one request that took long, or all of them.
type walkLine struct {
	Case     string  `json:"case"`
	Requests int     `json:"requests,omitempty"`
	First    float64 `json:"firstCpuMicros,omitempty"` // of the first call
	Again    float64 `json:"cpuMicros,omitempty"`      // of the second
	Slow     int     `json:"over20ms,omitempty"`       // calls after the first
	SlowAt   int     `json:"firstOver100ms,omitempty"` // first calls
	Failed   int     `json:"failed,omitempty"`         // answers of 500 and above
}

// walkLists sends so many requests, each twice, and reports those whose second call takes more than 20 ms of processor
// time, and how many there are.
func (p *product) walkLists(ctx context.Context, requests int) error {
	w := &walk{product: p, random: rand.New(rand.NewPCG(1, uint64(requests)))} //nolint:gosec // the same each time
	if err := errors.Join(p.awaitRest(ctx), w.readLists(ctx)); err != nil {
		return err
	}
	sum := walkLine{Case: fmt.Sprintf("walk over %d lists", len(w.lists)), Requests: requests}
	for n := range requests {
		if n%batchSize == 0 {
			if err := p.refresh(ctx); err != nil {
				return err
			}
		}
		one, err := w.drawAndSend(ctx)
		if err != nil {
			return err
		}
		sum.add(one)
		if one.Again > micros(slowCPU) || one.Failed > 0 {
			if err := report(one); err != nil {
				return err
			}
		}
	}
	return report(sum)
}

func (l *walkLine) add(one walkLine) {
	l.Failed += one.Failed
	if one.Again > micros(slowCPU) {
		l.Slow++
	}
	if one.First > micros(5*slowCPU) {
		l.SlowAt++
	}
}

// drawAndSend draws one request and sends it twice. A refusal, such as of an order that the list does not have, costs
// nothing.
func (w *walk) drawAndSend(ctx context.Context) (out walkLine, err error) {
	q := w.withToken(w.full, httpRequest{method: http.MethodGet, path: w.draw()})
	out.Case = q.path
	for _, to := range []*float64{&out.First, &out.Again} {
		before, err := w.threadTime()
		if err != nil {
			return out, err
		}
		answer, err := w.send(ctx, q)
		if err != nil {
			return out, err
		}
		_, err = io.Copy(io.Discard, answer.Body)
		if err := errors.Join(err, answer.Body.Close()); err != nil {
			return out, err
		}
		if answer.StatusCode >= http.StatusInternalServerError {
			out.Failed = 1
		}
		after, err := w.threadTime()
		if err != nil {
			return out, err
		}
		*to = micros(after - before)
	}
	return out, nil
}

// draw makes the path of a request.
func (w *walk) draw() string {
	l := w.lists[w.random.IntN(len(w.lists))]
	query := url.Values{"limit": {"25"}}
	names := slices.Sorted(maps.Keys(l.filters))
	w.random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, name := range names[:min(len(names), w.random.IntN(4))] {
		query.Set(name, drawOne(w.random, l.filters[name]))
	}
	if len(l.orders) > 0 && w.random.IntN(2) == 0 {
		query.Set("s", drawOne(w.random, l.orders)+[]string{":asc", ":desc"}[w.random.IntN(2)])
	}
	if w.random.IntN(4) == 0 {
		query.Set("offset", strconv.Itoa(w.random.IntN(max(l.total, 1))))
	}
	return l.path + "?" + query.Encode()
}

// threadTime is the processor time of all threads of the service, to the nanosecond.
func (s *process) threadTime() (sum time.Duration, err error) {
	found, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", s.running.Process.Pid))
	for _, file := range found {
		text, err := os.ReadFile(file)
		if err != nil {
			if hasEnded(err) {
				continue
			}
			return 0, err
		}
		first, _, _ := strings.Cut(string(text), " ")
		n, err := strconv.ParseInt(first, 10, 64)
		if err != nil {
			return 0, err
		}
		sum += time.Duration(n)
	}
	return sum, err
}

// apiParameter is one that the service documents.
type apiParameter struct {
	Name   string `json:"name"`
	Schema struct {
		Type    any // one type, or several
		Pattern string
	} `json:"schema"`
}

// readLists reads what lists the service documents, and values for their filters.
func (w *walk) readLists(ctx context.Context) error {
	var document struct {
		Paths map[string]map[string]struct{ Parameters []apiParameter }
	}
	if _, err := w.call(ctx, w.withToken(w.full, get("/api/openapi.json")), &document); err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(document.Paths)) {
		parameters := document.Paths[path]["get"].Parameters
		isList := slices.ContainsFunc(parameters, func(p apiParameter) bool { return p.Name == "offset" })
		if !isList || strings.Contains(path, "{") {
			continue
		}
		if l := w.readList(ctx, path, parameters); l.total > 0 {
			w.lists = append(w.lists, l)
		}
	}
	return nil
}

// readList reads records of a list from its whole length, and takes values for its filters from them. What needs more
// than a page, as a call about one record does, has none.
func (w *walk) readList(ctx context.Context, path string, parameters []apiParameter) walkedList {
	l := walkedList{path: path, filters: map[string][]string{}}
	var records []map[string]any
	for _, share := range []int{0, 1, 2, 3} {
		var page struct {
			Results      []map[string]any
			TotalResults int
		}
		q := get("%s?limit=%d&offset=%d", path, sampled/4, l.total*share/4)
		if _, err := w.call(ctx, w.withToken(w.full, q), &page); err != nil {
			return walkedList{}
		}
		l.total = page.TotalResults
		records = append(records, page.Results...)
	}
	for _, p := range parameters {
		if values := w.valuesOf(p, records); len(values) > 0 {
			l.filters[p.Name] = values
		}
	}
	if len(records) > 0 {
		l.orders = slices.Sorted(maps.Keys(records[0]))
	}
	return l
}

// notFilters are parameters of every list.
var notFilters = []string{"limit", "offset", "size", "from", "s", "range", "sort", "filter", "id", "trash", "fields"}

// alternatives reads the codes out of a pattern such as ^(a|b)$.
var alternatives = regexp.MustCompile(`^\^\(?\(?(?:\?:)?([\w|]+)\)`)

// valuesOf are values for a filter: its codes, else what records have in the field of its name.
func (w *walk) valuesOf(p apiParameter, records []map[string]any) (out []string) {
	if slices.Contains(notFilters, p.Name) {
		return nil
	}
	if p.Schema.Type == "boolean" {
		return []string{"true", "false"}
	}
	if hit := alternatives.FindStringSubmatch(p.Schema.Pattern); hit != nil {
		return strings.Split(hit[1], "|")
	}
	field := strings.TrimSuffix(strings.TrimSuffix(p.Name, "From"), "Until")
	for _, r := range records {
		value := r[field]
		if value == nil { // the record that the id is of
			value = r[strings.TrimSuffix(field, "Id")]
		}
		out = append(out, w.valueOf(value, p.Name)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// valueOf is what a filter is given to find a value: of a text a part of one of its words as well.
func (w *walk) valueOf(value any, filter string) []string {
	switch v := value.(type) {
	case float64:
		return []string{strconv.FormatFloat(v, 'f', -1, 64)}
	case string:
		day, err := time.Parse(time.RFC3339, v)
		switch {
		case v == "":
			return nil
		case err == nil:
			return []string{day.Format(time.DateOnly)}
		case strings.HasSuffix(filter, "Name"), strings.HasSuffix(filter, "Until"), strings.HasSuffix(filter, "From"):
			return []string{v}
		}
		words := strings.Fields(v)
		if len(words) == 0 {
			return nil
		}
		return []string{v, part(words[w.random.IntN(len(words))])}
	case map[string]any:
		return w.valueOf(v["id"], filter)
	}
	return nil
}
