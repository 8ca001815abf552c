package resource

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Actor is who made a change. Names are kept for staff only.
type Actor struct {
	Kind role.Kind `json:"kind"`
	ID   int64     `json:"id" kind:"id"`
	Name string    `json:"name"`
}

// Words say who it was as the panel does: staff by name, everybody else by what they are.
func (a Actor) Words(text func(key string) string) string {
	isSystem := a.Kind == "" || a.Kind == role.System // Chosen after its work, which means nothing to people
	if a.Name != "" && !isSystem {
		return a.Name
	}
	return text("panel.history.actor." + string(cmp.Or(a.Kind, role.System)))
}

// Line is one entry of a record's history. Before and After hold the fields that changed.
type Line struct {
	ID        int64                      `json:"id" kind:"id"`
	At        string                     `json:"at"`
	Actor     Actor                      `json:"actor"`
	Action    string                     `json:"action"`
	Entity    string                     `json:"entity"`
	EntityID  int64                      `json:"entityId" kind:"id"`
	Version   int64                      `json:"version"`
	Changed   []string                   `json:"changed"`
	Before    map[string]json.RawMessage `json:"before"`
	After     map[string]json.RawMessage `json:"after"`
	Reason    string                     `json:"reason"`
	Comment   string                     `json:"comment"`
	Gone      []string                   `json:"gone,omitempty"` // fields whose values were forgotten with the person
	Unguarded bool                       `json:"unguarded,omitempty"`
	Source    string                     `json:"source"`
	RequestID string                     `json:"requestId"`
	BatchID   string                     `json:"batchId,omitempty"`

	OnBehalfOf int64  `json:"onBehalfOf,omitempty" kind:"id"`
	CausedBy   *Actor `json:"causedBy,omitempty"` // whose deed it was that the product went on with by itself
	ClientID   int64  `json:"-"`
	IP         string `json:"-"`
	UserAgent  string `json:"-"`
}

// HistoryQuery narrows the entries of a record; zero values narrow nothing.
type HistoryQuery struct {
	After         int64 // entries with a higher id
	Kind          HistoryKind
	Since, Until  time.Time // entries later than the one, not later than the other
	Offset, Limit int64
}

// HistoryKind tells changes from reads; "" is both.
type HistoryKind string

// The kinds of entries.
const (
	OnlyChanges HistoryKind = "changes"
	OnlyReads   HistoryKind = "reads"
)

// Enum lists the kinds.
func (HistoryKind) Enum() enum.List {
	return enum.List{
		Name: "historyKind", Text: "enum.historyKind",
		Values: []string{string(OnlyChanges), string(OnlyReads)},
	}
}

type historyInput struct {
	At     time.Time   `query:"at"     json:"at"`
	Kind   HistoryKind `query:"kind"   json:"kind"`
	Limit  string      `query:"limit"  json:"limit"`
	Offset string      `query:"offset" json:"offset"`
	Size   string      `query:"size"   json:"size"`
	From   string      `query:"from"   json:"from"`
}

// historyList is the answer of a record's history; asked for an instant it also holds the record as it was then.
type historyList struct {
	Results      []Line        `json:"results"`
	TotalResults int64         `json:"totalResults"`
	Record       field.Encoded `json:"record,omitempty"`
	// Gone names the fields of Record whose values were forgotten with the person; they are null.
	Gone []string `json:"gone,omitempty"`
}

func (c *served) history(ctx context.Context, r *Request) (any, error) {
	id, err := field.ParseID(r.Param("id"))
	if err != nil {
		return nil, err
	}
	var in historyInput
	if err := inputOf(reflect.TypeFor[historyInput]()).bind(r, reflect.ValueOf(&in).Elem()); err != nil {
		return nil, err
	}
	now, err := c.Store.get(ctx, id)
	if err != nil {
		return nil, err
	}
	q := HistoryQuery{Until: in.At, Kind: in.Kind}
	if q.Offset, q.Limit, err = window(r.Queries, defaultLimit); err != nil {
		return nil, err
	}
	page, err := c.rt.History(ctx, c.Name, id, q)
	if err != nil {
		return nil, err
	}
	out := historyList{Results: page.Rows, TotalResults: page.Total}
	var shown []*field.Field
	for i := range out.Results {
		c.mask(ctx, &out.Results[i])
		shown = append(shown, sensitiveIn(c.fields, out.Results[i])...)
	}
	if !in.At.IsZero() {
		if page.Total == 0 {
			return nil, fault.New(fault.NotFound, "NOT_FOUND", "there was no such record then")
		}
		if out.Record, out.Gone, err = c.asOf(ctx, now, HistoryQuery{Since: in.At}); err != nil {
			return nil, err
		}
		shown = append(shown, c.sensitive(ctx, now)...)
	}
	return out, c.recordReading(ctx, now, shown)
}

// mask leaves out the values of fields that the caller may not read today, and the words beside them, which tell of the
// same decision; that they changed remains. What lies outside the caller's scope goes with it.
func (c *served) mask(ctx context.Context, l *Line) {
	c.confine(ctx, l)
	all := c.answers
	visible := c.visible(role.From(ctx), all)
	for _, values := range []map[string]json.RawMessage{l.Before, l.After} {
		for name := range values {
			if field.Find(visible, name) != nil {
				continue
			}
			delete(values, name)
			if field.Find(all, name) != nil {
				l.Reason, l.Comment = "", ""
			}
		}
	}
}

// Redact leaves nothing of an entry but that something happened: no values, and no words beside them.
func (l *Line) Redact() {
	l.Before, l.After = map[string]json.RawMessage{}, map[string]json.RawMessage{}
	l.Reason, l.Comment = "", ""
}

// Mask leaves out of an entry about a record of this resource what a list must not show the caller: what it may not
// read today, and sensitive values.
func (c *served) Mask(ctx context.Context, l *Line) {
	c.maskLine(ctx, l)
	for _, f := range sensitiveIn(c.fields, *l) {
		delete(l.Before, f.Name)
		delete(l.After, f.Name)
	}
}

// Read leaves out of an entry what the caller may not read of such a record today, and notes the reading of what is
// sensitive.
func (c *served) Read(ctx context.Context, l *Line) error {
	c.maskLine(ctx, l)
	return c.recordFields(ctx, Reading{Entity: c.Name, ID: l.EntityID, ClientID: l.ClientID}, sensitiveIn(c.fields, *l))
}

func (c *served) maskLine(ctx context.Context, l *Line) {
	if !role.From(ctx).CanAny(c.readers()) {
		l.Redact()
		return
	}
	c.mask(ctx, l)
}

// asOf is the record before the entries that q names, the latest ones: what they changed is put back. Values that were
// forgotten are null and named.
func (c *served) asOf(ctx context.Context, now entity, q HistoryQuery) (record field.Encoded, gone []string,
	err error,
) {
	then, err := c.valuesBefore(ctx, now, q)
	if err != nil {
		return nil, nil, err
	}
	b := []byte{'{'}
	for i, f := range c.visible(role.From(ctx), c.answers) {
		if i > 0 {
			b = append(b, ',')
		}
		value := then[f.Name]
		if value == nil {
			gone = append(gone, f.Name)
		}
		if value = c.confinedTo(ctx, f, value); value == nil {
			value = json.RawMessage("null")
		}
		b = append(field.AppendString(b, f.Name), ':')
		b = append(b, value...)
	}
	return append(b, '}'), gone, nil
}

// valuesBefore is what the fields of a record held before the latest entries; nil for a value that was forgotten.
func (c *served) valuesBefore(ctx context.Context, now entity, q HistoryQuery) (map[string]json.RawMessage, error) {
	page, err := c.rt.History(ctx, c.Name, now.Base().ID, q)
	if err != nil {
		return nil, err
	}
	out := map[string]json.RawMessage{}
	for _, f := range c.fields {
		out[f.Name] = f.JSON(valueOf(now))
	}
	for _, l := range page.Rows {
		maps.Copy(out, l.Before)
		for _, name := range l.Gone {
			out[name] = nil
		}
		if l.Version > 0 { // else nothing was written
			out["version"] = appendVersion(l.Version - 1)
		}
	}
	return out, nil
}

func appendVersion(n int64) json.RawMessage {
	text, _ := json.Marshal(n) // a number always marshals
	return text
}

// restoreInput asks for the fields, or all of them, as an entry of the history left them.
type restoreInput struct {
	EntryID int64    `json:"entryId" kind:"id" check:"required,minvalue=1"`
	Fields  []string `json:"fields" check:"max=200"`
}

// restore puts fields back as a new write under today's rules. What may not be written today is skipped, and said so.
func (c *served) restore(ctx context.Context, r *Request) (any, error) {
	id, err := field.ParseID(r.Param("id"))
	if err != nil {
		return nil, err
	}
	var in restoreInput
	if err := inputOf(reflect.TypeFor[restoreInput]()).bind(r, reflect.ValueOf(&in).Elem()); err != nil {
		return nil, err
	}
	if err := c.knowAll(in.Fields); err != nil {
		return nil, err
	}
	var skipped []string
	err = c.rt.Write(ctx, func(ctx context.Context) error {
		old, ctx, err := c.load(ctx, loading{
			id: id, needs: permissionList(c.Access.Update), action: "restoreVersion",
			base: r.Header("If-Match"),
		})
		if err != nil {
			return err
		}
		if err := c.editable(ctx, old); err != nil {
			return err
		}
		skipped, err = c.writeDifferences(ctx, old, in)
		return err
	})
	if err != nil {
		return nil, c.staleRead(ctx, id, err)
	}
	v, err := c.Store.get(ctx, id)
	if err != nil {
		return nil, err
	}
	if _, err := c.replyWith(ctx, v); err != nil {
		return nil, err
	}
	record := c.view(ctx, v)
	text, err := json.Marshal(append([]string{}, skipped...))
	return append(append(append(record[:len(record)-1], `,"skipped":`...), field.Encoded(text)...), '}'), err
}

// knowAll refuses names that no field has, and makes of the others those of today.
func (c *served) knowAll(names []string) error {
	d := field.NewDecoder()
	for i, name := range names {
		if field.Find(c.fields, name) == nil {
			d.Unknown = append(d.Unknown, "fields."+name)
		}
		names[i] = c.Today(name)
	}
	return d.Err()
}

// writeDifferences writes what differs from the version that the entry left.
func (c *served) writeDifferences(ctx context.Context, old entity, in restoreInput) (skipped []string, err error) {
	id := old.Base().ID
	own, err := c.rt.History(ctx, c.Name, id, HistoryQuery{After: in.EntryID - 1})
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(own.Rows, func(l Line) bool { return l.ID == in.EntryID }) {
		return nil, fault.New(fault.NotFound, "NOT_FOUND", "the record has no entry %d", in.EntryID)
	}
	then, err := c.valuesBefore(ctx, old, HistoryQuery{After: in.EntryID})
	if err != nil {
		return nil, err
	}
	members, skipped := c.valuesToRestore(ctx, old, then, in.Fields)
	v := copyEntity(old)
	if err := c.decode(ctx, members, v, false); err != nil {
		return nil, err
	}
	return skipped, c.Store.update(ctx, old, v)
}

// valuesToRestore are the values to put back of the fields that are named, or of all, and the names of those that may
// not be written today. Amounts come with their currency and it with them: where it differs and one of them may not be
// written, none is.
func (c *served) valuesToRestore(ctx context.Context, old entity, then map[string]json.RawMessage,
	names []string,
) (members map[string]json.RawMessage, skipped []string) {
	differs := func(f *field.Field) bool { return string(then[f.Name]) != string(f.JSON(valueOf(old))) }
	isBarred := func(f *field.Field) bool {
		return then[f.Name] == nil || f.CreateOnly || !c.mayWrite(role.From(ctx), f)
	}
	named := field.WithAmounts(c.fields, names, differs)
	members = map[string]json.RawMessage{}
	for _, f := range c.fields {
		isWanted := len(named) == 0 || slices.Contains(named, f.Name)
		group := field.OneAmount(c.fields, f)
		goesWith := len(group) > 1 && differs(group[0])
		switch {
		case !isWanted || f.Column == "" || slices.Contains(stamped, f.Name) || !goesWith && !differs(f):
		case isBarred(f) || goesWith && slices.ContainsFunc(group, isBarred):
			skipped = append(skipped, f.Name)
		default:
			members[f.Name] = then[f.Name]
		}
	}
	return members, skipped
}

// stamped are the fields that every write sets by itself.
var stamped = []string{"id", "handle", "version", "created", "createdBy", "lastUpdated", "lastUpdatedBy"}

func (c *served) mayWrite(who *role.Caller, f *field.Field) bool {
	return !c.writable(who, []*field.Field{f})[0].ReadOnly && len(c.visible(who, []*field.Field{f})) == 1
}

var (
	historyParams = append(slices.Clone(pageParams),
		Param{
			Name: "at", Schema: field.Schema{"type": "string", "format": "date-time"},
			About: "also the record as it was then",
		},
		Param{
			Name: "kind", Schema: field.Schema{"type": "string", "enum": HistoryKind("").Enum().Values},
			About: "only changes, or only reads of sensitive values; both without",
		})
	historyAnswer = &field.Schema{
		"type": "object", "required": []string{"results", "totalResults"},
		"properties": field.Schema{
			"results":      field.Schema{"type": "array", "items": field.SchemaOf(reflect.TypeFor[Line]())},
			"totalResults": field.Schema{"type": "integer"}, "record": field.Schema{"type": "object"},
		},
	}
	restoreSchema = new(field.SchemaOf(reflect.TypeFor[restoreInput]()))
	restoreAnswer = &field.Schema{
		"type": "object", "required": []string{"id", "version", "skipped"},
		"properties": field.Schema{
			"id": field.Schema{"type": "integer"}, "version": field.Schema{"type": "integer"},
			"skipped": field.Schema{"type": "array", "items": field.Schema{"type": "string"}},
		},
	}
)
