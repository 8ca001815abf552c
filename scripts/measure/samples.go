package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
)

// samples are what the requests are made of, taken from the records there are.
type samples struct {
	clients    []string
	statuses   []string // of projects, with records
	states     []string // of freelancers
	names      []string // parts of last names, four to six letters
	titles     []string // parts of words of titles of projects
	emails     []string // parts of e-mail addresses before the @
	addresses  []string // whole e-mail addresses
	projects   int64    // the newest id
	freelancer []int64  // ids that both sides have
	editable   []int64  // freelancers that are changed
	open       []int64  // projects that are paused and resumed
	reviewed   []int64  // applications that may be refused
}

type listed struct {
	Results []struct {
		ID       int64  `json:"id"`
		Name     string `json:"name"`
		Title    string `json:"title"`
		LastName string `json:"lastName"`
		Email    string `json:"email"`
	} `json:"results"`
	TotalResults int `json:"totalResults"`
}

const (
	drawn = 20_000 // freelancers who are read, and whose names and addresses are looked for
	held  = 256    // records that are changed again and again
)

// sample reads what there is.
func (p *product) sample(ctx context.Context) (*samples, error) {
	s := &samples{statuses: []string{"ACTIVE", "PAUSED", "CLOSED"}, states: []string{"AC", "DE", "UV"}}
	clients, err := p.list(ctx, "/api/client?limit=50")
	if err != nil {
		return nil, err
	}
	for _, c := range clients.Results {
		s.clients = append(s.clients, url.QueryEscape(c.Name))
	}
	if err := p.samplePeople(ctx, s); err != nil {
		return nil, err
	}
	projects, err := p.list(ctx, fmt.Sprintf("/api/project?limit=%d&status=ACTIVE", held))
	if err != nil || len(projects.Results) == 0 {
		return nil, fmt.Errorf("no projects to change: %w", err)
	}
	s.projects, s.open = projects.Results[0].ID, ids(projects)
	for _, one := range projects.Results {
		for word := range strings.FieldsSeq(one.Title) {
			s.titles = append(s.titles, part(word))
		}
	}
	for offset := 0; offset < 20_000; offset += 1000 {
		more, err := p.list(ctx, fmt.Sprintf("/api/projectApplication?limit=1000&status=a&offset=%d", offset))
		if err != nil {
			return nil, err
		}
		s.reviewed = append(s.reviewed, ids(more)...)
	}
	return s, nil
}

func (p *product) samplePeople(ctx context.Context, s *samples) error {
	first, err := p.list(ctx, "/api/freelancer?limit=1")
	if err != nil || first.TotalResults == 0 {
		return fmt.Errorf("no freelancers: %w", err)
	}
	const pages = 20
	for n := range pages {
		offset := first.TotalResults / pages * n
		page, err := p.list(ctx, fmt.Sprintf("/api/freelancer?limit=%d&offset=%d", drawn/pages, offset))
		if err != nil {
			return err
		}
		for _, f := range page.Results {
			if f.ID > int64(p.Freelancers) { // made by an earlier run, of which the yardstick knows nothing
				continue
			}
			s.freelancer = append(s.freelancer, f.ID)
			local, _, _ := strings.Cut(f.Email, "@")
			s.names = append(s.names, part(f.LastName))
			s.emails = append(s.emails, part(local))
			s.addresses = append(s.addresses, url.QueryEscape(f.Email))
		}
	}
	living, err := p.list(ctx, fmt.Sprintf("/api/freelancer?limit=%d&state=AC&offset=%d", held, first.TotalResults/2))
	s.editable = ids(living)
	return err
}

func (p *product) list(ctx context.Context, path string) (listed, error) {
	var out listed
	_, err := p.call(ctx, httpRequest{method: http.MethodGet, path: path, token: p.full}, &out)
	return out, err
}

func ids(page listed) []int64 {
	out := make([]int64, len(page.Results))
	for i, r := range page.Results {
		out[i] = r.ID
	}
	return out
}

// part is four to six letters from somewhere in a word, or all of a shorter one.
func part(word string) string {
	letters := []rune(word)
	n := min(len(letters), 4+rand.IntN(3))
	from := rand.IntN(len(letters) - n + 1)
	return url.QueryEscape(string(letters[from : from+n]))
}

// drawOne draws from a list.
func drawOne[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// pool lends records that are changed, each to one connection at a time, with the version they are at.
type pool struct{ free chan *versionedRecord }

type versionedRecord struct {
	id      int64
	version string
	flag    bool // turns with every change
}

func poolOf(records []*versionedRecord) *pool {
	p := &pool{make(chan *versionedRecord, len(records))}
	for _, r := range records {
		p.free <- r
	}
	return p
}

// change is a request that changes one record of the pool.
func (p *pool) change(draw func(r *rand.Rand, of *versionedRecord) httpRequest) source {
	return func(r *rand.Rand) request {
		of := <-p.free
		return request{draw(r, of), func(version string) {
			of.version, of.flag = version, !of.flag
			p.free <- of
		}}
	}
}

// readVersions asks for the version of each record.
func (p *product) readVersions(ctx context.Context, path string, records []int64) (*pool, error) {
	out := make([]*versionedRecord, len(records))
	for i, id := range records {
		version, err := p.call(ctx, httpRequest{method: http.MethodGet, path: fmt.Sprintf(path, id), token: p.full}, nil)
		if err != nil {
			return nil, err
		}
		out[i] = &versionedRecord{id: id, version: version}
	}
	return poolOf(out), nil
}
