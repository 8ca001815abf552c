package content

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// History tells how texts became what they are: every change that people made through the panel.
type History struct {
	DB  *store.DB
	Now func() time.Time
}

// Value is a text at one moment.
type Value struct {
	Text  string `json:"messageValue"`
	State string `json:"state"`

	source  string // digest of the text it was made from
	details details
}

// details are what an English text says about its key.
type details struct {
	Description string `json:"description,omitempty"`
	MaxLength   int    `json:"maxLength,omitempty"`
}

// stored is how its column holds it.
func (d details) stored() string {
	if d == (details{}) {
		return ""
	}
	return string(encode(d))
}

// parseDetails reads what a column holds.
func (details) parseDetails(text string) (d details) {
	if text != "" {
		_ = json.Unmarshal([]byte(text), &d) // we wrote it
	}
	return d
}

// Change is one step of a text. Before is nil when it was new, After when it was removed.
type Change struct {
	EntryID int64     `json:"entryId" kind:"id"`
	BatchID string    `json:"batchId"`
	At      time.Time `json:"at"`
	By      string    `json:"by"`
	Client  int64     `json:"client"`
	Locale  string    `json:"locale"`
	Key     string    `json:"messageKey"`
	Before  *Value    `json:"before"`
	After   *Value    `json:"after"`
}

// ChangesQuery narrows the changes that are told; what is empty narrows nothing.
type ChangesQuery struct {
	resource.Window

	Key     string    `query:"messageKey" json:"messageKey" check:"max=150"`
	Locale  string    `query:"locale" json:"locale" check:"max=35"`
	Client  *int64    `query:"client" json:"client"` // 0: the texts of the product
	Author  int64     `query:"author" json:"author" check:"minvalue=0"`
	BatchID string    `query:"batchId" json:"batchId" check:"max=40"`
	Entry   int64     `query:"entryId" json:"entryId" check:"minvalue=0"`
	Since   time.Time `query:"since" json:"since"`
	Until   time.Time `query:"until" json:"until"`
}

// Record keeps the changed texts of one call as one batch. It joins the transaction of ctx.
func (h *History) Record(ctx context.Context, entries []Entry) error {
	fresh := newBatch()
	return h.DB.Write(ctx, func(ctx context.Context) error {
		for _, e := range entries {
			if e.Key == "" {
				continue // the languages of a client are no text
			}
			if err := h.storeEntry(ctx, e, cmp.Or(e.batch, fresh)); err != nil {
				return err
			}
		}
		return nil
	})
}

func (h *History) storeEntry(ctx context.Context, e Entry, batch string) error {
	who := role.From(ctx)
	before, after := valueOf(e.Before, e.sourceBefore), valueOf(e.After, e.sourceAfter)
	_, err := h.DB.Exec(ctx, `
		INSERT INTO text_changes (at, batch_id, actor_id, actor_name, client_id, locale, message_key, before_value, before_state, before_source,
		                          after_value, after_state, after_source, before_details, after_details)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
		h.Now().UnixMilli(), batch, who.ID, who.Name, e.ClientID, e.Locale, e.Key,
		before.text(), before.State, before.source, after.text(), after.State, after.source, before.details.stored(),
		after.details.stored())
	return err
}

// Purge forgets texts that were removed for longer than they can be put back, and returns how many steps of theirs are
// gone.
func (h *History) Purge(ctx context.Context) (n int64, err error) {
	err = h.DB.Write(ctx, func(ctx context.Context) error {
		n, err = h.DB.Exec(ctx, `
			DELETE FROM text_changes
			 WHERE EXISTS (
				SELECT 1
				  FROM text_changes last
				 WHERE last.message_key = text_changes.message_key
				   AND last.locale = text_changes.locale
				   AND last.client_id = text_changes.client_id
				   AND last.after_value IS NULL
				   AND last.at <= $1
				   AND NOT EXISTS (SELECT 1 FROM text_changes later
				                    WHERE later.message_key = last.message_key AND later.locale = last.locale AND later.client_id = last.client_id
				                      AND later.id > last.id))`, h.Now().AddDate(0, 0, -trashDays).UnixMilli())
		return err
	})
	return n, err
}

// newBatch names the changes of one call.
func newBatch() string { return "txt_" + rand.Text() }

// storedValue is a value as its columns hold it; absent texts have none.
type storedValue struct {
	Value
	isThere bool
}

func valueOf(facts map[string]any, source string) storedValue {
	if facts == nil {
		return storedValue{}
	}
	text, _ := facts["messageValue"].(string)
	state, _ := facts["state"].(string)
	description, _ := facts["description"].(string)
	limit, _ := facts["maxLength"].(int)
	return storedValue{Value{text, state, source, details{description, limit}}, true}
}

func (v storedValue) text() any {
	if !v.isThere {
		return nil
	}
	return v.Text
}

// List returns the changes inside the caller's scope, newest first.
func (h *History) List(ctx context.Context, q ChangesQuery) (out resource.List[Change], err error) {
	where, args := q.where(role.From(ctx))
	if _, err = h.DB.Row(ctx, []any{&out.TotalResults}, "SELECT count(*) FROM text_changes WHERE "+where,
		args...); err != nil {
		return out, err
	}
	offset, limit := q.Page()
	order := " ORDER BY id DESC LIMIT " + args.Add(limit)
	order += " OFFSET " + args.Add(offset)
	out.Results, err = h.read(ctx, where+order, args)
	return out, err
}

func (h *History) read(ctx context.Context, where string, args store.Args) ([]Change, error) {
	out := []Change{}
	var c Change
	var at int64
	var texts [2]*string
	var before, after Value
	var values [2]string
	dest := []any{
		&c.EntryID, &at, &c.BatchID, &c.By, &c.Client, &c.Locale, &c.Key, &texts[0], &before.State, &before.source, &texts[1],
		&after.State, &after.source,
		&values[0], &values[1],
	}
	err := h.DB.Each(ctx, dest, func() error {
		before.details, after.details = details{}.parseDetails(values[0]), details{}.parseDetails(values[1])
		c.At, c.Before, c.After = time.UnixMilli(at).UTC(), before.withText(texts[0]), after.withText(texts[1])
		out = append(out, c)
		return nil
	}, `
		SELECT id, at, batch_id, actor_name, client_id, locale, message_key, before_value, before_state, before_source, after_value, after_state, after_source,
		       before_details, after_details
		  FROM text_changes
		 WHERE `+where, args...)
	return out, err
}

// withText returns the value with its text, or nothing where there was none.
func (v Value) withText(text *string) *Value {
	if text == nil {
		return nil
	}
	v.Text = *text
	return &v
}

// where narrows by the query and to the texts of the product and of the clients the caller sees.
func (q ChangesQuery) where(who *role.Caller) (string, store.Args) {
	var args store.Args
	parts := []string{"1 = 1"}
	add := func(condition string, value any) { parts = append(parts, condition+" "+args.Add(value)) }
	for column, value := range map[string]string{
		"message_key":   q.Key,
		"lower(locale)": strings.ToLower(strings.ReplaceAll(q.Locale, "_", "-")), "batch_id": q.BatchID,
	} {
		if value != "" {
			add(column+" =", value)
		}
	}
	for column, value := range map[string]int64{"actor_id": q.Author, "id": q.Entry} {
		if value != 0 {
			add(column+" =", value)
		}
	}
	if q.Client != nil {
		add("client_id =", *q.Client)
	}
	for condition, at := range map[string]time.Time{"at >=": q.Since, "at <=": q.Until} {
		if !at.IsZero() {
			add(condition, at.UnixMilli())
		}
	}
	if who.Kind != role.System && !who.Scope.IsUnlimited() {
		ids, _ := json.Marshal(append([]int64{0}, who.Scope.ClientIDs...)) // a list of numbers
		parts = append(parts, "client_id IN ("+strings.Trim(string(ids), "[]")+")")
	}
	return strings.Join(parts, " AND "), args
}
