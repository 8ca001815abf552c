package sandbox

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const mostBody = 20 << 20 // bytes of a call; uploads are in it

// pathOf puts the pattern of a call below a system: "GET /messages" becomes "GET /open/messages".
func pathOf(pattern, system string) string {
	method, path, _ := strings.Cut(pattern, " ")
	return method + " /" + system + path
}

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the caller has gone
}

// wrongField is one complaint, in the form that many a VMS has.
type wrongField struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// withSwitches lets a call be answered as the switches say.
func (s *system) withSwitches(handle http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.isAuthorised(r) {
			reply(w, http.StatusUnauthorized, map[string]any{
				"error":   "unauthorised",
				"message": "The sandbox does not know the caller: " + s.Auth + " is asked for.",
			})
			return
		}
		now := s.next()
		if now.DelayMs > 0 {
			select {
			case <-r.Context().Done():
				return
			case <-time.After(time.Duration(now.DelayMs) * time.Millisecond):
			}
		}
		s.answer(now, handle, w, r)
	}
}

func (s *system) answer(now Switches, handle http.HandlerFunc, w http.ResponseWriter, r *http.Request) {
	switch now.Answer {
	case Refuse:
		reply(w, http.StatusUnprocessableEntity, map[string]any{
			"error":   "refused",
			"message": orElse(now.Reason, "The candidate does not fit the job."),
		})
	case Duplicate:
		reply(w, http.StatusConflict, map[string]any{
			"error":   "duplicate",
			"message": orElse(now.Reason, "The candidate was submitted by somebody else."),
		})
	case Unauthorised:
		reply(w, http.StatusUnauthorized, map[string]any{
			"error":   "unauthorised",
			"message": orElse(now.Reason, "The token has expired."),
		})
	case Busy:
		w.Header().Set("Retry-After", strconv.Itoa(max(1, now.RetryAfterSeconds)))
		reply(w, http.StatusTooManyRequests, map[string]any{"error": "busy", "message": "Too many calls."})
	case Down:
		reply(w, http.StatusServiceUnavailable, map[string]any{"error": "down", "message": "Maintenance."})
	case Garbage:
		handle(discarding{}, r)
		_, _ = io.WriteString(w, "<html><body>Bad gateway")
	case BreakOff:
		handle(discarding{}, r)
		panic(http.ErrAbortHandler)
	case Accept:
		handle(w, r)
	default:
		handle(w, r)
	}
}

func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// discarding takes an answer that nobody gets.
type discarding struct{}

// Header is that of an answer; http.ResponseWriter.
func (discarding) Header() http.Header { return http.Header{} }

// Write drops a part of the body; http.ResponseWriter.
func (discarding) Write(b []byte) (int, error) { return len(b), nil }

// WriteHeader drops the status; http.ResponseWriter.
func (discarding) WriteHeader(int) {}

// sent is what the sandbox reads of a candidate.
type sent struct {
	Job       string `json:"jobPostingId"`
	Candidate struct {
		Email string `json:"email"`
	} `json:"candidate"`
	text json.RawMessage
}

var errNoObject = errors.New("the body is no JSON object with the texts jobPostingId and candidate.email")

func readSent(r *http.Request) (out sent, err error) {
	text, err := io.ReadAll(io.LimitReader(r.Body, mostBody))
	if err != nil {
		return out, err
	}
	if json.Unmarshal(text, &out) != nil {
		return out, errNoObject
	}
	out.text = text
	return out, nil
}

// missingFields lists what a candidate lacks.
func (c sent) missingFields() (out []wrongField) {
	if c.Job == "" {
		out = append(out, wrongField{"jobPostingId", "is required"})
	}
	if !strings.Contains(c.Candidate.Email, "@") {
		out = append(out, wrongField{"candidate.email", "is required"})
	}
	return out
}

// submit takes a candidate once under a key, and names it.
func (s *system) submit(w http.ResponseWriter, r *http.Request) {
	in, err := readSent(r)
	if err != nil {
		reply(w, http.StatusBadRequest, map[string]any{"error": "malformed", "message": err.Error()})
		return
	}
	key := r.Header.Get("Idempotency-Key")
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.byKey[key]; known != nil && key != "" {
		reply(w, http.StatusOK, map[string]any{"externalId": known.ExternalID})
		return
	}
	if wrong := in.missingFields(); len(wrong) > 0 {
		reply(w, http.StatusUnprocessableEntity, map[string]any{"errors": wrong})
		return
	}
	for _, c := range s.candidates {
		if c.Job == in.Job && strings.EqualFold(c.Email, in.Candidate.Email) && c.Status != withdrawn {
			reply(w, http.StatusConflict, map[string]any{
				"error":   "duplicate",
				"message": "This person was submitted for the job before, as " + c.ExternalID + ".",
			})
			return
		}
	}
	c := s.add(&Candidate{
		ExternalID: s.idOf(orElse(key, strconv.Itoa(s.calls))), Job: in.Job, Email: in.Candidate.Email,
		Status: "Submitted", Sent: 1, Body: in.text,
	})
	s.byKey[key] = c
	reply(w, http.StatusCreated, map[string]any{"externalId": c.ExternalID})
}

const withdrawn = "Withdrawn"

// candidate is a candidate with an id. One that the sandbox has forgotten, by a restart, it takes as it is told.
func (s *system) candidate(id string) *Candidate {
	if c := s.find(id); c != nil {
		return c
	}
	return s.add(&Candidate{ExternalID: id, Status: "Submitted"})
}

// update takes a change of a candidate.
func (s *system) update(w http.ResponseWriter, r *http.Request) {
	in, err := readSent(r)
	if err != nil {
		reply(w, http.StatusBadRequest, map[string]any{"error": "malformed", "message": err.Error()})
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c, key := s.candidate(r.PathValue("id")), r.Header.Get("Idempotency-Key")
	if key == "" || s.byKey[key] != c {
		c.Sent++
		c.Job, c.Email, c.Body, c.Status, s.byKey[key] = in.Job, in.Candidate.Email, in.text, "Submitted", c
	}
	reply(w, http.StatusOK, map[string]any{"externalId": c.ExternalID})
}

// withdraw ends a candidate.
func (s *system) withdraw(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.candidate(r.PathValue("id")).Status = withdrawn
	w.WriteHeader(http.StatusNoContent)
}

// page cuts what a call asks for, after=cursor and limit=number, out of n; the cursor behind it is "" where nothing
// follows.
func page(r *http.Request, n int) (from, until int, cursor string) {
	from, _ = strconv.Atoi(r.FormValue("after")) // no number: from the beginning
	limit, err := strconv.Atoi(r.FormValue("limit"))
	if err != nil || limit < 1 {
		limit = 50
	}
	from = min(max(from, 0), n)
	return from, min(from+limit, n), strconv.Itoa(min(from+limit, n))
}

// listCandidates answers how they stand.
func (s *system) listCandidates(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	from, until, cursor := page(r, len(s.candidates))
	out := []map[string]any{}
	for _, c := range s.candidates[from:until] {
		out = append(out, map[string]any{"externalId": c.ExternalID, "job": c.Job, "status": c.Status})
	}
	reply(w, http.StatusOK, map[string]any{"applications": out, "cursor": cursor})
}

// listMessages answers what lies behind a cursor, the oldest first.
func (s *system) listMessages(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	from, until, cursor := page(r, len(s.messages))
	out := []map[string]any{}
	for _, m := range s.messages[from:until] {
		out = append(out, map[string]any{"id": m.ID, "entity": m.Entity, "body": m.Body})
	}
	reply(w, http.StatusOK, map[string]any{"messages": out, "cursor": cursor})
}
