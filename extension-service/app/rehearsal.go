package app

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"path"
	"strings"

	"poolkeeper.example/extension-service/domains/vms"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/httpclient"
)

// Rehearsal lets made-up records of VMS come about as they do in use: by the calls of the service and the rules behind
// them, and with an HTTP handler in the place of the network.
type Rehearsal struct {
	VMS   *vms.Service
	calls inbound
}

// NewRehearsal prepares one in which every VMS is what answers.
func (s *Service) NewRehearsal(answers http.Handler) Rehearsal {
	d := s.parts.domains
	deps := s.vmsDeps(d)
	deps.Call = func(ctx context.Context, c httpclient.Call) (httpclient.Answer, error) {
		return httpclient.Simulate(ctx, answers, c)
	}
	return Rehearsal{VMS: vms.New(deps), calls: inbound{of: d, calls: s.Endpoints}}
}

// Call makes a call of the service as the caller of ctx, by its name and the id in its path, and returns the record it
// answers.
func (r Rehearsal) Call(ctx context.Context, name string, id int64, body any) (map[string]json.RawMessage, error) {
	return r.calls.call(ctx, name, id, body)
}

// RoundTrip takes a message that a VMS sends to the inbound address of a connection; http.RoundTripper.
func (r Rehearsal) RoundTrip(in *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(in.Body)
	if err != nil {
		return nil, err
	}
	query := map[string]string{}
	for name, values := range in.URL.Query() {
		query[name] = values[0]
	}
	_, err = r.VMS.Receive(in.Context(), &resource.Request{
		Method: in.Method, Path: in.URL.Path, Body: body, Queries: query, RawQuery: in.URL.RawQuery,
		Param: func(string) string {
			return path.Base(in.URL.Path)
		}, Header: in.Header.Get, Cookie: func(string) string { return "" },
	})
	if err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusAccepted, Body: io.NopCloser(strings.NewReader("{}")), Request: in}, nil
}
