package planned

import (
	"context"
	"net/url"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// call is a call of the service that a change consists of.
type call struct {
	endpoint resource.Endpoint
	request  *resource.Request
}

// callOf finds the call that a method and a path with its query name, among those that can be planned.
func (s *Service) callOf(method, path, body, base string) (call, error) {
	at, err := url.Parse(path)
	if err != nil || at.Scheme+at.Host != "" || at.User != nil || strings.Contains(path, "#") {
		return call{}, fault.Validation().Field("path", "planned.notPlannable", nil)
	}
	for _, e := range s.Calls() {
		params, fits := matchPath(e.Path, at.Path)
		if e.Plannable == nil || e.Method != method || !fits {
			continue
		}
		queries := map[string]string{}
		for name, values := range at.Query() {
			if len(values) > 1 {
				return call{}, resource.RepeatedParameter(name)
			}
			queries[name] = values[0]
		}
		header := func(name string) string {
			if strings.EqualFold(name, "If-Match") {
				return base
			}
			return ""
		}
		return call{e, &resource.Request{
			Method: method, Path: at.Path, Body: []byte(body), Queries: queries, RawQuery: at.RawQuery,
			Param:  func(name string) string { return params[name] },
			Header: header, Cookie: func(string) string { return "" },
		}}, nil
	}
	return call{}, fault.Validation().Field("path", "planned.notPlannable", nil)
}

func matchPath(pattern, path string) (map[string]string, bool) {
	want, got := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return nil, false
	}
	params := map[string]string{}
	for i, part := range want {
		if name, isParam := strings.CutPrefix(part, "{"); isParam {
			params[strings.TrimSuffix(name, "}")] = got[i]
		} else if part != got[i] {
			return nil, false
		}
	}
	return params, true
}

// allow refuses whoever may not make the call, as the edge does.
func (c call) allow(who *role.Caller) error {
	for _, needs := range [][]role.Permission{c.endpoint.Needs, c.endpoint.Also} {
		if !who.CanAny(needs) {
			return resource.Forbidden(needs...)
		}
	}
	if c.endpoint.Everybody && resource.Confines(who) {
		return resource.BeyondScope()
	}
	return nil
}

// make makes the call in the name of the caller of ctx, in its transaction.
func (c call) make(ctx context.Context) error {
	if err := c.allow(role.From(ctx)); err != nil {
		return err
	}
	_, err := c.endpoint.Handle.Call(resource.WithExchange(ctx, c.request, &resource.Reply{}), c.request)
	return err
}

// target is what the call changes, as it stands now.
func (c call) target(ctx context.Context) (resource.PlanTarget, error) {
	return c.endpoint.Plannable.Target(resource.WithExchange(ctx, c.request, &resource.Reply{}), c.request)
}
