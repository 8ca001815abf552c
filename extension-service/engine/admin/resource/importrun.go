package resource

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// ImportKind is what becomes of a row.
type ImportKind string

// The kinds.
const (
	ImportNew     ImportKind = "NEW"
	ImportChanged ImportKind = "CHANGED"
	ImportSame    ImportKind = "SAME"   // the record is as the row says
	ImportExists  ImportKind = "EXISTS" // the record is there and is left as it is
	ImportRefused ImportKind = "REFUSED"
)

// Enum lists the kinds.
func (ImportKind) Enum() enum.List {
	return enum.List{
		Name: "importKind", Text: "import.kind",
		Values: enum.Strings([]ImportKind{ImportNew, ImportChanged, ImportSame, ImportExists, ImportRefused}),
	}
}

// ImportResult is what became of a row. Back is what undoing needs of a record that was made or changed.
type ImportResult struct {
	BulkItem

	Kind    ImportKind
	Changes []ImportChange
	// of a row that may be of a record that is there: which
	Candidates any
}

// ImportChange is a field that a row changes, before and after, in the words of a language.
type ImportChange struct {
	Field  string `json:"field"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Expected is what a row was planned to be; nil where it is planned only now.
type Expected struct {
	ID, Version int64
}

// Run brings a row in that was read. The error is a failure of ours.
func (p *ImportPass) Run(ctx context.Context, r *ImportRow, planned *Expected) (ImportResult, error) {
	out := ImportResult{BulkItem: BulkItem{ID: r.ID, Title: r.title, Version: r.Version}}
	if len(r.bad.Fields) > 0 {
		return out.refused(r.bad), nil
	}
	if planned != nil && (planned.ID != r.ID || planned.Version != r.Version) {
		return out.refused(fault.New(fault.Conflict, "STALE_VERSION", "the record has changed since the preview")), nil
	}
	if r.ID != 0 && !p.order.Updates {
		out.Kind, out.Allowed = ImportExists, true
		return out, nil
	}
	var tried entity
	err := p.c.rt.Write(ctx, func(ctx context.Context) (err error) {
		if r.ID == 0 {
			tried, err = p.create(ctx, r, &out)
			return err
		}
		return p.update(ctx, r, &out)
	})
	e, err := Refusal(p.c.explainForeignAddress(ctx, tried, err))
	if e != nil {
		return out.refused(e), nil
	}
	return out, err
}

// refused is the result of a row that was refused.
func (out ImportResult) refused(e *fault.Error) ImportResult {
	out.Kind, out.Allowed, out.Changed, out.Reasons = ImportRefused, false, false, ReasonsOf(e)
	out.Changes, out.Back, out.Candidates = nil, nil, e.Details["candidates"]
	return out
}

// create makes the record of a row.
func (p *ImportPass) create(ctx context.Context, r *ImportRow, out *ImportResult) (entity, error) {
	c := p.c
	ctx = WithAct(ctx, Act{Action: "create"})
	if c.Access.Create == "" {
		return nil, fault.New(fault.NotFound, "NOT_FOUND", "no record is there, and none can be made")
	}
	if err := c.allowed(ctx, c.Access.Create); err != nil {
		return nil, err
	}
	sets := map[string]any{}
	maps.Copy(sets, c.Import.Sets)
	if c.importer.anyway != nil && p.order.Anyway {
		sets[c.importer.anyway.Name] = true
	}
	body, err := r.body(sets)
	if err != nil {
		return nil, err
	}
	v := c.fresh()
	if err := c.decode(ctx, body, v, true); err != nil {
		return v, err
	}
	if err := c.guarded(ctx, c.fresh(), v); err != nil {
		return v, err
	}
	if err := c.insert(ctx, v); err != nil {
		return v, err
	}
	base := v.Base()
	now, err := c.Store.get(ctx, base.ID)
	if fault.KindOf(err) == fault.NotFound && IsConfined(ctx) {
		return v, BeyondScope()
	}
	if err != nil {
		return v, err
	}
	out.Kind, out.Allowed, out.Changed = ImportNew, true, true
	out.ID, out.Version, out.Title, out.Back = base.ID, now.Base().Version, c.titleOf(valueOf(now)), json.RawMessage(`{}`)
	return v, nil
}

// update changes the record of a row.
func (p *ImportPass) update(ctx context.Context, r *ImportRow, out *ImportResult) error {
	c := p.c
	old, ctx, err := c.load(ctx, loading{
		id: r.ID, needs: permissionList(c.Access.Update), action: "update", base: etag(r.Version),
	})
	if err != nil {
		return err
	}
	if err := c.editable(ctx, old); err != nil {
		return err
	}
	body, err := r.body(nil)
	if err != nil {
		return err
	}
	v := copyEntity(old)
	if err := c.decode(ctx, body, v, false); err != nil {
		return err
	}
	if err := c.guarded(ctx, old, v); err != nil {
		return err
	}
	out.Allowed, out.Kind = true, ImportSame
	if out.Changes = p.changes(ctx, old, v); len(out.Changes) == 0 {
		return nil
	}
	if err := c.Store.update(ctx, old, v); err != nil {
		return err
	}
	if err := c.checkOwners(ctx, old, v); err != nil {
		return err
	}
	now, err := c.Store.get(ctx, r.ID)
	if err != nil {
		return err
	}
	back, err := json.Marshal(importImage{Version: r.Version})
	out.Kind, out.Changed, out.Version, out.Back = ImportChanged, true, now.Base().Version, back
	return err
}

// changes are the fields in which two versions of a record differ.
func (p *ImportPass) changes(ctx context.Context, old, v entity) []ImportChange {
	var differing []*field.Field
	for _, f := range p.c.fields {
		if !slices.Contains(stamped, f.Name) && !f.WriteOnly &&
			string(f.JSON(valueOf(old))) != string(f.JSON(valueOf(v))) {
			differing = append(differing, f)
		}
	}
	w := p.c.wording(role.From(ctx).Locale)
	words := w.cells(differing)
	before := line{fields: differing, words: words}
	after := line{fields: differing, words: words}
	was, is := before.formatRow(valueOf(old)), after.formatRow(valueOf(v))
	out := make([]ImportChange, len(differing))
	for i, f := range differing {
		if out[i] = (ImportChange{f.Name, was[i], is[i]}); f.Sensitive {
			out[i].Before = field.MaskedText
		}
	}
	return out
}

// importImage is what undoing needs of a row: the version that its record had before; 0: it was made.
type importImage struct {
	Version int64 `json:"version,omitempty"`
}

// Undo takes back what a row did, unless the record has changed since the item's version.
func (m *Importer) Undo(ctx context.Context, item BulkItem, back json.RawMessage) (BulkItem, error) {
	var image importImage
	if err := json.Unmarshal(back, &image); err != nil {
		return item, err
	}
	err := m.c.rt.Write(ctx, func(ctx context.Context) error {
		if image.Version == 0 {
			return m.c.removeImported(ctx, item)
		}
		return m.c.revertImported(ctx, item, image.Version)
	})
	return item.outcome(err)
}

// removeImported deletes a record that a row has made.
func (c *served) removeImported(ctx context.Context, item BulkItem) error {
	if c.Access.Delete == "" {
		return noWayBack()
	}
	v, ctx, err := c.load(ctx, loading{
		id: item.ID, needs: permissionList(c.Access.Delete), action: "delete", base: etag(item.Version),
	})
	if err != nil {
		return err
	}
	if err := c.deletable(ctx, v); err != nil {
		return err
	}
	act := ActOf(ctx)
	act.Reason = c.Import.Reason
	return c.delete(WithAct(ctx, act), v)
}

// revertImported gives a record the values again that it had at a version.
func (c *served) revertImported(ctx context.Context, item BulkItem, version int64) error {
	old, ctx, err := c.load(ctx, loading{
		id: item.ID, needs: permissionList(c.Access.Update), action: "update", base: etag(item.Version),
	})
	if err != nil {
		return err
	}
	if err := c.editable(ctx, old); err != nil {
		return err
	}
	page, err := c.rt.History(ctx, c.Name, item.ID, HistoryQuery{Kind: OnlyChanges, Limit: mostInOneCall})
	if err != nil {
		return err
	}
	first := slices.IndexFunc(page.Rows, func(l Line) bool { return l.Version <= version }) - 1
	if first < 0 {
		first = len(page.Rows) - 1
	}
	if first < 0 || page.Rows[first].Version <= version {
		return noWayBack()
	}
	was, err := c.recordBefore(ctx, old, page.Rows[first])
	if err != nil {
		return err
	}
	was.Base().Version = old.Base().Version
	return c.Store.update(ctx, old, was)
}
