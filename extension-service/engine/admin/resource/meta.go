package resource

import (
	"encoding/json"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/role"
)

// Meta is what the panel reads to draw a resource. What the caller may not do or see is left out.
type Meta struct {
	Name   string      `json:"name"`
	Route  string      `json:"route"`
	Path   string      `json:"path"` // of its list; "" where only the search index has its records
	Create *createMeta `json:"create,omitempty"`
	Title  string      `json:"title"`
	Handle string      `json:"handle"`
	Status string      `json:"status"`
	// the field that holds the id of the freelancer it is about
	Subject string         `json:"subject,omitempty"`
	Fields  []*field.Field `json:"fields"`
	Columns []string       `json:"columns"`
	Hidden  []string       `json:"hidden"`
	Row     []string       `json:"row"`
	Sort    string         `json:"sort"`
	Filters []filter       `json:"filters"`
	Views   []viewMeta     `json:"views,omitempty"` // of the list, that come with the product
	// references whose records have a tab with those that refer to them
	Related  []string `json:"related,omitempty"`
	PartOf   string   `json:"partOf,omitempty"`   // the reference to the record that these are parts of
	Head     []string `json:"head,omitempty"`     // fields that stand above the tabs of a record
	Initials bool     `json:"initials,omitempty"` // they stand before the title of a record
	Timeline bool     `json:"timeline,omitempty"` // they have a tab with all that has happened to them
	// they have a tab with notes, which the caller may read
	Notes    bool                       `json:"notes,omitempty"`
	Import   *importMeta                `json:"import,omitempty"`   // the caller may bring records in from files
	Board    *boardMeta                 `json:"board,omitempty"`    // the list can be looked at in columns by status
	Calendar *calendarMeta              `json:"calendar,omitempty"` // the list can be looked at by days
	Form     []formMeta                 `json:"form"`
	New      map[string]json.RawMessage `json:"new,omitempty"` // what the form of a new record starts with
	Can      []ability                  `json:"can"`
	Planned  bool                       `json:"planned,omitempty"` // an update can be planned for later
	Actions  []actionMeta               `json:"actions"`
	Trash    *trashMeta                 `json:"trash,omitempty"`

	// which records may be edited; all but those in the trash without it
	Editable  *conditionMeta `json:"editable,omitempty"`
	Deletable *conditionMeta `json:"deletable,omitempty"` // which records may be deleted
	Checks    []checkMeta    `json:"checks,omitempty"`    // rules over several fields
}

type createMeta struct {
	Path string `json:"path"`
	Wrap string `json:"wrap,omitempty"`
}

type formMeta struct {
	Name   string   `json:"name"`
	Fields []string `json:"fields"`
}

type actionMeta struct {
	Name   string         `json:"name"`
	Target target         `json:"target"`
	Method string         `json:"method"`
	Path   string         `json:"path"`
	IDIn   idPlace        `json:"idIn,omitempty"`
	Input  []*field.Field `json:"input"`
	When   *conditionMeta `json:"when,omitempty"`
	Bulk   bool           `json:"bulk,omitempty"`
	Undo   bool           `json:"undo,omitempty"` // can be taken back, where the rules let the record
	// Reasons are the codes that people are offered, by the status that is asked for.
	Reasons map[string][]string `json:"reasons,omitempty" kind:"json"`
}

// ability is what a caller may do with the records of a resource.
type ability string

// Options lists them.
func (ability) Options() []string {
	return []string{"read", "create", "update", "delete", "restore", "history", "export"}
}

// target is what an action is about.
type target string

// Options lists them.
func (target) Options() []string { return []string{"record", "list"} }

// idPlace is where the call of an action names its record.
type idPlace string

// Options lists them.
func (idPlace) Options() []string { return []string{"body", "path"} }

type conditionMeta struct {
	Field  string `json:"field"`
	In     []any  `json:"in"`
	Reason string `json:"says,omitempty"` // key of the text that says why not
}

type trashMeta struct {
	Field string `json:"field"`
	Value any    `json:"value"`
}

// Meta describes the resource to a caller, or is nil when the caller may not read it.
func (c *served) Meta(who *role.Caller) *Meta {
	if !who.CanAny(c.readers()) {
		return nil
	}
	visible := c.shownFields(who, c.fields)
	m := &Meta{
		Name: c.Name, Route: c.Route, Path: "/api" + c.Path, Title: c.title.Name, Fields: c.writable(who, visible),
		Columns: field.Names(c.visible(who, c.columns)), Hidden: field.Names(c.visible(who, c.hidden)),
		Row:     field.Names(c.visible(who, c.row)),
		Filters: c.offered(who), Form: c.formMeta(visible), Can: c.abilities(who), Actions: c.actionsMeta(who),
		Sort: sortText(c.sort[0]),
	}
	if c.isIndex {
		m.Path = ""
	}
	if c.hasHandles() {
		m.Handle = "handle"
	}
	if c.status != nil {
		m.Status = c.status.Name
	}
	if c.subject != nil {
		m.Subject = c.subject.Name
	}
	if c.Access.Create != "" && who.Can(c.Access.Create) && c.isFormComplete() {
		first := c.firstPlace()
		m.Create = &createMeta{first.path, first.wrap}
		m.New = c.newMeta(visible)
	}
	if c.Trash != nil {
		m.Trash = &trashMeta{c.trash.Name, c.Trash.Value}
	}
	if c.Route != "" && !c.isIndex {
		m.Related = field.Names(c.visible(who, c.related))
	}
	if c.container != nil {
		m.PartOf = c.container.Name
	}
	m.Views = c.viewsMeta(who)
	m.Planned = c.Planned && c.Access.Update != "" && who.Can(c.Access.Update)
	m.Head, m.Initials = field.Names(c.visible(who, c.head)), c.Initials
	m.Timeline = c.Timeline
	m.Notes = c.Notes && who.Can(role.NoteRead)
	m.Board, m.Calendar = c.boardFor(who), c.calendarFor(who)
	m.Import = c.importFor(who)
	m.Editable, m.Deletable = c.conditionMeta(c.Editable), c.conditionMeta(c.Deletable)
	m.Checks = c.checksMeta(visible)
	return m
}

// isFormComplete says whether the form, where there is one, asks for all that a new record needs. Otherwise records are
// made elsewhere, and the panel offers no form for a new one.
func (c *served) isFormComplete() bool {
	fields := []*field.Field{}
	for _, g := range c.Form {
		fields = append(fields, c.nameAll("Form "+g.Name, g.Fields)...)
	}
	fresh := valueOf(c.fresh())
	return len(fields) == 0 || !slices.ContainsFunc(c.fields, func(f *field.Field) bool {
		return f.Required && !f.ReadOnly && !slices.Contains(fields, f) && f.In(fresh).IsZero()
	})
}

func (c *served) conditionMeta(when *Condition) *conditionMeta {
	if when == nil {
		return nil
	}
	return &conditionMeta{c.named("condition", when.Field).Name, when.In, when.Reason}
}

// newMeta is what a new record starts with, the fields that start empty left out.
func (c *served) newMeta(visible []*field.Field) map[string]json.RawMessage {
	v := c.fresh()
	rv := valueOf(v)
	out := map[string]json.RawMessage{}
	for _, f := range visible {
		if !f.ReadOnly && !f.In(rv).IsZero() {
			out[f.Name] = f.JSON(rv)
		}
	}
	return out
}

func sortText(s query.Sort) string {
	if s.Desc {
		return s.Field.Name + ":desc"
	}
	return s.Field.Name + ":asc"
}

// writable marks the fields the caller may see but not change.
func (c *served) writable(who *role.Caller, fs []*field.Field) []*field.Field {
	out := make([]*field.Field, len(fs))
	for i, f := range fs {
		out[i] = f
		for _, g := range c.guards {
			if g.write != "" && !who.Can(g.write) && field.Find(g.fields, f.Name) != nil {
				locked := *f
				locked.ReadOnly = true
				out[i] = &locked
			}
		}
	}
	return out
}

func (c *served) formMeta(visible []*field.Field) []formMeta {
	out := []formMeta{}
	for _, g := range c.Form {
		section := formMeta{Name: g.Name, Fields: []string{}}
		for _, f := range c.nameAll("Form", g.Fields) {
			if field.Find(visible, f.Name) != nil {
				section.Fields = append(section.Fields, f.Name)
			}
		}
		out = append(out, section)
	}
	return out
}

func (c *served) abilities(who *role.Caller) []ability {
	if c.isIndex {
		return []ability{}
	}
	out := []ability{"read", "export"}
	for _, v := range []struct {
		verb ability
		p    role.Permission
	}{
		{"create", c.Access.Create},
		{"update", c.Access.Update},
		{"delete", c.Access.Delete},
		{"restore", c.Access.Restore},
	} {
		if v.p != "" && who.Can(v.p) {
			out = append(out, v.verb)
		}
	}
	if c.hasHistory() && who.Can(role.AuditReadOwn) {
		out = append(out, "history")
	}
	return out
}

func (c *served) actionsMeta(who *role.Caller) []actionMeta {
	out := []actionMeta{}
	for _, a := range c.Actions {
		// a path of its own needs a page of its own
		if a.Unseen || !who.Can(a.Needs) && (len(a.Also) == 0 || !who.CanAny(a.Also)) ||
			strings.Count(c.actionPath(a), "{") > 1 {
			continue
		}
		m := actionMeta{
			Name: a.Name, Target: "record", Method: a.method(), Path: c.actionPath(a), IDIn: "path", Bulk: a.Bulk,
			Undo:    c.isUndone(a),
			Reasons: a.reasons, Input: []*field.Field{},
		}
		fs, _ := field.List(a.in)
		for _, f := range fs {
			if f.Name != "id" && f.Name != "version" && f.Place == "" {
				m.Input = append(m.Input, f)
			}
		}
		switch {
		case a.list:
			m.Target, m.IDIn = "list", ""
		case !strings.Contains(m.Path, "{id}"):
			m.IDIn = "body"
		}
		m.When = c.conditionMeta(a.When)
		out = append(out, m)
	}
	return out
}
