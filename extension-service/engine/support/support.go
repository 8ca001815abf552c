// Package support gathers what the product knows of one request, for those who are told of an error by its id.
package support

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Service answers support bundles. Each source tells the caller of ctx no more than it tells by itself.
type Service struct {
	Trace   *Trace
	Entries func(ctx context.Context, requestID string) ([]resource.Line, error)
	Jobs    func(ctx context.Context, requestID string) ([]jobs.Document, error)
	Mails   func(ctx context.Context, requestID string) ([]Mail, error)
	// Messages are those with vendor management systems.
	Messages func(ctx context.Context, requestID string) ([]Message, error)
	// Find says what the id of a run, a mail, a job or a message stands for. NOT_FOUND.
	Find func(ctx context.Context, id string) (Found, error)
	// Index says how the document of a record stands; NOT_FOUND when nothing is kept of such records.
	Index func(ctx context.Context, entity string, id int64) (IndexState, error)
}

// IndexState says how the document of a record in the search index stands to the record.
type IndexState struct {
	Entity       string `json:"entity"`
	ID           int64  `json:"id"           kind:"id"`
	State        string `json:"state"`
	IndexVersion int64  `json:"indexVersion"`
	Version      int64  `json:"version"`
}

// Mail is one that the request has queued; to whom it goes stands with its record.
type Mail struct {
	ID       int64  `json:"id"       kind:"id"`
	Template string `json:"template"`
	State    string `json:"state"`
	Entity   string `json:"entity"`
	EntityID int64  `json:"entityId" kind:"id"`
	At       string `json:"at"` // when it was queued
	Attempts int64  `json:"attempts"`
	Reason   string `json:"reason"`
}

// Message is one with a vendor management system that the request has had made; what it says stands in the log of
// messages.
type Message struct {
	ID         int64  `json:"id"         kind:"id"`
	MessageID  string `json:"messageId"`
	Direction  string `json:"direction"`
	Entity     string `json:"entity"`
	State      string `json:"state"`
	Reason     string `json:"reason"`  // why one that came in waits or has no effect
	Failure    string `json:"failure"` // why one that goes out has not arrived
	Tries      int64  `json:"tries"`
	Connection string `json:"connection"`

	At           string `json:"at"`
	ConnectionID int64  `json:"connectionId"  kind:"id"`
	EntityID     int64  `json:"entityId"      kind:"id"` // of the record that it is about
	Detail       string `json:"detail"`

	// The version of the mapping that was used, and the one in use; 0: none.
	MappingNumber int64 `json:"mappingNumber"`
	MappingID     int64 `json:"mappingId"     kind:"id"`
	LiveNumber    int64 `json:"liveNumber"`
	// Rule, from 1, makes the target that the failure names; 0: it names none. It is mended once another version is in
	// use, in which it is another one.
	Rule   int64  `json:"rule"`
	Target string `json:"target"`
	Mended bool   `json:"mended"`
	// Same counts other messages that wait or have failed for the same; Others are those that no later one has replaced,
	// with the first of several that have failed for the same.
	Same     int64          `json:"same"`
	Others   []OtherMessage `json:"others"`
	Later    LaterMessage   `json:"later"`
	Attempts []Attempt      `json:"attempts"`
}

// LaterMessage is the last that said the same later; its id is 0 where there is none.
type LaterMessage struct {
	ID        int64  `json:"id"        kind:"id"`
	MessageID string `json:"messageId"`
	State     string `json:"state"`
}

// OtherMessage is one that waits or has failed for the same.
type OtherMessage struct {
	ID        int64  `json:"id"        kind:"id"`
	EntityID  int64  `json:"entityId"  kind:"id"`
	MessageID string `json:"messageId"`
	At        string `json:"at"`
}

// Attempt is one at a message.
type Attempt struct {
	Number     int64  `json:"number"`
	At         string `json:"at"`
	Status     int64  `json:"status"` // of the answer; 0: none
	DurationMS int64  `json:"durationMs"`
	Outcome    string `json:"outcome"` // why it has failed
}

// Bundle is all that is known of one request, or of what an id stands for that no request has led to.
type Bundle struct {
	RequestID string          `json:"requestId"`
	Lines     []Line          `json:"lines"`
	Entries   []resource.Line `json:"entries"`
	Jobs      []jobs.Document `json:"jobs"`
	Mails     []Mail          `json:"mails"`
	Messages  []Message       `json:"messages"`
	Runs      []Run           `json:"runs"`
	Index     []IndexState    `json:"index"`
}

// Endpoints are the calls of the package.
func (s *Service) Endpoints() []resource.Endpoint {
	return []resource.Endpoint{{
		Name: "support.get", Method: "GET", Path: "/api/support/{requestId}", Needs: []role.Permission{role.AuditRead},
		Handle: resource.Handle(s.bundle),
	}}
}

type input struct {
	RequestID string `path:"requestId" json:"requestId"`
}

// bundle answers what is known of a request; of one that nobody knows, nothing. Any other id stands for the request
// that led to it, or for itself. NOT_FOUND for what is no id.
func (s *Service) bundle(ctx context.Context, in input) (out Bundle, err error) {
	found, err := s.resolve(ctx, in.RequestID)
	if err != nil {
		return out, err
	}
	out = Bundle{
		Lines: []Line{}, Entries: []resource.Line{}, Jobs: []jobs.Document{}, Mails: []Mail{}, Messages: []Message{},
		Runs: []Run{}, Index: []IndexState{},
	}
	if found.RequestID != "" {
		if out, err = s.ofRequest(ctx, found.RequestID); err != nil {
			return out, err
		}
	}
	out.add(found)
	index, err := s.lookUp(ctx, found.Records)
	out.Index = append(out.Index, index...)
	return out, err
}

// ofRequest is what is known of a request.
func (s *Service) ofRequest(ctx context.Context, id string) (out Bundle, err error) {
	lines := withoutForeignFacts(role.From(ctx), s.Trace.LinesOf(id))
	out = Bundle{RequestID: id, Lines: lines, Runs: []Run{}, Index: []IndexState{}}
	if out.Entries, err = s.Entries(ctx, id); err != nil {
		return out, err
	}
	if out.Jobs, err = s.Jobs(ctx, id); err != nil {
		return out, err
	}
	if out.Mails, err = s.Mails(ctx, id); err != nil {
		return out, err
	}
	if out.Messages, err = s.Messages(ctx, id); err != nil {
		return out, err
	}
	out.Index, err = s.indexStates(ctx, out.Entries)
	return out, err
}

// atMost is how many records are looked up in the index: a bulk change has thousands.
const atMost = 20

// indexStates looks up the records that the request has changed.
func (s *Service) indexStates(ctx context.Context, entries []resource.Line) ([]IndexState, error) {
	var changed []Record
	for _, e := range entries {
		r := Record{e.Entity, e.EntityID}
		if r.ID != 0 && len(changed) < atMost && !slices.Contains(changed, r) {
			changed = append(changed, r)
		}
	}
	return s.lookUp(ctx, changed)
}

// lookUp says how the documents of records stand; those of which nothing is kept are left out.
func (s *Service) lookUp(ctx context.Context, records []Record) ([]IndexState, error) {
	out := []IndexState{}
	for _, r := range records {
		found, err := s.Index(ctx, r.Entity, r.ID)
		switch {
		case fault.KindOf(err) == fault.NotFound:
		case err != nil:
			return nil, err
		default:
			out = append(out, found)
		}
	}
	return out, nil
}
