package support

import (
	"context"
	"regexp"
	"slices"

	"github.com/google/uuid"

	"poolkeeper.example/extension-service/platform/fault"
)

// Found is what an id other than that of a request stands for.
type Found struct {
	RequestID string // of the request that led to it; "" where none did
	Runs      []Run
	Mails     []Mail
	Messages  []Message
	Records   []Record // whose documents in the search index are looked up
}

// Record is one of the product's.
type Record struct {
	Entity string
	ID     int64
}

// Run is one of a scheduled job.
type Run struct {
	ID         string  `json:"id"`
	Name       string  `json:"name"`
	State      string  `json:"state"`
	At         string  `json:"at"`
	DurationMS *int64  `json:"durationMs"`
	FinishedAt *string `json:"finishedAt"`
}

// traceID is that of a trace, as W3C Trace Context writes it.
var traceID = regexp.MustCompile("^[0-9a-f]{32}$")

// resolve says what an id stands for: a request, a trace, or what Find knows. NOT_FOUND.
func (s *Service) resolve(ctx context.Context, id string) (Found, error) {
	if uuid.Validate(id) == nil && len(id) == 36 {
		return Found{RequestID: id}, nil
	}
	if traceID.MatchString(id) {
		if of := s.Trace.requestOf(id); of != "" {
			return Found{RequestID: of}, nil
		}
		return s.namedByProxy(ctx, id, fault.New(fault.NotFound, "NOT_FOUND", "no request of that trace is remembered"))
	}
	found, err := s.Find(ctx, id)
	if fault.KindOf(err) == fault.NotFound {
		return s.namedByProxy(ctx, id, err)
	}
	return found, err
}

// namedByProxy takes an id for that of a request where something is known of one. Otherwise it fails with unknown.
func (s *Service) namedByProxy(ctx context.Context, id string, unknown error) (Found, error) {
	if len(s.Trace.LinesOf(id)) > 0 {
		return Found{RequestID: id}, nil
	}
	entries, err := s.Entries(ctx, id)
	if err == nil && len(entries) == 0 {
		err = unknown
	}
	return Found{RequestID: id}, err
}

// add takes what was found into a bundle, unless it is there already.
func (b *Bundle) add(f Found) {
	b.Runs = append(b.Runs, f.Runs...)
	for _, one := range f.Mails {
		if !slices.ContainsFunc(b.Mails, func(m Mail) bool { return m.ID == one.ID }) {
			b.Mails = append(b.Mails, one)
		}
	}
	for _, one := range f.Messages {
		if !slices.ContainsFunc(b.Messages, func(m Message) bool { return m.ID == one.ID }) {
			b.Messages = append(b.Messages, one)
		}
	}
}
