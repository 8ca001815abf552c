package vms

import (
	"context"
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/httpclient"
)

type sandboxInput struct {
	ID int64 `path:"id"`
}

// SandboxAnswer says what the sandbox was made to send.
type SandboxAnswer struct {
	Entity Entity `json:"entity"`
}

// sandboxStatus is what the sandbox says of a test application. The template to start with has an entry for it.
const sandboxStatus = "Rejected"

// sendSandboxAnswer has the sandbox beside the product send its first message to a connection, signed with the inbound
// secret of that: the status of the last test application, or a job where the connection sends no candidates. The
// message comes in like any other. NOT_FOUND, VALIDATION where the connection leads elsewhere, has no inbound secret or
// delivered no test application yet, TOO_MANY_REQUESTS, VMS_UNAVAILABLE.
func (s *Service) sendSandboxAnswer(ctx context.Context, in sandboxInput) (out SandboxAnswer, err error) {
	c, err := s.Connections.Get(ctx, in.ID)
	if err != nil {
		return out, err
	}
	out.Entity = c.firstInbound()
	path, body, err := s.firstOfSandbox(ctx, c, out.Entity)
	if err != nil {
		return out, err
	}
	if err := s.allowTrial(ctx); err != nil {
		return out, err
	}
	secret, err := s.Connections.secretIn(ctx, c.ID, "inbound_secret")
	if err != nil {
		return out, err
	}
	to := map[string]string{
		"url":    s.deps.Own + "/api/vms/inbound/" + strconv.FormatInt(c.ID, 10),
		"secret": string(secret),
	}
	if err := s.callSandbox(ctx, "inbound", to); err != nil {
		return out, err
	}
	if err := s.callSandbox(ctx, path, body); err != nil {
		return out, err
	}
	return out, s.deps.DB.Write(ctx, func(ctx context.Context) error {
		return s.deps.Audit(ctx, store.Entry{
			Entity: "vmsConnection", ID: c.ID, Version: c.Version, ClientID: c.ClientID,
			Act: resource.Act{Action: "sandboxAnswer", Comment: string(out.Entity), Unguarded: true},
		})
	})
}

// firstOfSandbox is the call of the sandbox that has it send its first message to a connection. VALIDATION.
func (s *Service) firstOfSandbox(ctx context.Context, c Connection, entity Entity) (path string,
	body map[string]string, err error,
) {
	bad := fault.Validation()
	if s.deps.Sandbox == "" || strings.TrimRight(c.BaseURL, "/") != s.deps.Sandbox {
		bad.Field("id", "validation.vmsNotSandbox", nil)
	} else if !c.HasInbound {
		bad.Field("inboundSecret", "validation.required", nil)
	}
	if err := bad.OrNil(); err != nil || entity == Job {
		return "jobs", map[string]string{}, err
	}
	delivered, err := s.lastTest(ctx, c)
	if err != nil {
		return "", nil, err
	}
	if delivered == nil || delivered.ExternalID == "" {
		return "", nil, fault.Validation().Field("id", "validation.vmsNoTest", nil)
	}
	return "candidates/" + url.PathEscape(delivered.ExternalID) + "/status",
		map[string]string{"status": sandboxStatus}, nil
}

// callSandbox tells the sandbox what to do. VMS_UNAVAILABLE.
func (s *Service) callSandbox(ctx context.Context, path string, body map[string]string) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	answer, err := s.deps.Call(ctx, httpclient.Call{
		Method: "POST", URL: s.deps.Sandbox + "/sandbox/" + path, Body: text,
		Header: map[string]string{"Content-Type": "application/json"},
	})
	if err == nil && answer.Status/100 == 2 {
		return nil
	}
	refused := fault.New(fault.Upstream, "VMS_UNAVAILABLE", "the sandbox answered %d", answer.Status)
	refused.Err = err
	return refused
}

const (
	// aboutTest is why a status that is about a test application changes nothing.
	aboutTest = "about a test application"
	// mostMatchKey is how many bytes are stored of what a VMS calls a record.
	mostMatchKey = 200
)

// unmatched is why a status changes no application: there is none, or it is about a test application, which has no
// record.
func (s *Service) unmatched(ctx context.Context, m *Message) error {
	out := stoppedError{reason: Unmatched, detail: m.MatchKey}
	if m.MatchKey == "" {
		return out
	}
	v := new(Message)
	found, err := s.Messages.first(ctx, query.Where(v, &v.EntityID, int64(0)),
		query.Where(v, &v.Entity, string(Application)), query.Where(v, &v.ConnectionID, m.ConnectionID),
		query.Where(v, &v.MatchKey, m.MatchKey))
	if err != nil {
		return err
	}
	if found != nil {
		out.detail = aboutTest
	}
	return out
}
