package audit

import (
	"context"
	"encoding/json"
	"hash/fnv"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/store"
)

// What entries have changed is indexed by keys: a hash of the entity and the field, and of these with the value before
// or after. Personal values lie elsewhere and are not indexed. In SQLite entries are indexed later and before they are
// looked for; in PostgreSQL, where they may come to be in another order than their ids, when they are written, and once
// more when they have settled, for what an older copy of the service has written.
const (
	changesAtOnce   = 1000 // entries that are indexed in one transaction
	changesPerRound = 20   // transactions, so that the other work of the log goes on
	longestValue    = 200  // characters of a text that is found by its value
	mostValues      = 20   // of a list that are found each by itself
)

// The sides of a change, as keys tell them apart.
const (
	anyValue = "="
	oldValue = "<"
	newValue = ">"
)

// changeKey is the key of a field, or of one of its values.
func changeKey(entity, field, side, value string) int64 {
	h := fnv.New64a()
	text := strings.Join([]string{entity, field, side, value}, "\x00")
	_, _ = h.Write([]byte(text)) // never fails
	return int64(h.Sum64())      //nolint:gosec // the bits count, not the number
}

// changeKeys are the keys of what an entry has changed, each once. What was made or read has changed nothing.
func (l *Log) changeKeys(c change) []int64 {
	if c.changed == "" || c.action == "create" || c.action == "read" {
		return nil
	}
	var keys []int64
	sides := map[string]map[string]any{oldValue: valuesOf(c.before), newValue: valuesOf(c.after)}
	for name := range strings.SplitSeq(c.changed, ",") {
		field := l.fieldToday(c.entity, name)
		keys = append(keys, changeKey(c.entity, field, anyValue, ""))
		for side, values := range sides {
			for _, value := range soughtValues(values[name]) {
				keys = append(keys, changeKey(c.entity, field, side, value))
			}
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// fieldToday is what a field is called now.
func (l *Log) fieldToday(entity, field string) string {
	if l.Today == nil {
		return field
	}
	return l.Today(entity, field)
}

// soughtValues are the texts by which a value is found: each of a list, numbers without zeros at their end.
func soughtValues(value any) []string {
	switch v := value.(type) {
	case []any:
		var out []string
		for _, one := range v[:min(len(v), mostValues)] {
			if _, isList := one.([]any); !isList {
				out = append(out, soughtValues(one)...)
			}
		}
		return out
	case string:
		if len(v) <= longestValue {
			return []string{soughtText(v)}
		}
	case json.Number:
		return []string{soughtText(v.String())}
	case bool:
		return []string{strconv.FormatBool(v)}
	}
	return nil
}

// soughtText is a text as values are compared: folded, or a number without zeros at the end of its decimals.
func soughtText(text string) string {
	text = strings.TrimSpace(text)
	if !decimal.MatchString(text) {
		return store.Fold(text)
	}
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text
}

var decimal = regexp.MustCompile(`^-?\d+(\.\d+)?$`)

// indexChanges indexes entries that are not yet, at most so many transactions.
func (l *Log) indexChanges(ctx context.Context, rounds int) error {
	for range rounds {
		n, err := l.indexNextChanges(ctx)
		if err != nil || n < changesAtOnce {
			return err
		}
	}
	return nil
}

// indexNextChanges indexes the next entries in one transaction, and says how many these were.
func (l *Log) indexNextChanges(ctx context.Context) (n int, err error) {
	var done int64
	if _, err := l.DB.Row(ctx, []any{&done}, "SELECT entry_id FROM audit_changes_done WHERE id = 1"); err != nil {
		return 0, err
	}
	args := store.Args{done}
	settled := ""
	if l.DB.Dialect() != store.SQLite {
		settled = " AND a.at < " + args.Add(l.Now().Add(-settles).UnixMilli())
	}
	found, err := l.changedSince(ctx, "a.id > $1"+settled+" ORDER BY a.id LIMIT "+args.Add(changesAtOnce), args)
	if err != nil || len(found) == 0 {
		return 0, err
	}
	return len(found), l.DB.Write(ctx, func(ctx context.Context) error {
		if err := l.storeChanges(ctx, found); err != nil {
			return err
		}
		_, err := l.DB.Exec(ctx, "UPDATE audit_changes_done SET entry_id = $1 WHERE id = 1 AND entry_id < $1",
			found[len(found)-1].id)
		return err
	})
}

// change is an entry as far as its changes are indexed; before and after are JSON objects.
type change struct {
	id                                     int64
	entity, action, changed, before, after string
}

func (l *Log) changedSince(ctx context.Context, where string, args []any) (out []change, err error) {
	var c change
	err = l.DB.Each(ctx, []any{&c.id, &c.entity, &c.action, &c.changed, &c.before, &c.after}, func() error {
		out = append(out, c)
		return nil
	}, "SELECT a.id, a.entity, a.action, a.changed, a.before, a.after FROM audit a WHERE "+where, args...)
	return out, err
}

// changesIn are the changes of entries as they are written, in the order of columns.
func changesIn(ids []int64, rows [][]any) []change {
	out := make([]change, len(rows))
	for i, row := range rows {
		text := func(at int) string { s, _ := row[at].(string); return s }
		out[i] = change{
			ids[i], text(entityColumn), text(actionColumn), text(changedColumn), text(changedColumn + 1),
			text(changedColumn + 2),
		}
	}
	return out
}

// The places of what is indexed in columns; the values follow the names of the fields.
const (
	actionColumn  = 5
	entityColumn  = 6
	changedColumn = 11
)

// valuesOf reads the values of an entry; what cannot be read is found by no value.
func valuesOf(text string) (out map[string]any) {
	from := json.NewDecoder(strings.NewReader(text))
	from.UseNumber()
	_ = from.Decode(&out)
	return out
}

// storeChanges writes the keys of changes, and the fields that were not known before, in the transaction of ctx.
func (l *Log) storeChanges(ctx context.Context, found []change) error {
	var rows, fields [][]any
	seen := map[[2]string]bool{}
	for _, c := range found {
		keys := l.changeKeys(c)
		for _, key := range keys {
			rows = append(rows, []any{key, c.id})
		}
		if len(keys) == 0 {
			continue
		}
		for name := range strings.SplitSeq(c.changed, ",") {
			field := l.fieldToday(c.entity, name)
			if name := [2]string{c.entity, field}; !seen[name] {
				seen[name] = true
				fields = append(fields, []any{c.entity, field})
			}
		}
	}
	const known = "ON CONFLICT DO NOTHING"
	if err := l.DB.Insert(ctx, "audit_changes (change_key, entry_id)", rows, known); err != nil {
		return err
	}
	return l.DB.Insert(ctx, "audit_fields (entity, field)", fields, known)
}

// removePruned removes the keys of entries that are gone, once for each time that the oldest entry is another one.
func (l *Log) removePruned(ctx context.Context) error {
	var oldest int64
	if _, err := l.DB.Row(ctx, []any{&oldest},
		"SELECT coalesce((SELECT id FROM audit ORDER BY id LIMIT 1), 0)"); err != nil {
		return err
	}
	if oldest <= 1 || oldest == l.oldest {
		return nil
	}
	err := l.DB.Write(ctx, func(ctx context.Context) error {
		_, err := l.DB.Exec(ctx, "DELETE FROM audit_changes WHERE entry_id < $1", oldest)
		return err
	})
	if err == nil {
		l.oldest = oldest
	}
	return err
}
