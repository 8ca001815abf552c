package vms

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/httpclient"
	"poolkeeper.example/extension-service/platform/role"
)

// Task is one thing to say to a VMS.
type Task struct {
	ID, ApplicationID, ClientID int64
	Round                       int64
	Entity                      Entity
	Handle, ExternalID          string
	RequestID                   string // by which it was asked for
	Origin                      string // what it was queued for, see store.Watcher
}

// messageID is the same for every attempt of a task, and another for every task.
func (t Task) messageID() string {
	id := fmt.Sprintf("%s-%d", t.Handle, t.Round)
	if t.Entity == Withdrawal {
		id += "-withdraw"
	}
	return id
}

// Outcome is what one attempt has come to.
type Outcome struct {
	ExternalID  string // the VMS's own id of the candidate, if it told one
	MessageID   int64  // of the log
	PayloadHash string // SHA-256 of what was sent
	Failure     Failure
	Detail      string
	Reason      string // what the VMS says is wrong, without personal values
	Transient   bool
	IsFinal     bool      // no further attempt
	Next        time.Time // of a further attempt
	Took        time.Duration

	retryAfter time.Duration
}

// request is what is sent for a task: a new candidate, a change of one that the VMS knows, or the end of one. The
// Idempotency-Key is the same for every attempt, so that what has arrived is not done twice.
func (s *Service) request(ctx context.Context, c Connection, t Task, body []byte) (call httpclient.Call, secret string,
	err error,
) {
	call = httpclient.Call{
		Method: "POST", URL: strings.TrimRight(c.BaseURL, "/") + "/applications", Body: body,
		Header: map[string]string{
			"Content-Type": "application/json", "Accept": "application/json",
			"Idempotency-Key": t.messageID(),
		},
	}
	switch known := url.PathEscape(t.ExternalID); {
	case t.Entity == Withdrawal:
		call.URL += "/" + known + "/withdrawal"
	case known != "":
		call.Method, call.URL = "PUT", call.URL+"/"+known
	}
	secret, value, err := s.Connections.authHeader(ctx, c)
	if secret != "" {
		call.Header[secret] = value
	}
	return call, secret, err
}

// authHeader is the header by which a VMS knows us; none is "".
func (c *Connections) authHeader(ctx context.Context, to Connection) (header, value string, err error) {
	if to.Auth == NoAuth {
		return "", "", nil
	}
	key, err := c.secretTo(ctx, to)
	switch to.Auth {
	case Basic:
		return "Authorization", "Basic " + base64.StdEncoding.EncodeToString([]byte(to.AuthName+":"+string(key))), err
	case Bearer:
		return "Authorization", "Bearer " + string(key), err
	case Header:
		return to.AuthName, string(key), err
	case NoAuth:
	}
	return "", "", err
}

// body is what the mapping in use makes of an application, with its uploads as they are read; an outcome says why it
// makes nothing.
func (s *Service) body(ctx context.Context, c Connection, t Task,
	uploads func(transform.Rules, map[string]any) (map[string][]byte, error)) (text []byte, number int64, failed *Outcome,
	err error,
) {
	live, err := s.Mappings.live(ctx, c.ID, t.Entity)
	if err != nil {
		return nil, 0, nil, err
	}
	if live == nil {
		return nil, 0, nil, errNoMapping
	}
	subject, err := s.deps.Subject(ctx, t.ApplicationID)
	if err != nil {
		return nil, 0, nil, err
	}
	subject.Input = withoutEmpty(subject.Input)
	files, err := uploads(live.rules(), subject.Input)
	if fault.KindOf(err) == fault.TooLarge {
		return nil, live.Number, &Outcome{Failure: MappingFailed, Detail: fault.From(err).Text}, nil
	}
	if err != nil {
		return nil, 0, nil, err
	}
	made, err := s.deps.Runner.Run(ctx, c.ID, live.rules(),
		transform.Message{Input: subject.Input, At: s.deps.Now(), Zone: subject.Zone, Files: files})
	if err != nil || made.OK {
		return made.Output, live.Number, nil, err
	}
	return nil, live.Number, &Outcome{Failure: MappingFailed, Detail: failureReason(made)}, nil
}

// errNoMapping says that nothing can be said of a kind: what is due waits.
var errNoMapping = errors.New(noMapping)

// CheckMapping tries out what the VMS of a client would be sent of an application, whoever asks; without a VMS or a
// mapping in use nothing stands in the way: it waits for one. MAPPING_INVALID.
func (s *Service) CheckMapping(ctx context.Context, clientID, applicationID int64) error {
	ctx = role.AsSystem(ctx, "vms.mapping")
	c, err := s.Connections.sending(ctx, clientID)
	if err != nil || c == nil {
		return err
	}
	_, _, failed, err := s.body(ctx, *c, Task{ApplicationID: applicationID, Entity: Application}, placeholders)
	if errors.Is(err, errNoMapping) {
		return nil
	}
	if err == nil && failed != nil {
		err = fault.New(fault.Invalid, "MAPPING_INVALID", "%s", failed.Detail)
	}
	return err
}

// failureReason says where a mapping failed, without any value.
func failureReason(made transform.Result) string {
	var parts []string
	for _, p := range made.Errors {
		parts = append(parts, fmt.Sprintf("%s: %s", p.Target, p.Code))
	}
	for _, target := range made.Missing {
		parts = append(parts, target+": required")
	}
	text := strings.Join(parts, ", ")
	return text[:min(len(text), 500)]
}

// outcomeOf reads an answer. What cannot be read is tried again: who answers so is not the VMS.
func outcomeOf(a httpclient.Answer, failure error) Outcome {
	if failure != nil {
		return Outcome{Failure: Unavailable, Detail: "no answer", Transient: true}
	}
	out := Outcome{Detail: fmt.Sprint(a.Status)}
	switch {
	case a.Status >= 200 && a.Status < 300:
		id, readable := externalID(a.Body)
		if !readable {
			return Outcome{Failure: Unavailable, Detail: "unreadable answer", Transient: true}
		}
		return Outcome{ExternalID: id}
	case a.Status == 408 || a.Status == 425 || a.Status == 429 || a.Status >= 500:
		out.Failure, out.Transient, out.retryAfter = Unavailable, true, a.RetryAfter
	case a.Status == 401 || a.Status == 403:
		out.Failure = Unauthorised
	case a.Status == 409:
		out.Failure = Duplicate
	default:
		out.Failure = Refused
	}
	return out
}

// externalID is the candidate's id in an answer, a text or a number; it may have none. An answer with a body must be
// JSON.
func externalID(body []byte) (id string, readable bool) {
	if len(bytes.TrimSpace(body)) == 0 {
		return "", true
	}
	answer, err := transform.Decoded(body)
	if err != nil {
		return "", false
	}
	for _, name := range []string{"externalId", "candidateId", "id"} {
		if answer[name] != nil {
			return idText(answer[name])
		}
	}
	return "", true
}

// idText is an id that a VMS gives, which is a text or a number; null is "".
func idText(value any) (id string, isID bool) {
	switch v := value.(type) {
	case nil:
		return "", true
	case string:
		return strings.TrimSpace(v), !strings.ContainsFunc(v, unicode.IsControl)
	case json.Number:
		return v.String(), true
	}
	return "", false
}
