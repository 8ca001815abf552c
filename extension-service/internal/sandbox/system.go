package sandbox

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Answer is what a system does with calls.
type Answer string

// The answers. A system that breaks off or answers garbage has done what it was asked for, which is how it happens
// elsewhere.
const (
	Accept       Answer = "ACCEPT"
	Refuse       Answer = "REFUSE"    // 422 with the reason
	Duplicate    Answer = "DUPLICATE" // 409
	Unauthorised Answer = "UNAUTHORISED"
	Busy         Answer = "BUSY" // 429 with Retry-After
	Down         Answer = "DOWN" // 503
	Garbage      Answer = "GARBAGE"
	BreakOff     Answer = "BREAK_OFF"
)

// Answers are all of them, for the page.
func Answers() []Answer {
	return []Answer{Accept, Refuse, Duplicate, Unauthorised, Busy, Down, Garbage, BreakOff}
}

// Switches say how a system behaves.
type Switches struct {
	Answer            Answer `json:"answer"`
	Reason            string `json:"reason"`            // of a refusal
	RetryAfterSeconds int    `json:"retryAfterSeconds"` // of BUSY
	DelayMs           int    `json:"delayMs"`           // before every answer
	Calls             int    `json:"calls"`             // after so many calls it accepts again; 0: it stays so
	// how long before they are sent its messages say that they happened
	LateSeconds int `json:"lateSeconds"`
}

// Inbound is where a system sends its messages, and what it signs them with.
type Inbound struct {
	URL    string `json:"url"`
	Secret string `json:"secret"`
}

// Candidate is one that a system was sent.
type Candidate struct {
	ExternalID string          `json:"externalId"`
	Job        string          `json:"job"`
	Email      string          `json:"email"`
	Status     string          `json:"status"`
	Sent       int             `json:"sent"` // how often it was sent under keys of their own
	Body       json.RawMessage `json:"body"`
}

// Message is one that a system has to say.
type Message struct {
	ID     string          `json:"id"`
	Entity string          `json:"entity"`
	Body   json.RawMessage `json:"body"`
	Pushed bool            `json:"pushed"`
	Answer string          `json:"answer"` // what the product said to the last attempt

	tries int
	due   time.Time
}

// system is one VMS with what it knows.
type system struct {
	Access
	now        func() time.Time
	mu         sync.Mutex
	switches   Switches
	inbound    Inbound
	candidates []*Candidate
	byKey      map[string]*Candidate // by idempotency key
	jobs       int
	messages   []*Message
	calls      int
}

// maxRemembered is how many candidates and messages a system remembers: it may run for days.
const maxRemembered = 10_000

// next is how a system behaves for one more call.
func (s *system) next() Switches {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	now := s.switches
	if now.Calls > 0 {
		if s.switches.Calls--; s.switches.Calls == 0 {
			s.switches = Switches{Answer: Accept}
		}
	}
	return now
}

// idOf names a candidate; a key gives the same name after a restart.
func (s *system) idOf(key string) string {
	sum := sha256.Sum256([]byte(s.Name + " " + key))
	return "SB-" + base32.StdEncoding.EncodeToString(sum[:5])
}

// find is a candidate by its id; nil where there is none.
func (s *system) find(id string) *Candidate {
	i := slices.IndexFunc(s.candidates, func(c *Candidate) bool { return c.ExternalID == id })
	if i < 0 {
		return nil
	}
	return s.candidates[i]
}

// add remembers a candidate. Whoever calls holds the lock.
func (s *system) add(c *Candidate) *Candidate {
	if len(s.candidates) >= maxRemembered {
		s.candidates, s.byKey = nil, map[string]*Candidate{}
	}
	s.candidates = append(s.candidates, c)
	return c
}

// queueMessage queues a message for the product, which happens when it is said unless it says otherwise. Whoever calls
// holds the lock.
func (s *system) queueMessage(entity string, body map[string]any) {
	if len(s.messages) >= maxRemembered {
		s.messages = s.messages[:0:0]
	}
	if body["occurredAt"] == nil {
		at := s.now().Add(-time.Duration(s.switches.LateSeconds) * time.Second)
		body["occurredAt"] = at.UTC().Format(time.RFC3339Nano)
	}
	text, err := json.Marshal(body)
	if err != nil {
		text = []byte("{}")
	}
	m := &Message{
		ID: fmt.Sprintf("sb_%s_%d_%d", s.Name, s.now().UnixMilli(), len(s.messages)+1), Entity: entity,
		Body: text, due: s.now(),
	}
	s.messages = append(s.messages, m)
}
