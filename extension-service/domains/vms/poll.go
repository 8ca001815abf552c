package vms

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/platform/httpclient"
)

const (
	perPage   = 50      // messages of one answer
	pagesARun = 100     // of one connection
	mostPage  = 8 << 20 // bytes of an answer
)

// page is what a VMS answers when it is asked for messages.
type page struct {
	Messages []struct {
		ID     string          `json:"id"`
		Entity Entity          `json:"entity"`
		Body   json.RawMessage `json:"body"`
	} `json:"messages"`
	Cursor string `json:"cursor"` // after the last of them
}

// Poll fetches the messages of connections that are asked for them.
func (s *Service) Poll() schedule.Job {
	return schedule.Job{Name: "vms.inboundPoll", Schedule: "*/5 * * * *", Timeout: 4 * time.Minute, Do: s.poll}
}

func (s *Service) poll(ctx context.Context, r *schedule.Run) error {
	if held, err := s.deps.Held(ctx); err != nil || held {
		return err
	}
	ids, err := s.deps.DB.IDs(ctx,
		`SELECT id FROM vms_connections WHERE active = 1 AND capabilities LIKE '%"JOB_PULL"%' AND (paused_until IS NULL OR paused_until <= $1) ORDER BY id`,
		s.now())
	if err != nil {
		return err
	}
	r.Count("checked", int64(len(ids)))
	for _, id := range ids {
		c, err := s.Connections.Get(ctx, id)
		if err != nil {
			return err
		}
		n, err := s.fetchAll(ctx, c, r)
		if n > 0 {
			r.Count("fetched", n)
			r.Info("%s: %d messages", c.Name, n)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := s.lookAtShapes(ctx, r, c.ID, c.Name); err != nil {
			return err
		}
		switch {
		case errors.Is(err, errPaused), errors.Is(err, errNoTime): // the next run goes on from the cursor
			r.Info("%s: %v", c.Name, err)
		case err != nil:
			r.Count("failed", 1)
			r.Warn("%s: %v", c.Name, err)
		}
	}
	return nil
}

// fetchAll keeps what lies behind the cursor of a connection, page by page, each with the cursor behind it.
func (s *Service) fetchAll(ctx context.Context, c Connection, r *schedule.Run) (n int64, err error) {
	for range pagesARun {
		p, request, err := s.page(ctx, c, c.Cursor)
		if err != nil {
			return n, err
		}
		var more int64
		if err := r.Write(ctx, func(ctx context.Context) (err error) {
			more, err = s.storePage(ctx, &c, p, request)
			return err
		}); err != nil {
			return n, err
		}
		n += more
		if len(p.Messages) == 0 || p.Cursor == "" || r.DryRun {
			return n, nil
		}
	}
	return n, nil
}

// errMoved says that somebody else has moved the cursor meanwhile.
var errMoved = errors.New("the cursor has been moved meanwhile")

// storePage stores the messages of a page that are new, and moves the cursor behind them.
func (s *Service) storePage(ctx context.Context, c *Connection, p page, request string) (n int64, err error) {
	now, err := s.Connections.Get(ctx, c.ID)
	if err == nil && now.Cursor != c.Cursor {
		err = errMoved
	}
	if err != nil {
		return 0, err
	}
	for _, m := range p.Messages {
		_, isNew, err := s.Inbox.storeMessage(ctx, *c, arrived{m.Entity, m.ID, request, map[string]string{}, m.Body})
		if err != nil {
			return n, err
		}
		if isNew {
			n++
		}
	}
	if p.Cursor != "" {
		c.Cursor = p.Cursor
	}
	_, err = s.deps.DB.Exec(ctx, "UPDATE vms_connections SET cursor = $1, polled_at = $2 WHERE id = $3", c.Cursor, s.now(),
		c.ID)
	return n, err
}

// page asks a VMS for what lies behind a cursor.
func (s *Service) page(ctx context.Context, c Connection, cursor string) (p page, request string, err error) {
	query := url.Values{"limit": {strconv.Itoa(perPage)}}
	if cursor != "" {
		query.Set("after", cursor)
	}
	a, request, err := s.fetch(ctx, c, "/messages?"+query.Encode())
	if err != nil {
		return p, request, err
	}
	if json.Unmarshal(transform.WithoutMark(a.Body), &p) != nil {
		return p, request, errors.New("the answer is no list of messages")
	}
	for i, m := range p.Messages {
		if m.ID == "" || len(m.ID) > longestID || m.Entity.direction() != In ||
			!slices.Contains(m.Entity.Enum().Values, string(m.Entity)) || len(m.Body) == 0 || len(m.Body) > mostPayload {
			return p, request, fmt.Errorf("message %d of the answer has no id, no known entity or no body", i+1)
		}
	}
	return p, request, nil
}

// fetch reads from a VMS, within the rate that its connection allows.
func (s *Service) fetch(ctx context.Context, c Connection, path string) (httpclient.Answer, string, error) {
	call := httpclient.Call{
		Method: "GET", URL: strings.TrimRight(c.BaseURL, "/") + path,
		Header: map[string]string{"Accept": "application/json"}, Most: mostPage,
	}
	header, value, err := s.Connections.authHeader(ctx, c)
	if err != nil {
		return httpclient.Answer{}, "", err
	}
	request := call.Method + " " + call.URL
	call.Header = maps.Clone(call.Header)
	if header != "" {
		call.Header[header] = value
	}
	if err := s.awaitSlot(ctx, c); err != nil {
		return httpclient.Answer{}, request, err
	}
	a, err := s.deps.Call(ctx, call)
	if err == nil && a.RetryAfter > 0 {
		err = s.pauseConnection(ctx, c.ID, a.RetryAfter)
	}
	if err == nil && a.Status != 200 {
		err = fmt.Errorf("the VMS answers %d", a.Status)
	}
	return a, request, err
}
