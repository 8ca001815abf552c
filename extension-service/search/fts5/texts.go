package fts5

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/resource"
)

// holds asks for documents that hold one of some parts in a column, or have one of some tokens.
type holds struct {
	column string
	parts  []string
	keys   []string
}

// find looks up the documents that have the texts of a plan.
func (x *index) find(ctx context.Context, p *plan) error {
	for i, t := range p.texts {
		ids, err := x.holding(ctx, t)
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

// holding are the documents that have one of the texts, in order.
func (x *index) holding(ctx context.Context, t holds) (out []int64, err error) {
	if len(t.keys) > 0 {
		out, err = x.db.IDs(ctx, "SELECT rowid FROM key WHERE key MATCH $1", anyOf(t.keys))
	}
	for i, part := range t.parts {
		if err != nil {
			return nil, err
		}
		var more []int64
		more, err = x.having(ctx, t.column, part)
		if i == 0 && len(t.keys) == 0 {
			out = more
			continue
		}
		out = append(out, more...)
		slices.Sort(out)
		out = slices.Compact(out)
	}
	return out, err
}

// having are the documents with a part of a text. An index that is being filled, or far behind, is looked through.
func (x *index) having(ctx context.Context, column, part string) ([]int64, error) {
	complete, err := x.isComplete(ctx)
	if err != nil {
		return nil, err
	}
	if complete {
		if ids, ok, err := x.db.Fragments().Of("doc", column, false).Find(ctx, part, resource.Both); ok || err != nil {
			return ids, err
		}
	}
	return x.db.IDs(ctx, "SELECT id FROM doc WHERE instr("+column+", $1) > 0 ORDER BY id", part)
}
