package content

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/ratelimit"
	"poolkeeper.example/extension-service/platform/role"
)

// What panels may say they have shown: of one address, in all, and how many pages of a key are told.
const (
	seenPerMinute    = 300
	maxSeen          = 200_000
	maxPages         = 20
	sightingInterval = 24 * time.Hour
)

// showings are the pages that texts were shown on, as panels tell. They answer where a key is used, and which are not.
type showings struct {
	db       *store.DB
	messages *Messages
	now      func() time.Time
	limit    ratelimit.PerMinute
}

// Page is a page of a panel that showed a text; `:id` stands for what names a record.
type Page struct {
	Route    string    `json:"route"`
	LastSeen time.Time `json:"lastSeenAt"` // within a day
}

type seenReport struct {
	Pages []seenPage `json:"pages" check:"required,max=100"`
}

type seenPage struct {
	Route string   `json:"route" check:"required,max=120"`
	Keys  []string `json:"keys" check:"required,max=1000"`
}

type seenText struct{ key, route string }

// report takes what a panel has shown. What is no page, or a key without any text, is dropped in silence, as is what
// was noted within the last day.
func (s *showings) report(ctx context.Context, in seenReport) (none resource.None, err error) {
	if err := s.limit.Allow(ratelimit.NetworkOf(role.From(ctx).IP), s.now()); err != nil {
		return none, err
	}
	rows, err := s.newRows(ctx, in.Pages)
	if err != nil || len(rows) == 0 {
		return none, err
	}
	return none, s.db.Write(ctx, func(ctx context.Context) error {
		var recorded int64
		if _, err := s.db.Row(ctx, []any{&recorded}, `SELECT count(*) FROM seen_texts`); err != nil || recorded >= maxSeen {
			return err
		}
		return s.db.Insert(ctx, `seen_texts (message_key, route, last_seen)`, rows,
			`ON CONFLICT (message_key, route) DO UPDATE SET last_seen = excluded.last_seen`)
	})
}

// newRows are the rows of what was not noted lately.
func (s *showings) newRows(ctx context.Context, pages []seenPage) (rows [][]any, err error) {
	t, now, known := s.messages.texts(), s.now(), map[seenText]bool{}
	for _, page := range pages {
		if !routePattern.MatchString(page.Route) {
			continue
		}
		one := seenText{route: page.Route}
		err := s.db.Each(ctx, []any{&one.key}, func() error {
			known[one] = true
			return nil
		}, `SELECT message_key FROM seen_texts WHERE route = $1 AND last_seen > $2`, page.Route,
			now.Add(-sightingInterval).UnixMilli())
		if err != nil {
			return nil, err
		}
		for _, one.key = range page.Keys {
			if !known[one] && t.hasKey(one.key) {
				known[one] = true
				rows = append(rows, []any{one.key, one.route, now.UnixMilli()})
			}
		}
	}
	return rows, nil
}

// pagesFor lists the pages that showed a key, the last ones first.
func (s *showings) pagesFor(ctx context.Context, key string) ([]Page, error) {
	out := []Page{}
	var route string
	var seen int64
	err := s.db.Each(ctx, []any{&route, &seen}, func() error {
		out = append(out, Page{Route: route, LastSeen: time.UnixMilli(seen).UTC()})
		return nil
	}, `
		SELECT route, last_seen
		  FROM seen_texts
		 WHERE message_key = $1
		 ORDER BY last_seen DESC, route
		 LIMIT $2`, key, maxPages)
	return out, err
}

// deleteExpired removes what was not shown for so long that its key may go to the trash.
func (s *showings) deleteExpired(ctx context.Context) (n int64, err error) {
	err = s.db.Write(ctx, func(ctx context.Context) error {
		n, err = s.db.Exec(ctx, `DELETE FROM seen_texts WHERE last_seen < $1`, s.now().Add(-sightingRetention).UnixMilli())
		return err
	})
	return n, err
}

// hasKey says whether a key has a text in any language of the product or of a client.
func (t *texts) hasKey(key string) bool {
	if _, ok := t.rows[messageSet{0, source}][key]; ok {
		return true
	}
	for _, texts := range t.rows {
		if _, ok := texts[key]; ok {
			return true
		}
	}
	return false
}
