package sandbox

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// SystemState is a system as it stands.
type SystemState struct {
	Access
	Switches   Switches    `json:"switches"`
	Inbound    Inbound     `json:"inbound"`
	Candidates []Candidate `json:"candidates"` // the newest first
	Messages   []Message   `json:"messages"`   // the newest first
	Calls      int         `json:"calls"`
}

func (s *system) state() SystemState {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := SystemState{
		Access: s.Access, Switches: s.switches, Inbound: s.inbound, Calls: s.calls,
		Candidates: []Candidate{}, Messages: []Message{},
	}
	for _, c := range slices.Backward(s.candidates) {
		out.Candidates = append(out.Candidates, *c)
	}
	for _, m := range slices.Backward(s.messages) {
		out.Messages = append(out.Messages, *m)
	}
	return out
}

func (s *system) show(w http.ResponseWriter, _ *http.Request) { reply(w, http.StatusOK, s.state()) }

func isProgram(r *http.Request) bool {
	return strings.HasPrefix(r.Header.Get("Content-Type"), "application/json")
}

// readInput reads what a person or a program tells the sandbox: JSON, or the fields of a form.
func readInput(r *http.Request) (url.Values, error) {
	if !isProgram(r) {
		err := r.ParseForm()
		return r.PostForm, err
	}
	var fields map[string]any
	if err := json.NewDecoder(r.Body).Decode(&fields); err != nil {
		return nil, err
	}
	out := url.Values{}
	for name, value := range fields {
		out.Set(name, fmt.Sprint(value))
	}
	return out, nil
}

// done answers a program with the system as it stands now, and sends a person back to the page.
func (s *system) done(w http.ResponseWriter, r *http.Request) {
	if isProgram(r) {
		s.show(w, r)
		return
	}
	http.Redirect(w, r, "/#"+s.Name, http.StatusSeeOther)
}

// change lets a call change a system under its lock; what change returns is wrong with the call.
func (s *system) change(w http.ResponseWriter, r *http.Request, change func(in url.Values) (wrong string)) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
	in, err := readInput(r)
	var wrong string
	if err != nil {
		wrong = "the body is neither a JSON object nor a form"
	} else {
		s.mu.Lock()
		wrong = change(in)
		s.mu.Unlock()
	}
	if wrong != "" {
		reply(w, http.StatusUnprocessableEntity, map[string]any{"message": wrong})
		return
	}
	s.done(w, r)
}

// setSwitches says how the system behaves from now on. What is not given is as it was at the start.
func (s *system) setSwitches(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, func(in url.Values) string {
		next := Switches{Answer: cmp.Or(Answer(in.Get("answer")), Accept), Reason: in.Get("reason")}
		if !slices.Contains(Answers(), next.Answer) {
			return fmt.Sprintf("answer is one of %v", Answers())
		}
		for name, into := range map[string]*int{
			"retryAfterSeconds": &next.RetryAfterSeconds, "delayMs": &next.DelayMs,
			"calls": &next.Calls, "lateSeconds": &next.LateSeconds,
		} {
			if in.Get(name) == "" {
				continue
			}
			n, err := strconv.Atoi(in.Get(name))
			if err != nil || n < 0 || n > 1_000_000 {
				return name + " is a number from 0 to 1000000"
			}
			*into = n
		}
		s.switches = next
		return ""
	})
}

// setInbound says where the system sends its messages.
func (s *system) setInbound(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, func(in url.Values) string {
		u, err := url.Parse(in.Get("url"))
		if in.Get("url") != "" && (err != nil || u.Host == "" || u.RawQuery != "" || u.Scheme != "http" &&
			u.Scheme != "https") {
			return "url is the inbound address of a connection, without a query"
		}
		s.inbound = Inbound{URL: in.Get("url"), Secret: orElse(in.Get("secret"), InboundSecret)}
		return ""
	})
}

// offerJob tells the product of a new job.
func (s *system) offerJob(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, func(in url.Values) string {
		s.jobs++
		id := orElse(in.Get("id"), fmt.Sprintf("JP-%d", 1000+s.jobs))
		start := s.now().AddDate(0, 0, 14)
		s.queueMessage("JOB", map[string]any{
			"id": id, "title": orElse(in.Get("title"), "Java developer, claims platform"), "status": "Open",
			"description": "Found by the sandbox.",
			"start":       start.Format("2006-01-02"), "end": start.AddDate(0, 6, 0).Format("2006-01-02"), "positions": 1,
			"rate": map[string]any{"min": 70, "max": 95, "unit": "Hr", "currency": orElse(in.Get("currency"), "EUR")},
			"site": map[string]any{"city": "Hamburg", "country": "DE"},
		})
		return ""
	})
}

// moveJob tells the product of another status of a job.
func (s *system) moveJob(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, func(in url.Values) string {
		if in.Get("status") == "" {
			return "status is missing, such as Open, On hold or Filled"
		}
		s.queueMessage("JOB_STATUS", map[string]any{"job": r.PathValue("id"), "status": in.Get("status")})
		return ""
	})
}

// moveCandidate gives a candidate another status and tells the product of it.
func (s *system) moveCandidate(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, func(in url.Values) string {
		c := s.find(r.PathValue("id"))
		switch {
		case c == nil:
			return "the sandbox knows no such candidate"
		case in.Get("status") == "":
			return "status is missing, such as Interview, Hired or Rejected"
		}
		c.Status = in.Get("status")
		s.queueMessage("APPLICATION_STATUS", map[string]any{
			"externalId": c.ExternalID, "job": c.Job, "status": c.Status,
			"reason": in.Get("reason"),
		})
		return ""
	})
}

// sendAnything tells the product what is given: entity and body, as a VMS of its own making would.
func (s *system) sendAnything(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Entity string         `json:"entity"`
		Body   map[string]any `json:"body"`
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err == nil {
		err = json.Unmarshal(text, &in)
	}
	if err != nil || in.Entity == "" || in.Body == nil {
		reply(w, http.StatusUnprocessableEntity,
			map[string]any{"message": "the body is no JSON object with an entity and an object as body"})
		return
	}
	s.mu.Lock()
	s.queueMessage(in.Entity, in.Body)
	s.mu.Unlock()
	s.show(w, r)
}

// Set says how a system behaves from now on.
func (s *Server) Set(name string, to Switches) {
	s.withSystem(name, func(one *system) { one.switches = to })
}

// QueueMessage has a system tell the product something.
func (s *Server) QueueMessage(name, entity string, body map[string]any) {
	s.withSystem(name, func(one *system) { one.queueMessage(entity, body) })
}

func (s *Server) withSystem(name string, change func(one *system)) {
	for _, one := range s.systems {
		if one.Name == name {
			one.mu.Lock()
			change(one)
			one.mu.Unlock()
		}
	}
}
