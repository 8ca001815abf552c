package content

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/go-resty/resty/v2"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

const (
	readTimeout  = 15 * time.Second
	writeTimeout = 30 * time.Second
	maxAnswer    = 64 << 20
	search       = "SEARCH"
	// idleTime is that of a connection: Directus closes it after five, and what is sent at that moment is lost.
	idleTime = 4 * time.Second
)

// upstream speaks with Directus as its one service account. Calls that only read are repeated, writes never are: the
// answer may be lost after the change was made.
type upstream struct {
	where       endpoint
	read, write *resty.Client
	breaker     breaker
	remembered  remembered
	isSeeding   atomic.Bool  // shipped texts are being stored; see errSeeding
	editing     sync.RWMutex // shared by edits through us, alone for whoever sets states by what it has read
}

func newUpstream(where endpoint, now func() time.Time, patience time.Duration) *upstream {
	// A transport of its own: idle connections to a Directus that was restarted must not be shared with anybody.
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.IdleConnTimeout = idleTime
	client := func(timeout time.Duration) *resty.Client {
		return resty.New().SetTransport(transport).SetTimeout(timeout).SetResponseBodyLimit(maxAnswer).
			SetRedirectPolicy(resty.NoRedirectPolicy()).SetLogger(silent{}).SetDisableWarn(true)
	}
	read := client(readTimeout).SetRetryCount(2).SetRetryWaitTime(100 * time.Millisecond).SetRetryMaxWaitTime(time.Second).
		AddRetryCondition(mayPass)
	u := &upstream{where: where, read: read, write: client(writeTimeout)}
	u.breaker.probe, u.breaker.now, u.breaker.patience = u.isThere, now, cmp.Or(patience, defaultPatience)
	return u
}

// mayPass says whether an answer is one that a second try may change, or was lost with its connection. A Directus that
// cannot be reached, or takes too long, is not asked again: whoever waits is told.
func mayPass(res *resty.Response, err error) bool {
	if err != nil || res == nil {
		return errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET)
	}
	code := res.StatusCode()
	return code == http.StatusTooManyRequests || code >= http.StatusBadGateway
}

// silent drops resty's own log lines: the caller decides what is logged, and bodies hold secrets.
type silent struct{}

// Errorf says nothing.
func (silent) Errorf(string, ...any) {}

// Warnf says nothing.
func (silent) Warnf(string, ...any) {}

// Debugf says nothing.
func (silent) Debugf(string, ...any) {}

// query is what Directus calls a query; it travels in the body of a SEARCH, so no length of a URL limits it.
type query map[string]any

// search reads the rows of a collection into rows, a pointer to a slice.
func (u *upstream) search(ctx context.Context, collection string, q query, rows any) error {
	raw, err := u.find(ctx, collection, q)
	if err != nil {
		return err
	}
	return open(raw, rows)
}

// rowsPerPage is how many rows are read by one call: a Directus that makes one answer of all texts answers nobody for
// seconds.
const rowsPerPage = 500

// searchAll reads all rows of a collection that a filter lets pass, nil for every one, page by page in the order of
// their ids.
func (u *upstream) searchAll(ctx context.Context, collection string, fields []string, filter map[string]any) (out []row,
	err error,
) {
	for after, hasMore := int64(0), true; hasMore; {
		and := []any{map[string]any{"id": map[string]any{"_gt": after}}}
		if filter != nil {
			and = append(and, filter)
		}
		var page []row
		q := query{"limit": rowsPerPage, "sort": []string{"id"}, "fields": fields, "filter": map[string]any{"_and": and}}
		if err := u.search(ctx, collection, q, &page); err != nil {
			return nil, err
		}
		out = append(out, page...)
		if hasMore = len(page) == rowsPerPage; hasMore {
			after = page[len(page)-1].ID
		}
	}
	return out, nil
}

// find is search without a look at the answer.
func (u *upstream) find(ctx context.Context, collection string, q query) ([]byte, error) {
	return u.send(ctx, u.read, call{method: search, path: itemsPath(collection), body: map[string]any{"query": q}})
}

// findRows is find with a look at whether the answer is one of Directus.
func (u *upstream) findRows(ctx context.Context, collection string, q query) ([]byte, error) {
	raw, err := u.find(ctx, collection, q)
	if err != nil {
		return nil, err
	}
	return raw, open(raw, &[]json.RawMessage{})
}

// activity reads Directus's own list of who changed what.
func (u *upstream) activity(ctx context.Context, values url.Values, rows any) error {
	values.Set("fields", "id,collection,item,action")
	raw, err := u.send(ctx, u.read, call{method: http.MethodGet, path: "/activity", query: values})
	if err != nil {
		return err
	}
	return open(raw, rows)
}

// siblings returns the texts of some keys in both collections, those of the locales the filter lets pass.
func (u *upstream) siblings(ctx context.Context, keys []string, locale map[string]any) ([]row, error) {
	var out []row
	for some := range slices.Chunk(slices.Compact(slices.Sorted(slices.Values(keys))), maxRows) {
		for _, table := range []string{defaultTexts, clientTexts} {
			rows, err := u.searchAll(ctx, table, []string{"*"},
				map[string]any{"messageKey": map[string]any{"_in": some}, "locale": locale})
			if err != nil {
				return nil, err
			}
			out = append(out, rows...)
		}
	}
	return out, nil
}

// change sends rows that are created (POST), changed (PATCH) or ids that are deleted (DELETE), all or none. A caller
// with a scope is refused for the texts of the default set, which all clients use.
func (u *upstream) change(ctx context.Context, method, collection string, body any) ([]byte, error) {
	if collection == defaultTexts && resource.IsConfined(ctx) {
		return nil, resource.BeyondScope()
	}
	u.remembered.changes.Add(1)
	defer u.remembered.changes.Add(1)
	// Without a limit the answer to a large batch would hold only its first hundred rows.
	all := url.Values{"limit": {"-1"}}
	return u.send(ctx, u.write, call{method: method, path: itemsPath(collection), query: all, body: body})
}

func itemsPath(collection string) string { return "/items/" + url.PathEscape(collection) }

type call struct {
	method, path string
	query        url.Values
	body         any
}

func (u *upstream) send(ctx context.Context, client *resty.Client, c call) ([]byte, error) {
	return u.breaker.call(ctx, func(ctx context.Context) ([]byte, error) { return u.exchange(ctx, client, c) })
}

// exchange makes one call and returns the body of its answer.
func (u *upstream) exchange(ctx context.Context, client *resty.Client, c call) ([]byte, error) {
	at, err := u.where.resolve()
	if err != nil {
		return nil, err
	}
	req := client.R().SetContext(ctx).SetAuthToken(at.Token).SetQueryParamsFromValues(c.query)
	if c.body != nil {
		req.SetHeader("Content-Type", "application/json").SetBody(c.body)
	}
	res, err := req.Execute(c.method, at.URL+c.path)
	if err != nil {
		return nil, unavailable(reasonSilent, fmt.Errorf("%s %s: %w", c.method, c.path, err))
	}
	if res.StatusCode() >= http.StatusMultipleChoices {
		return nil, refusal(res.StatusCode(), res.Body(), c)
	}
	return res.Body(), nil
}

// open reads {"data":…} into what out points to, in one pass: an answer may hold every text there is. One without data
// does not come from Directus, whatever its status says.
func open(raw []byte, out any) error {
	found := reflect.New(reflect.TypeOf(out)) // what it points to stays nil as long as no data has come
	body := struct {
		Data any `json:"data"`
	}{found.Interface()}
	err := json.Unmarshal(raw, &body)
	if err == nil && found.Elem().IsNil() {
		err = fmt.Errorf("no data in %d bytes", len(raw))
	}
	if err != nil {
		return unavailable("the content service answers something unreadable", err)
	}
	reflect.ValueOf(out).Elem().Set(found.Elem().Elem())
	return nil
}
