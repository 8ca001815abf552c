package content

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

const (
	activityPage = 500
	mostFollowed = 10 * activityPage // more changed rows than this are read with all the others
	commitSlack  = 10 * time.Second  // ids of activity may become visible out of order; so long they are read again
)

var collections = []string{languages, clients, clientLanguages, defaultTexts, clientTexts}

// feed holds what Directus holds and follows its activity. Whoever steps has it to itself; others may set again.
type feed struct {
	up       *upstream
	cfg      Config
	backup   *backup
	messages *Messages
	shipped  func() []row
	again    atomic.Bool // read everything at the next step

	loaded    time.Time // of the last full read; zero = never or distrusted
	rows      map[string]map[int64]row
	customers []customer
	mirrored  map[int64][]string // languages the rest of the product knows of
	looked    time.Time          // when the last look that went well began
	explained map[row]int64      // the step of the history that was last found to be what was seen of a text
	seen      []outsideChange    // texts that have changed and may have to be added to the history
	dismissed *dismissals
	history   *History
	lease     *seedLease
	following bool                // shipped texts were compared with those of earlier versions
	cursor    int64               // activity up to here is surely known
	recent    map[int64]time.Time // when activity after it was handled, by its id
}

type activity struct {
	ID         int64           `json:"id"`
	Collection string          `json:"collection"`
	Item       json.RawMessage `json:"item"`
	Action     string          `json:"action"`
}

// step brings the message sets up to date. After an error everything is read again: the database behind Directus may be
// another one by then.
func (f *feed) step(ctx context.Context) error {
	if f.again.Swap(false) || f.cfg.Now().Sub(f.loaded) > fullReload {
		f.loaded = time.Time{}
	}
	began := f.cfg.Now()
	var err error
	if f.loaded.IsZero() {
		err = f.load(ctx)
	} else {
		err = f.follow(ctx)
	}
	if err != nil {
		f.up.remembered.changes.Add(1)
		f.loaded = time.Time{}
		return err
	}
	f.up.remembered.looked.Store(began.UnixNano())
	f.looked = began
	f.publishLanguages(ctx)
	return f.recordOutside(ctx)
}

// load reads everything and adds the shipped texts nobody has written yet.
func (f *feed) load(ctx context.Context) error {
	last, err := f.lastActivity(ctx)
	if err != nil {
		return err
	}
	if f.rows == nil {
		f.rows = f.backup.rows()
	}
	rows, err := f.readAll(ctx, last)
	if err != nil {
		return err
	}
	f.up.remembered.changes.Add(1)
	f.compareAll(f.rows, rows)
	f.rows, f.recent, f.cursor = rows, map[int64]time.Time{}, last
	if err := f.readCustomers(ctx); err != nil {
		return err
	}
	if err := f.mendStates(ctx, f.all()); err != nil {
		return err
	}
	f.loaded = f.cfg.Now()
	f.publish()
	return nil
}

func (f *feed) readAll(ctx context.Context, last int64) (map[string]map[int64]row, error) {
	defaults, err := f.storeShipped(ctx, last)
	if err != nil {
		return nil, err
	}
	own, err := f.read(ctx, clientTexts, nil)
	if err != nil {
		return nil, err
	}
	return map[string]map[int64]row{defaultTexts: byID(defaults), clientTexts: byID(own)}, nil
}

// read returns rows of a text collection, all of them unless ids are given.
func (f *feed) read(ctx context.Context, collection string, ids []int64) ([]row, error) {
	fields := []string{"id", "locale", "messageKey", "messageValue", "state", "sourceHash", "dateUpdated"}
	if collection == clientTexts {
		fields = append(fields, "client")
	}
	var filter map[string]any
	if ids != nil {
		filter = map[string]any{"id": map[string]any{"_in": ids}}
	}
	return f.up.searchAll(ctx, collection, fields, filter)
}

func byID(rows []row) map[int64]row {
	out := make(map[int64]row, len(rows))
	for _, r := range rows {
		out[r.ID] = r
	}
	return out
}

func (f *feed) readCustomers(ctx context.Context) error {
	var found []customer
	err := f.up.search(ctx, clients, query{
		"fields": []string{"id", "name", "languages.iso"}, "limit": -1, "sort": []string{"id"},
		"deep": map[string]any{"languages": map[string]any{"_sort": []string{"sort"}, "_limit": -1}},
	}, &found)
	if err == nil {
		f.customers = found
	}
	return err
}

// follow reads the activity since the last step and then only the rows it names.
func (f *feed) follow(ctx context.Context) error {
	found, err := f.unseenActivity(ctx)
	if err != nil || len(found) == 0 {
		return err
	}
	f.up.remembered.changes.Add(1)
	touched := map[string][]int64{}
	for _, a := range found {
		// Keys come as numbers or texts. Languages have names for keys and are not looked up by them.
		id, _ := strconv.ParseInt(strings.Trim(string(a.Item), `"`), 10, 64)
		touched[a.Collection] = append(touched[a.Collection], id)
		// What a deleted client or language takes with it is not in the activity.
		if a.Action == "delete" && (a.Collection == clients || a.Collection == languages) {
			return f.load(ctx)
		}
	}
	if len(found) > mostFollowed {
		return f.load(ctx)
	}
	if len(touched[clients])+len(touched[clientLanguages]) > 0 {
		if err := f.readCustomers(ctx); err != nil {
			return err
		}
	}
	var edited, restated []row
	for _, collection := range []string{defaultTexts, clientTexts} {
		rows, others, err := f.reread(ctx, collection, touched[collection])
		if err != nil {
			return err
		}
		edited, restated = append(edited, rows...), append(restated, others...)
	}
	if err := f.mendStates(ctx, restated); err != nil {
		return err
	}
	f.publish()
	slices.SortStableFunc(edited, func(a, b row) int { return cmp.Compare(a.Key, b.Key) })
	for part := range slices.Chunk(edited, activityPage) {
		if err := f.correctStates(ctx, part); err != nil {
			return err
		}
	}
	return nil
}

// reread takes over rows by id, those that are gone included, and returns the rows whose value changed, and those of
// which only the state did. A translation that came with the digest of its source went through one of us, who has set
// its state.
func (f *feed) reread(ctx context.Context, collection string, ids []int64) (edited, restated []row, err error) {
	if len(ids) == 0 {
		return nil, nil, nil
	}
	found, err := f.read(ctx, collection, ids)
	if err != nil {
		return nil, nil, err
	}
	before := maps.Clone(f.rows[collection])
	for _, id := range ids {
		delete(f.rows[collection], id)
	}
	maps.Copy(f.rows[collection], byID(found))
	f.seen = append(f.seen, f.outsideChanges(before, f.rows[collection], unique(ids))...)
	for _, r := range found {
		switch had := before[r.ID]; {
		case r.Value != had.Value && (r.Locale == source || r.SourceHash == had.SourceHash):
			edited = append(edited, r)
		case r.Value == had.Value && r.State != had.State:
			restated = append(restated, r)
		}
	}
	return edited, restated, nil
}

func unique(ids []int64) []int64 { return slices.Compact(slices.Sorted(slices.Values(ids))) }

// correctStates keeps the states right for texts that were edited past us, in Directus itself. They are read once more
// while nobody edits through us: what has been translated meanwhile must not be marked as made from an older source.
func (f *feed) correctStates(ctx context.Context, edited []row) error {
	f.up.editing.Lock()
	defer f.up.editing.Unlock()
	keys := map[string]bool{}
	for _, r := range edited {
		keys[r.Key] = true
	}
	rows, err := f.up.siblings(ctx, slices.Sorted(maps.Keys(keys)), map[string]any{"_nnull": true})
	if err != nil {
		return err
	}
	dismissed, err := f.dismissed.ofRows(ctx, rows)
	if err != nil {
		return err
	}
	isEdited := func(r row) bool {
		return slices.ContainsFunc(edited, func(e row) bool { return e.ID == r.ID && e.Client == r.Client })
	}
	known, sources, changes := originsOf(rows), map[string]bool{}, map[string][]change{}
	for _, r := range rows {
		if !isEdited(r) {
			continue
		}
		if r.Locale == source {
			sources[r.Key] = true
		}
		if c := known.edited(r, dismissed); c != nil {
			changes[collectionOf(r)] = append(changes[collectionOf(r)], c)
		}
	}
	if err := apply(ctx, f.up, changes); err != nil {
		return err
	}
	return markStale(ctx, f.up, known, slices.DeleteFunc(rows, func(r row) bool { return !sources[r.Key] || isEdited(r) }))
}

func (f *feed) all() []row {
	var rows []row
	for _, collection := range f.rows {
		rows = slices.AppendSeq(rows, maps.Values(collection))
	}
	return rows
}

// unseenActivity returns the activity that has not been handled yet, however many pages of it there are; once it is
// more than mostFollowed, the rest is left out. What was handled lately is read over, so that one look is enough to
// come to the newest.
func (f *feed) unseenActivity(ctx context.Context) ([]activity, error) {
	now := f.cfg.Now()
	var fresh []activity
	for from, hasMore := f.cursor, true; hasMore && len(fresh) <= mostFollowed; {
		page, err := f.activityAfter(ctx, from)
		if err != nil {
			return nil, err
		}
		if hasMore = len(page) == activityPage; hasMore {
			from = page[len(page)-1].ID
		}
		for _, a := range page {
			if _, isHandled := f.recent[a.ID]; !isHandled {
				fresh = append(fresh, a)
			}
		}
	}
	for _, a := range fresh {
		f.recent[a.ID] = now
	}
	maps.DeleteFunc(f.recent, func(id int64, at time.Time) bool {
		isOld := now.Sub(at) > commitSlack
		if isOld {
			f.cursor = max(f.cursor, id)
		}
		return isOld
	})
	return fresh, nil
}

// activityAfter reads one page of the activity with greater ids, by id.
func (f *feed) activityAfter(ctx context.Context, id int64) ([]activity, error) {
	var page []activity
	err := f.up.activity(ctx, url.Values{
		"filter[id][_gt]":         {strconv.FormatInt(id, 10)},
		"filter[collection][_in]": {strings.Join(collections, ",")},
		"sort":                    {"id"},
		"limit":                   {strconv.Itoa(activityPage)},
	}, &page)
	return page, err
}

// publish makes the rows the texts people see, and the last good ones.
func (f *feed) publish() {
	rows := f.all()
	next := newTexts(rows, f.customers)
	now := f.messages.texts()
	if next.version == now.version && maps.Equal(next.clients, now.clients) && next.sameStates(now) {
		return
	}
	f.messages.now.Store(next)
	if err := f.backup.save(saved{rows, f.customers, f.newest()}); err != nil {
		f.cfg.Log.Warn("last good texts not kept", "err", err)
	}
}

// newest is the newest change in Directus that was seen.
func (f *feed) newest() int64 {
	return max(f.cursor, slices.Max(append(slices.Collect(maps.Keys(f.recent)), 0)))
}

// publishLanguages hands changed languages of clients to the rest of the product.
func (f *feed) publishLanguages(ctx context.Context) {
	if f.cfg.Languages == nil {
		return
	}
	if f.mirrored == nil {
		f.mirrored = map[int64][]string{}
	}
	for _, c := range f.customers {
		isos := c.isos()
		if known, ok := f.mirrored[c.ID]; ok && slices.Equal(known, isos) {
			continue
		}
		if err := f.cfg.Languages(ctx, c.ID, isos); err != nil {
			f.cfg.Log.Warn("languages of a client not mirrored", "clientId", c.ID, "err", err)
			continue
		}
		f.mirrored[c.ID] = isos
	}
}
