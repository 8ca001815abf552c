package vms

import (
	"context"
	"maps"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/httpclient"
)

type sendTestInput struct {
	ID        int64 `path:"id"`
	MappingID int64 `json:"mappingId" kind:"id" check:"required"`
	DryRun    bool  `json:"dryRun"`
}

// TestSending is what a mapping makes of a test application, and what the VMS has answered.
type TestSending struct {
	OK bool `json:"ok"` // the rules make a body
	// the body, with every digit as it is sent
	Rendered string              `json:"rendered" kind:"longtext"`
	Errors   []transform.Problem `json:"errors"`
	Missing  []string            `json:"missing"` // required targets without a value
	Status   int64               `json:"status"`  // of the answer; 0: none
	// why it was not taken; null of what was, and of what was not sent
	Failure *Failure `json:"failure"`
	// what of the call or of the answer was wrong; null where the VMS refuses what was sent, too
	Why *TestFailure `json:"why"`
	// how long the VMS asks to wait, in seconds; 0: it does not
	RetryAfter int64 `json:"retryAfter"`
	// what came in the place of JSON; null of any other answer
	Unreadable *UnreadableAnswer `json:"unreadable"`
	Reason     string            `json:"reason"` // what the VMS says is wrong
	Delivered  *TestDelivery     `json:"delivered"`
}

// TestDelivery is a test application that a VMS has taken.
type TestDelivery struct {
	ID         int64     `json:"id"` // of the message
	MessageID  string    `json:"messageId"`
	ExternalID string    `json:"externalId"`
	Status     int64     `json:"status"`
	TookMS     int64     `json:"tookMs"`
	At         time.Time `json:"at"`
}

// sendTest makes a test application, without any real person, by a version of a mapping, in use or not. It sends
// it to a VMS on this machine, such as the sandbox. One that is taken is kept as a message; a refusal leaves nothing
// behind. With dryRun nothing is sent. NOT_FOUND, VALIDATION, TOO_MANY_REQUESTS, VMS_UNAVAILABLE.
func (s *Service) sendTest(ctx context.Context, in sendTestInput) (out TestSending, err error) {
	c, err := s.Connections.Get(ctx, in.ID)
	if err != nil {
		return out, err
	}
	m, err := s.Mappings.Get(ctx, in.MappingID)
	if err == nil && (m.ConnectionID != c.ID || m.Entity != Application) {
		err = notThere("mapping for applications of the connection", in.MappingID)
	}
	if err != nil {
		return out, err
	}
	if err := s.allowTest(ctx, c, in.DryRun); err != nil {
		return out, err
	}
	reference := "TEST-" + strings.ToUpper(strconv.FormatInt(s.now(), 36))
	made, err := s.runOnExample(ctx, m, reference)
	if err != nil {
		return out, err
	}
	out = TestSending{
		OK: made.OK, Rendered: string(made.Output), Errors: list(made.Errors), Missing: list(made.Missing),
	}
	if in.DryRun || !made.OK {
		return out, nil
	}
	err = s.deliverTest(ctx, testDelivering{c, m, Task{Handle: reference, Round: 1, Entity: Application}}, &out)
	return out, err
}

// testDelivering is a test application on its way to a VMS.
type testDelivering struct {
	c Connection
	m Mapping
	t Task
}

// allowTest counts the call, and refuses to send to where real people are, or after a restore.
func (s *Service) allowTest(ctx context.Context, c Connection, dryRun bool) error {
	if err := s.allowTrial(ctx); err != nil || dryRun {
		return err
	}
	if !isOnThisMachine(c.BaseURL) {
		return fault.Validation().Field("id", "validation.vmsTestAddress", nil)
	}
	held, err := s.deps.Held(ctx)
	if err == nil && held {
		err = fault.New(fault.Conflict, "VMS_UNAVAILABLE", "nothing is sent after a restore until somebody releases it")
	}
	return err
}

// isOnThisMachine says of an address whether nobody outside has what is sent there.
func isOnThisMachine(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback())
}

// runOnExample gives an example to the rules of a mapping.
func (s *Service) runOnExample(ctx context.Context, m Mapping, reference string) (transform.Result, error) {
	message, err := s.exampleMessage(m.rules(), reference)
	if err != nil {
		return transform.Result{}, err
	}
	return s.deps.Runner.Run(ctx, m.ConnectionID, m.rules(), message)
}

// exampleReference is what the example of a trial is called, which nobody is sent.
const exampleReference = "TEST-EXAMPLE"

// exampleMessage is an example as rules are given it.
func (s *Service) exampleMessage(rules transform.Rules, reference string) (out transform.Message, err error) {
	out = transform.Message{Input: withoutEmpty(s.exampleInput(reference)), At: s.deps.Now(), Zone: time.UTC}
	out.Files, err = placeholders(rules, out.Input)
	return out, err
}

// deliverTest sends what was made, and keeps it when it is taken.
func (s *Service) deliverTest(ctx context.Context, d testDelivering, out *TestSending) error {
	call, secret, err := s.request(ctx, d.c, d.t, []byte(out.Rendered))
	if err != nil {
		return err
	}
	sent := Exchange{
		Number: 1, At: s.deps.Now(), Request: call.Method + " " + call.URL, Body: out.Rendered,
		Headers: maps.Clone(call.Header), MappingNumber: d.m.Number,
	}
	delete(sent.Headers, secret)
	answer, failure := s.deps.Call(ctx, call)
	outcome := outcomeOf(answer, failure)
	took := s.deps.Now().Sub(sent.At)
	sent.Status, sent.Answer, sent.DurationMS = int64(answer.Status), string(answer.Body), took.Milliseconds()
	if out.Status = sent.Status; outcome.Failure != "" {
		out.Failure, out.Reason = &outcome.Failure, reasonIn(answer.Body, shownReason)
		s.explainFailure(ctx, answer, failure, out)
		return nil
	}
	message := Message{
		MessageID: d.t.messageID(), ConnectionID: d.c.ID, ClientID: d.c.ClientID, Direction: Out, Entity: Application,
		State: Processed, Tries: 1, MappingNumber: d.m.Number,
	}
	id, _ := externalID(answer.Body)
	message.MatchKey = id[:min(len(id), mostMatchKey)]
	if err := s.storeTest(ctx, d.c, &message, sent); err != nil {
		return err
	}
	out.Delivered = testDelivery(message, sent)
	return nil
}

// explainFailure says of a test application that was not accepted what was wrong, so that each failure is mended where
// it can be.
func (s *Service) explainFailure(ctx context.Context, answer httpclient.Answer, failure error, out *TestSending) {
	why := troubleIn(answer)
	if failure != nil {
		why = TestFailure(httpclient.FailureOf(failure))
	}
	if why == BadStatus {
		return
	}
	out.Why, out.RetryAfter = &why, int64(answer.RetryAfter.Seconds())
	out.Unreadable = s.deps.visibility(ctx).unreadableAnswer(answer, why)
}

// storeTest keeps a test application that was taken, and who has sent it.
func (s *Service) storeTest(ctx context.Context, c Connection, m *Message, sent Exchange) error {
	return s.deps.DB.Write(ctx, func(ctx context.Context) error {
		if err := s.Messages.Create(ctx, m); err != nil {
			return err
		}
		if err := s.Messages.storeAttempt(ctx, m.ID, sent); err != nil {
			return err
		}
		return s.deps.Audit(ctx, store.Entry{
			Entity: "vmsConnection", ID: c.ID, Version: c.Version, ClientID: c.ClientID,
			Act: resource.Act{Action: "sendTest", Comment: m.MessageID, Unguarded: true},
		})
	})
}

func testDelivery(m Message, sent Exchange) *TestDelivery {
	id, _ := externalID([]byte(sent.Answer))
	return &TestDelivery{
		ID: m.ID, MessageID: m.MessageID, ExternalID: id, Status: sent.Status, TookMS: sent.DurationMS, At: sent.At,
	}
}

// lastTest is the test application that the VMS of a connection has taken last; none is nil.
func (s *Service) lastTest(ctx context.Context, c Connection) (*TestDelivery, error) {
	v := new(Message)
	m, err := s.Messages.first(ctx, query.Where(v, &v.ConnectionID, c.ID), query.Where(v, &v.Entity,
		string(Application)), query.Where(v, &v.EntityID, int64(0)))
	if err != nil || m == nil || len(m.Exchanges) == 0 {
		return nil, err
	}
	return testDelivery(*m, m.Exchanges[0]), nil
}
