package store

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// handleAttempts is how often new handles are drawn when other records have them: with a million records once in a
// thousand creations.
const handleAttempts = 8

// insert writes rows under handles of their own, or under those that the records bring, and fills their ids.
func (t *table) insert(ctx context.Context, list []reflect.Value) error {
	draws := t.config.Handle != "" && baseOf(list[0]).Handle == ""
	for range handleAttempts {
		for _, v := range list {
			if draws {
				baseOf(v).Handle = newHandle(t.config.Handle)
			}
		}
		var err error
		if list, err = t.tryInsert(ctx, list, draws); err != nil || len(list) == 0 {
			return err
		}
	}
	return fmt.Errorf("%s: no free handle in %d attempts", t.config.Name, handleAttempts)
}

// tryInsert writes rows and returns those whose handles others have.
func (t *table) tryInsert(ctx context.Context, list []reflect.Value, draws bool) (left []reflect.Value, err error) {
	for part := range slices.Chunk(list, rowsAtOnce) {
		names, rows, more := []string{}, make([][]any, len(part)), ""
		for i, v := range part {
			for _, f := range t.stored {
				if f.Name == "id" && baseOf(v).ID == 0 {
					continue
				}
				columns(f, v, func(column string, value any) {
					if rows[i] = append(rows[i], value); i == 0 {
						names = append(names, column)
					}
				})
			}
		}
		if draws {
			more = "ON CONFLICT (handle) DO NOTHING"
		}
		text, args, err := t.db.insertion(t.config.Name+" ("+strings.Join(names, ", ")+")", rows, more)
		if err != nil {
			return nil, err
		}
		missed, err := t.identify(ctx, part, reading{text: text, args: args})
		if err != nil {
			return nil, t.domainFault(err)
		}
		left = append(left, missed...)
	}
	return left, nil
}

// identify runs an insertion and fills the ids of the records, by their handles, or in their order where they have
// none. It returns those that the insertion has left out.
func (t *table) identify(ctx context.Context, list []reflect.Value, s reading) (left []reflect.Value, err error) {
	if t.config.Handle == "" {
		ids, err := t.db.IDs(ctx, s.text+" RETURNING id", s.args...)
		slices.Sort(ids)
		for i, id := range ids {
			if b := baseOf(list[i]); b.ID == 0 {
				b.ID = id
			}
		}
		return nil, err
	}
	var id int64
	var handle string
	byHandle := map[string]int64{}
	err = t.db.Each(ctx, []any{&id, &handle}, func() error {
		byHandle[handle] = id
		return nil
	}, s.text+" RETURNING id, handle", s.args...)
	for _, v := range list {
		b := baseOf(v)
		if b.ID = byHandle[b.Handle]; b.ID == 0 {
			left = append(left, v)
		}
		delete(byHandle, b.Handle) // of two that have drawn the same one, one is left out
	}
	return left, err
}
