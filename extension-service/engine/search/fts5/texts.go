package fts5

import (
	"context"
	"slices"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/store"
)

// containsCondition asks for documents one of whose texts in a field holds one of some parts, or is one of some texts,
// or that have one of some tokens.
type containsCondition struct {
	field field
	parts []string
	exact []string
	keys  []string
}

// lookUpTexts looks up the documents that have the texts of a plan.
func (x *index) lookUpTexts(ctx context.Context, p *plan) error {
	for i, t := range p.texts {
		ids, err := x.containing(ctx, t)
		if err != nil {
			return err
		}
		if i > 0 {
			ids = slices.DeleteFunc(ids, func(id int64) bool {
				_, both := slices.BinarySearch(p.found, id)
				return !both
			})
		}
		p.found = ids
	}
	return nil
}

// containing are the documents that have one of the texts, in order.
func (x *index) containing(ctx context.Context, t containsCondition) ([]int64, error) {
	out, err := x.tagged(ctx, t.keys)
	add := func(more []int64) {
		if out = append(out, more...); len(out) > len(more) {
			slices.Sort(out)
			out = slices.Compact(out)
		}
	}
	for i := 0; i < len(t.parts) && err == nil; i++ {
		var more []int64
		more, err = x.having(ctx, t.field.column(), t.parts[i])
		add(more)
	}
	for i := 0; i < len(t.exact) && err == nil; i++ {
		var more []int64
		more, err = x.equalTo(ctx, t.field, t.exact[i])
		add(more)
	}
	return out, err
}

// tagged are the documents that have one of some tokens, in order.
func (x *index) tagged(ctx context.Context, keys []string) ([]int64, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	return x.db.IDs(ctx, "SELECT rowid FROM key WHERE key MATCH $1", anyOf(keys))
}

// equalTo are the documents one of whose texts in a field is exactly this one, in order: those of the documents that
// hold it as a part whose column has it between two line ends, which no canonical text has in itself. The empty text is
// nobody's.
func (x *index) equalTo(ctx context.Context, f field, text string) (ids []int64, err error) {
	switch {
	case text == "":
		return nil, nil
	case utf8.RuneCountInString(text) <= search.ShortText:
		ids, err = x.tagged(ctx, []string{f.startToken(text)})
	default:
		ids, err = x.having(ctx, f.column(), text)
	}
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return x.db.IDs(ctx, "SELECT id FROM doc WHERE id IN (SELECT value FROM json_each($1)) AND instr(char(10) || "+
		f.column()+" || char(10), char(10) || $2 || char(10)) > 0 ORDER BY id", store.IDList(ids), text)
}

// having are the documents with a part of a text. An index that is being filled, or far behind, is looked through.
func (x *index) having(ctx context.Context, column, part string) ([]int64, error) {
	complete, err := x.isComplete(ctx)
	if err != nil {
		return nil, err
	}
	if complete {
		if ids, ok, err := x.db.Fragments().ForColumn("doc", column, false).Find(ctx, part, query.Both); ok || err != nil {
			return ids, err
		}
	}
	return x.db.IDs(ctx, "SELECT id FROM doc WHERE instr("+column+", $1) > 0 ORDER BY id", part)
}
