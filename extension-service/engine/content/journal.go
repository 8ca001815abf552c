package content

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"strconv"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Journal keeps what people change through the gateway; history, audit and trash are made of it. A delete is recorded
// before it happens, all else after.
type Journal interface {
	Record(ctx context.Context, entries []Entry) error
}

// Entry is one changed record of the content service. Before is nil for a create, After for a delete.
type Entry struct {
	Action        string // create, update or delete
	Collection    string
	ID            string
	ClientID      int64  // 0 for a default text
	Locale, Key   string // empty for the languages of a client
	Before, After map[string]any
	Unguarded     bool // who changed it named no version

	batch                     string // of the changes of several calls; empty when each call is one
	sourceBefore, sourceAfter string // digests of what the text is made from
	updated                   string // when the text before was written
}

// Changed names the fields in which Before and After differ, in their order.
func (e Entry) Changed() []string {
	all := maps.Clone(e.After)
	if all == nil {
		all = map[string]any{}
	}
	maps.Copy(all, e.Before)
	return slices.DeleteFunc(slices.Sorted(maps.Keys(all)), func(name string) bool {
		return reflect.DeepEqual(e.Before[name], e.After[name])
	})
}

// record refuses what a caller with a scope does to the default set, before it is done where the journal comes first.
func (g *Gateway) record(ctx context.Context, entries []Entry) error {
	isDefault := func(e Entry) bool { return e.Collection == defaultTexts }
	if resource.IsConfined(ctx) && slices.ContainsFunc(entries, isDefault) {
		return resource.BeyondScope()
	}
	if g.journal == nil {
		return nil
	}
	return g.journal.Record(ctx, entries)
}

// entry describes a changed text; after is nil when it is deleted.
func entry(action string, r row, after *row) Entry {
	e := Entry{
		Action: action, Collection: collectionOf(r), ID: strconv.FormatInt(r.ID, 10), ClientID: r.Client, Locale: r.Locale,
		Key:     r.Key,
		updated: r.Updated,
	}
	if action != "create" {
		e.Before, e.sourceBefore = facts(r), r.SourceHash
	}
	if after != nil {
		e.After, e.sourceAfter = facts(*after), after.SourceHash
	}
	return e
}

func facts(r row) map[string]any {
	return map[string]any{
		"locale": r.Locale, "messageKey": r.Key, "messageValue": r.Value, "state": r.State, "description": r.Description,
		"maxLength": r.MaxLength,
	}
}
