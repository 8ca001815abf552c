package vms

import (
	"context"
	"net/url"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/httpclient"
)

// ConnectionTest is how far a call to a VMS has come, step by step. Nothing of it is stored.
type ConnectionTest struct {
	Host   string     `json:"host"`
	Steps  []TestStep `json:"steps"`
	TookMS int64      `json:"tookMs"`
	// what came in the place of JSON; null of any other answer
	Unreadable *UnreadableAnswer `json:"unreadable"`
}

// TestStep is one step of a test.
type TestStep struct {
	Step    TestedStep   `json:"step"`
	Result  TestResult   `json:"result"`
	Why     *TestFailure `json:"why"`     // of a failure, and of an answer that cannot be read
	Status  int64        `json:"status"`  // that the VMS answered with; 0: none
	TLS     string       `json:"tls"`     // version of the protocol
	ValidTo *time.Time   `json:"validTo"` // of the certificate
}

// TestedStep is what is tried.
type TestedStep string

// The steps, in their order.
const (
	Reaches       TestedStep = "REACHES"
	Secures       TestedStep = "TLS"
	Authenticates TestedStep = "AUTHENTICATES"
	Answers       TestedStep = "ANSWERS"
)

// Enum lists the steps.
func (TestedStep) Enum() enum.List {
	return enum.List{
		Name: "vmsTestedStep", Text: "enum.vmsTestedStep",
		Values: enum.Strings([]TestedStep{Reaches, Secures, Authenticates, Answers}),
	}
}

// TestResult is what a step has come to.
type TestResult string

// The results. What comes behind a failure is not tried, and what a connection does not have is left out.
const (
	Passed    TestResult = "OK"
	Failing   TestResult = "FAILED"
	Untried   TestResult = "NOT_TRIED"
	NotNeeded TestResult = "NOT_NEEDED"
	Unclear   TestResult = "UNCLEAR" // what is answered tells nothing of it
)

// Enum lists the results.
func (TestResult) Enum() enum.List {
	return enum.List{
		Name: "vmsTestResult", Text: "enum.vmsTestResult",
		Values: enum.Strings([]TestResult{Passed, Failing, Untried, NotNeeded, Unclear}),
	}
}

type tryInput struct {
	ID int64 `path:"id"`
}

// tryConnection calls a VMS for its messages, keeps none of them, and says how far that came. NOT_FOUND, VALIDATION
// where the connection has no address since its VMS sends only, TOO_MANY_REQUESTS.
func (s *Service) tryConnection(ctx context.Context, in tryInput) (out ConnectionTest, err error) {
	c, err := s.Connections.Get(ctx, in.ID)
	if err != nil {
		return out, err
	}
	if c.BaseURL == "" {
		return out, fault.Validation().Field("baseUrl", "validation.required", nil)
	}
	if err := s.allowTrial(ctx); err != nil {
		return out, err
	}
	header, value, err := s.Connections.authHeader(ctx, c)
	if err != nil {
		return out, err
	}
	call := httpclient.Call{
		Method: "GET", URL: strings.TrimRight(c.BaseURL, "/") + "/messages?limit=1",
		Header: map[string]string{"Accept": "application/json"}, Most: mostPage,
	}
	if header != "" {
		call.Header[header] = value
	}
	p := s.deps.Probe(ctx, call)
	address, err := url.Parse(c.BaseURL)
	if err != nil {
		return out, err
	}
	return ConnectionTest{
		Host: address.Host, TookMS: p.Took.Milliseconds(),
		Steps:      stepsOf(c, address.Scheme == "https", p),
		Unreadable: s.deps.visibility(ctx).unreadableAnswer(p.Answer, troubleIn(p.Answer)),
	}, nil
}

// stepsOf reads the steps out of how far a call has come.
func stepsOf(c Connection, isSecure bool, p httpclient.Probe) []TestStep {
	status := int64(p.Answer.Status)
	why := TestFailure(p.Trouble)
	if why == "" {
		why = troubleIn(p.Answer)
	}
	isKnown := why != NoAccess
	// one that offers no messages has no such address, and so has a mistaken one; another may answer with a page
	isUnclear := (status == 404 || why == Unreadable) && !c.supports(JobPull)
	var validTo *time.Time
	if p.TLS != "" {
		validTo = &p.ValidTo
	}
	tried := []struct {
		step     TestStep
		isMet    bool
		isNeeded bool
		why      TestFailure
	}{
		{TestStep{Step: Reaches}, p.Connected || status > 0, true, why},
		{TestStep{Step: Secures, TLS: p.TLS, ValidTo: validTo}, p.TLS != "", isSecure, why},
		{TestStep{Step: Authenticates, Status: status}, status > 0 && isKnown, c.Auth != NoAuth || !isKnown, why},
		{TestStep{Step: Answers, Status: status}, why == "", true, why},
	}
	out, failed := []TestStep{}, false
	for _, t := range tried {
		switch {
		case failed:
			t.step = TestStep{Step: t.step.Step, Result: Untried}
		case !t.isNeeded:
			t.step = TestStep{Step: t.step.Step, Result: NotNeeded}
		case isUnclear && t.step.Status > 0:
			t.step.Result = Unclear
			if why == Unreadable && t.step.Step == Answers {
				t.step.Why = &t.why
			}
		case t.isMet:
			t.step.Result = Passed
		default:
			t.step.Result, t.step.Why, failed = Failing, &t.why, true
		}
		out = append(out, t.step)
	}
	return out
}
