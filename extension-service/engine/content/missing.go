package content

import (
	"cmp"
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/ratelimit"
	"poolkeeper.example/extension-service/platform/role"
)

// What panels may report, which anybody can send: of one address, in one call, and in all.
const (
	reportsPerMinute  = 12
	reportBytes       = 64 << 10
	maxSightings      = 10_000
	maxUnknown        = 1_000 // from here on only keys that some text has: the others may be inventions
	sightingRetention = 90 * 24 * time.Hour
)

// queue is the list of texts that panels were asked for and did not have in their language. What has a text by now is
// in it no longer, whether or not its rows are gone.
type queue struct {
	db       *store.DB
	messages *Messages
	now      func() time.Time
	limit    ratelimit.PerMinute
}

// MissingText is a text that a panel lacked: for a client, or for the product where none was chosen.
type MissingText struct {
	Key      string    `json:"messageKey"`
	Locale   string    `json:"locale"`
	Client   int64     `json:"client"`
	Routes   []string  `json:"routes"` // the one it was seen on last comes first
	Count    int64     `json:"count"`
	LastSeen time.Time `json:"lastSeenAt"`
}

type missingReport struct {
	Client string         `json:"client" check:"max=120"` // its name, as for localize
	Locale string         `json:"locale" check:"required,max=35"`
	Keys   []missingInput `json:"keys" check:"required,max=100"`
}

type missingInput struct {
	Key   string `json:"messageKey" check:"required,max=150"`
	Route string `json:"route" check:"required,max=120"`
	Count int64  `json:"count" check:"minvalue=1,maxvalue=1000"`
}

type missingQuery struct {
	resource.Window

	Client *int64 `query:"client" json:"client"` // 0: panels without a client
	Locale string `query:"locale" json:"locale" check:"max=35"`
}

var (
	// Ids have become :id, so that no report names a record.
	routePattern = regexp.MustCompile(`^(/[a-zA-Z:-]{1,40}){1,6}$`)
	dottedKey    = regexp.MustCompile(`^[a-zA-Z0-9_-]+(\.[a-zA-Z0-9_-]+)+$`)
)

// report takes what a panel lacked. What is no key of ours, has a text, or is told of a language nobody offers, is
// dropped in silence: a panel that is older or in error can do nothing about it.
func (q *queue) report(ctx context.Context, in missingReport) (none resource.None, err error) {
	if err := q.limit.Allow(ratelimit.NetworkOf(role.From(ctx).IP), q.now()); err != nil {
		return none, err
	}
	t := q.messages.texts()
	at := messageSet{t.clients[in.Client], t.named(in.Locale)}
	if offered, _ := t.locales(0); !slices.Contains(offered, at.Locale) {
		return none, nil
	}
	lacking := slices.DeleteFunc(in.Keys, func(k missingInput) bool {
		return !dottedKey.MatchString(k.Key) || !routePattern.MatchString(k.Route) || t.has(at, k.Key)
	})
	if len(lacking) == 0 {
		return none, nil
	}
	return none, q.db.Write(ctx, func(ctx context.Context) error { return q.storeReports(ctx, t, at, lacking) })
}

func (q *queue) storeReports(ctx context.Context, t *texts, at messageSet, lacking []missingInput) error {
	var rows int64
	if _, err := q.db.Row(ctx, []any{&rows}, `SELECT count(*) FROM missing_texts`); err != nil {
		return err
	}
	used, roots := t.keysInUse(at.Client), t.roots()
	for _, k := range lacking {
		isKnown := used[k.Key]
		if rows >= maxSightings || !isKnown && (rows >= maxUnknown || !roots[rootOf(k.Key)]) {
			continue
		}
		_, err := q.db.Exec(ctx, `
			INSERT INTO missing_texts (client_id, locale, message_key, route, times, last_seen)
			VALUES ($1, $2, $3, $4, $5, $6)
			    ON CONFLICT (client_id, locale, message_key, route) DO UPDATE
			   SET times = missing_texts.times + excluded.times, last_seen = excluded.last_seen`,
			at.Client, at.Locale, k.Key, k.Route, k.Count, q.now().UnixMilli())
		if err != nil {
			return err
		}
		rows++
	}
	return nil
}

// list returns what is missing still inside the caller's scope, what was seen most first.
func (q *queue) list(ctx context.Context, in missingQuery) (out resource.List[MissingText], err error) {
	found, err := q.open(ctx, func(one MissingText) bool {
		return (in.Client == nil || *in.Client == one.Client) && (in.Locale == "" || sameLocale(in.Locale, one.Locale))
	})
	offset, limit := in.Page()
	out.TotalResults = int64(len(found))
	from := min(offset, out.TotalResults)
	out.Results = append([]MissingText{}, found[from:min(from+limit, out.TotalResults)]...)
	return out, err
}

// open reads the queue as far as the caller sees it.
func (q *queue) open(ctx context.Context, matches func(MissingText) bool) ([]MissingText, error) {
	who, t, found := role.From(ctx), q.messages.texts(), map[row]MissingText{}
	var one MissingText
	var route string
	var count, seen int64
	err := q.db.Each(ctx, []any{&one.Client, &one.Locale, &one.Key, &route, &count, &seen}, func() error {
		visible := one.Client == 0 || who.Kind == role.System || who.Scope.Covers(one.Client, 0)
		if !visible || !matches(one) || t.has(messageSet{one.Client, one.Locale}, one.Key) {
			return nil
		}
		id := row{Client: one.Client, Locale: one.Locale, Key: one.Key}
		sum, known := found[id]
		if !known {
			sum = MissingText{Key: one.Key, Locale: one.Locale, Client: one.Client, LastSeen: time.UnixMilli(seen).UTC()}
		}
		sum.Routes, sum.Count = append(sum.Routes, route), sum.Count+count
		found[id] = sum
		return nil
	}, `
		SELECT client_id, locale, message_key, route, times, last_seen
		  FROM missing_texts
		 ORDER BY last_seen DESC, route`)
	return slices.SortedFunc(maps.Values(found), func(a, b MissingText) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Locale, b.Locale),
			cmp.Compare(a.Client, b.Client))
	}), err
}

// deleteResolved removes what has a text by now, and what nobody has asked for in a long time.
func (q *queue) deleteResolved(ctx context.Context) (n int64, err error) {
	t, filled := q.messages.texts(), map[row]bool{}
	var one row
	err = q.db.Each(ctx, []any{&one.Client, &one.Locale, &one.Key}, func() error {
		if t.has(one.messageSet(), one.Key) {
			filled[one] = true
		}
		return nil
	}, `SELECT DISTINCT client_id, locale, message_key FROM missing_texts`)
	if err != nil {
		return 0, err
	}
	err = q.db.Write(ctx, func(ctx context.Context) error {
		n, err = q.db.Exec(ctx, `DELETE FROM missing_texts WHERE last_seen < $1`, q.now().Add(-sightingRetention).UnixMilli())
		for r := range filled {
			gone, err := q.db.Exec(ctx, `DELETE FROM missing_texts WHERE client_id = $1 AND locale = $2 AND message_key = $3`,
				r.Client, r.Locale, r.Key)
			if err != nil {
				return err
			}
			n += gone
		}
		return err
	})
	return n, err
}

// has says whether there is a text in the language of a place, or in the one it is a region of.
func (t *texts) has(at messageSet, key string) bool {
	return slices.ContainsFunc(chain(at), func(p messageSet) bool {
		_, ok := t.rows[p][key]
		return ok && isOf(at.Locale, p.Locale)
	})
}

// isOf says whether a locale is a language or a region of it: de-AT is of de.
func isOf(locale, language string) bool {
	return locale == language || strings.HasPrefix(locale, language+"-")
}

// roots are the first parts of the keys of the product.
func (t *texts) roots() map[string]bool {
	out := map[string]bool{}
	for key := range t.rows[messageSet{0, source}] {
		out[rootOf(key)] = true
	}
	return out
}

func rootOf(key string) string {
	root, _, _ := strings.Cut(key, ".")
	return root
}
