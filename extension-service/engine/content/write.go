package content

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/platform/fault"
)

// edit is one text on its way: the row as stored and as it will be.
type edit struct {
	before, after row
	draft         draft
	unguarded     bool // the caller named no version

	batch string // of the changes of several calls; empty when this one is all
}

func (e *edit) isNew() bool { return e.before.ID == 0 }

// create adds texts, all or none, and answers in the form of the request: one object or a list.
func (g *Gateway) create(ctx context.Context, t target, c Call) ([]byte, error) {
	drafts, many, err := t.drafts(c.Body)
	if err != nil {
		return nil, err
	}
	edits := make([]*edit, len(drafts))
	for i, d := range drafts {
		r := row{State: stateTranslated}
		assign(&r.Client, d.Client)
		assign(&r.Locale, d.Locale)
		assign(&r.Key, d.Key)
		edits[i] = &edit{after: d.applyTo(r), draft: d}
	}
	if err := g.checkClients(ctx, t, edits); err != nil {
		return nil, err
	}
	if err := g.checkEdits(ctx, edits, has(c.Query, "force")); err != nil {
		return nil, err
	}
	return g.write(ctx, t, edits, many)
}

// checkClients checks that the clients of new texts exist and lie inside the caller's scope.
func (g *Gateway) checkClients(ctx context.Context, t target, edits []*edit) error {
	if t.table != clientTexts {
		return nil
	}
	var ids []any
	for _, e := range edits {
		if e.after.Client <= 0 {
			return fault.Validation().Field(e.draft.at+"client", "validation.required", nil)
		}
		if !slices.Contains(ids, any(e.after.Client)) {
			ids = append(ids, e.after.Client)
		}
	}
	_, err := g.load(ctx, target{collection: offered[clients], table: clients, caller: t.caller}, ids)
	return err
}

// update changes one text, those of a list with ids, {"keys":[…],"data":{…}} or {"query":{…},"data":{…}}: all or none.
func (g *Gateway) update(ctx context.Context, t target, c Call) ([]byte, error) {
	if t.table == clients {
		return g.setLanguages(ctx, t, c)
	}
	drafts, err := g.changes(ctx, t, c)
	if err != nil {
		return nil, err
	}
	if len(drafts) == 0 {
		return []byte(`{"data":[]}`), nil
	}
	ids := make([]json.RawMessage, len(drafts))
	for i, d := range drafts {
		ids[i] = d.ID
	}
	keys, err := t.ids(ids)
	if err != nil {
		return nil, err
	}
	if len(keys) != len(drafts) {
		return nil, fault.Validation().Field("keys", "error.duplicate", nil)
	}
	rows, err := g.load(ctx, t, keys)
	if err != nil {
		return nil, err
	}
	stored := byID(rows)
	edits := make([]*edit, len(drafts))
	for i, d := range drafts {
		id, _ := t.collection.id(unquote(d.ID))
		before := stored[id.(int64)]
		if err := guardOf(c.IfMatch).checkVersion(before); err != nil {
			return nil, err
		}
		if d.State != nil && *d.State == before.State && !slices.Contains(settableStates, before.State) {
			d.State = nil // a whole record sent back: nobody sets STALE
		}
		edits[i] = &edit{before: before, after: d.applyTo(before), draft: d, unguarded: guardOf(c.IfMatch) == ""}
	}
	if err := g.checkEdits(ctx, edits, has(c.Query, "force")); err != nil {
		return nil, err
	}
	return g.write(ctx, t, edits, t.id == nil)
}

// changes reads the four forms of a PATCH as a list of drafts with ids. Only a query may find none.
func (g *Gateway) changes(ctx context.Context, t target, c Call) ([]draft, error) {
	if chosen, err := selected(c.Body); t.id == nil && err == nil && chosen.Data != nil {
		return g.uniformDrafts(ctx, t, chosen)
	}
	drafts, many, err := t.drafts(c.Body)
	if err != nil {
		return nil, err
	}
	if t.id != nil {
		if many {
			return nil, fault.New(fault.BadRequest, "BAD_REQUEST", "one object is expected")
		}
		drafts[0].ID = json.RawMessage(c.ID)
	}
	return drafts, nil
}

// uniformDrafts is one draft for every row of a selection.
func (g *Gateway) uniformDrafts(ctx context.Context, t target, chosen selection) ([]draft, error) {
	d, err := t.draft(chosen.Data, "data.")
	if err != nil {
		return nil, err
	}
	ids, err := chosen.ids(ctx, g, t)
	if err != nil {
		return nil, err
	}
	out := make([]draft, len(ids))
	for i, id := range ids {
		out[i] = d
		out[i].ID, _ = json.Marshal(id) // a number or a text
	}
	return out, nil
}

// checkEdits checks the texts against the rules and sets the fields that are ours.
func (g *Gateway) checkEdits(ctx context.Context, edits []*edit, force bool) error {
	known, limits, err := g.sources(ctx, edits)
	if err != nil {
		return err
	}
	locales, err := g.locales(ctx)
	if err != nil {
		return err
	}
	bad := fault.Validation()
	for _, e := range edits {
		complain(bad, e.draft.at, e.after)
		if !slices.Contains(locales, e.after.Locale) && localeName.MatchString(e.after.Locale) {
			bad.Field(e.draft.at+"locale", "validation.oneOf", map[string]any{"values": strings.Join(locales, ", ")})
		}
		if e.draft.State != nil && e.after.State != e.before.State && !slices.Contains(settableStates, e.after.State) {
			bad.Field(e.draft.at+"state", "validation.oneOf", map[string]any{"values": strings.Join(settableStates, ", ")})
		}
		if limit := limits[e.after.Key]; limit > 0 && len([]rune(e.after.Value)) > limit {
			bad.Field(e.draft.at+"messageValue", "validation.max", map[string]any{"max": limit})
		}
		e.setState(bad, known, force)
	}
	if err := bad.OrNil(); err != nil {
		return err
	}
	return g.flag(ctx, edits, known)
}

// flag sets the state of texts that cannot be shown as they are.
func (g *Gateway) flag(ctx context.Context, edits []*edit, known origins) error {
	var broken []row
	for _, e := range edits {
		if known.isBroken(e.after, nil) {
			broken = append(broken, e.after)
		}
	}
	dismissed, err := g.dismissed.ofRows(ctx, broken)
	for _, e := range edits {
		isWritten := e.after.Value != e.before.Value || e.draft.State != nil
		if isWritten && e.after.State != stateStale {
			e.after.State = known.stateFor(e.after, dismissed)
		}
	}
	return err
}

// setState compares a changed text with its source and sets state and digest.
func (e *edit) setState(bad *fault.Error, known origins, force bool) {
	origin, ok := known.originText(e.after)
	changed := e.after.Value != e.before.Value
	if ok && changed {
		if wrong := mismatch(e.after.Value, origin); wrong != nil && !force {
			bad.Field(e.draft.at+"messageValue", "validation.placeholders", wrong)
		}
	}
	if !ok {
		origin = e.after.Value
	}
	if changed || e.draft.State != nil {
		e.after.SourceHash = digest(origin)
	}
	switch {
	case e.draft.State != nil && *e.draft.State == stateStale:
		e.after.SourceHash = e.before.SourceHash // words were replaced in it, which makes it no better translation
	case changed && e.draft.State == nil:
		e.after.State = stateTranslated
	}
}

// sources reads the English texts of the keys at hand, as they will be after the edits, and how long texts of these
// keys may be: who writes a text and its translation at once has translated the new text.
func (g *Gateway) sources(ctx context.Context, edits []*edit) (origins, map[string]int, error) {
	keys := map[string]bool{}
	for _, e := range edits {
		keys[e.after.Key] = true
	}
	rows, err := g.up.siblings(ctx, slices.Sorted(maps.Keys(keys)), map[string]any{"_eq": source})
	if err != nil {
		return nil, nil, err
	}
	limits := map[string]int{}
	for _, r := range rows {
		limits[r.Key] = max(limits[r.Key], r.MaxLength)
	}
	for _, e := range edits {
		if e.draft.MaxLength != nil {
			limits[e.after.Key] = *e.draft.MaxLength
		}
		rows = slices.DeleteFunc(rows, func(r row) bool {
			return !e.isNew() && r.ID == e.before.ID && r.Client == e.before.Client
		})
		rows = append(rows, e.after)
	}
	return originsOf(rows), limits, nil
}

func (g *Gateway) locales(ctx context.Context) ([]string, error) {
	var found []languageCode
	err := g.up.search(ctx, languages, query{"limit": -1, "fields": []string{"iso"}, "sort": []string{"sort", "iso"}},
		&found)
	return customer{Languages: found}.isos(), err
}

// write sends the edits, marks what they make stale and answers with the rows as stored.
func (g *Gateway) write(ctx context.Context, t target, edits []*edit, many bool) ([]byte, error) {
	g.up.editing.RLock()
	defer g.up.editing.RUnlock()
	method := http.MethodPatch
	if edits[0].isNew() {
		method = http.MethodPost
	}
	body := make([]change, len(edits))
	for i, e := range edits {
		body[i] = e.change(t)
	}
	raw, err := g.up.change(ctx, method, t.table, body)
	if err != nil {
		return nil, err
	}
	var stored []json.RawMessage
	if err := open(raw, &stored); err != nil {
		return nil, err
	}
	if len(stored) != len(edits) {
		return nil, unavailable("the content service answers something unreadable",
			fmt.Errorf("%d of %d rows", len(stored), len(edits)))
	}
	if err := g.recordEdits(ctx, edits, stored); err != nil {
		return nil, err
	}
	if stored, err = selectFields(stored, t.answer); err != nil {
		return nil, err
	}
	if many {
		return json.Marshal(map[string]any{"data": stored})
	}
	return json.Marshal(map[string]any{"data": stored[0]})
}

// change is what is sent for an edit: for an existing row only what differs, and who did it.
func (e *edit) change(t target) change {
	out := change{"updatedBy": t.caller.Name, "state": e.after.State, "sourceHash": e.after.SourceHash}
	if !e.isNew() {
		out["id"] = e.before.ID
	} else {
		out["locale"], out["messageKey"] = e.after.Locale, e.after.Key
		if t.client != "" {
			out["client"] = e.after.Client
		}
	}
	if e.draft.Value != nil {
		out["messageValue"] = e.after.Value
	}
	if e.draft.Description != nil {
		out["description"] = e.after.Description
	}
	if e.draft.MaxLength != nil {
		out["maxLength"] = e.draft.MaxLength
		if *e.draft.MaxLength == 0 {
			out["maxLength"] = nil
		}
	}
	return out
}

// recordEdits records the edits and marks the texts whose English source changed.
func (g *Gateway) recordEdits(ctx context.Context, edits []*edit, stored []json.RawMessage) error {
	g.changed()
	entries := make([]Entry, len(edits))
	var keys []string
	for i, e := range edits {
		action := "update"
		if e.isNew() {
			action = "create"
			if err := json.Unmarshal(stored[i], &e.before); err != nil {
				return unavailable("the content service answers something unreadable", err)
			}
		}
		entries[i] = entry(action, e.before, &e.after)
		entries[i].Unguarded, entries[i].batch = e.unguarded, e.batch
		if e.after.Locale == source && (action == "create" || e.after.Value != e.before.Value) {
			keys = append(keys, e.after.Key)
		}
	}
	if err := g.record(ctx, entries); err != nil {
		return err
	}
	if len(keys) == 0 {
		return nil
	}
	rows, err := g.up.siblings(ctx, keys, map[string]any{"_nnull": true})
	if err != nil {
		return err
	}
	return markStale(ctx, g.up, originsOf(rows), rows)
}
