package app

import (
	"context"
	"encoding/json"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

type localizeInput struct {
	Client string `query:"client" json:"client" check:"max=120"`
	Locale string `query:"locale" json:"locale" check:"max=35"`
	// Detail is fallback: with the languages of the texts that stand in for missing ones; or first: of these what a list
	// shows first.
	Detail string `query:"detail" json:"detail" check:"max=20"`
}

// localize answers every text of a client and locale, or those of a first screen; unchanged since the caller's ETag it
// is a 304.
func (s *Service) localize(ctx context.Context, in localizeInput) (any, error) {
	if in.Locale == "" {
		in.Locale = "en"
	}
	set := s.parts.content.Messages.Set(in.Client, in.Locale)
	if isKnown(ctx, set.ETag, "no-cache") {
		return nil, nil
	}
	forms := set.Encoded
	switch in.Detail {
	case "fallback":
		forms = set.Detailed
	case "first":
		forms = set.First
	}
	raw, packed := forms()
	answerEither(ctx, raw, func() []byte { return packed })
	return nil, nil
}

// isKnown tags an answer and says whether the caller has it already, who is then told so by a 304.
func isKnown(ctx context.Context, tag, cacheControl string) bool {
	reply := resource.ReplyOf(ctx)
	reply.SetHeader("ETag", tag)
	reply.SetHeader("Cache-Control", cacheControl)
	if strings.TrimPrefix(resource.RequestOf(ctx).Header("If-None-Match"), "W/") != tag {
		return false
	}
	reply.Status = 304
	return true
}

// answerEither answers JSON, compressed for whoever takes Brotli.
func answerEither(ctx context.Context, raw []byte, compressed func() []byte) {
	reply := resource.ReplyOf(ctx)
	reply.SetHeader("Vary", "Accept-Encoding")
	reply.Type, reply.Raw = "application/json; charset=utf-8", raw
	if strings.Contains(resource.RequestOf(ctx).Header("Accept-Encoding"), "br") {
		reply.Raw = compressed()
		reply.SetHeader("Content-Encoding", "br")
	}
}

func (s *Service) textHistory() *content.History { return &content.History{DB: s.DB, Now: time.Now} }

// textFile opens an upload that texts are imported from.
func (s *Service) textFile(ctx context.Context, id string) (string, io.ReadCloser, error) {
	file, body, err := s.parts.files.Open(ctx, id)
	return file.Name, body, err
}

// dropUpload removes an upload that no job has made.
func (s *Service) dropUpload(ctx context.Context, id string) error {
	isMade, err := s.parts.jobs.HasMade(ctx, id)
	if err != nil || isMade {
		return err
	}
	return s.parts.files.Delete(ctx, id)
}

// journal puts what people change in the content service into the audit log.
type journal struct{ s *Service }

// Record writes the entries together, and what they tell of texts into their history.
func (j journal) Record(ctx context.Context, entries []content.Entry) error {
	return j.s.DB.Write(ctx, func(ctx context.Context) error {
		if err := j.s.textHistory().Record(ctx, entries); err != nil {
			return err
		}
		for _, e := range entries {
			id, _ := strconv.ParseInt(e.ID, 10, 64) // an entry that is not there yet has none
			err := j.s.Audit.Record(ctx, store.Entry{
				Entity: e.Collection, ID: id, ClientID: e.ClientID, Act: resource.Act{Action: e.Action, Unguarded: e.Unguarded},
				Changed: e.Changed(), Before: e.Before, After: e.After,
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// contentEndpoints are localize, the wake-up call of the content service and the gateway to its items.
func (s *Service) contentEndpoints() []resource.Endpoint {
	out := []resource.Endpoint{
		{
			Name: "localize.get", Method: "GET", Path: "/napi/localize", Public: true, Unchanged: true,
			Handle: resource.Handle(s.localize),
		},
		{
			Name: "content.woken", Method: "POST", Path: "/napi/content/wake", Public: true,
			Handle: resource.HandleRequest(s.wakeContent),
		},
	}
	return slices.Concat(out, content.ItemsEndpoints(resource.HandleRequest(s.items)),
		s.parts.content.Endpoints(s.textHistory()))
}

func (s *Service) wakeContent(_ context.Context, r *resource.Request) (any, error) {
	if !s.parts.content.AcceptWake(r.Header("Authorization")) {
		return nil, fault.New(fault.Unauthenticated, "UNAUTHENTICATED", "not the content service")
	}
	return nil, nil
}

// items hands one call to the gateway, which checks the permission of its collection and verb.
func (s *Service) items(ctx context.Context, r *resource.Request) (any, error) {
	query, err := url.ParseQuery(r.RawQuery)
	if err != nil {
		return nil, fault.Wrap(fault.BadRequest, "BAD_REQUEST", err)
	}
	for _, values := range query {
		for _, value := range values {
			if err := resource.Unambiguous([]byte(value)); err != nil { // JSON, or a text that is left to the gateway
				return nil, err
			}
		}
	}
	if r.Method != "GET" && r.Method != "SEARCH" {
		if err := s.parts.staff.Recheck(ctx, role.From(ctx)); err != nil {
			return nil, err
		}
	}
	status, body, err := s.parts.content.Gateway.Handle(ctx, content.Call{
		Method: r.Method, Collection: r.Param("collection"), ID: r.Param("id"), Query: query, IfMatch: r.Header("If-Match"),
		Body: r.Body,
	})
	if err != nil {
		return nil, err
	}
	resource.ReplyOf(ctx).Status = status
	if len(body) == 0 {
		return nil, nil
	}
	return json.RawMessage(body), nil
}
