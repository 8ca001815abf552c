package audit

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Entry is one line of the whole log.
type Entry struct {
	base resource.Record

	ID    int64     `json:"id"         kind:"id"`
	At    time.Time `json:"at"`
	Actor Actor     `json:"actor"      store:"-"`
	// whose deed it was that the product went on with by itself
	CausedBy *Actor `json:"causedBy"   store:"-"`
	ActorID  int64  `json:"actorId"    kind:"id" check:"writeonly"` // asked for; Actor answers
	// asked for as Person.Actor says it
	ActorKey string `json:"actorKey"   check:"writeonly"`
	// asked for: "entity.field" that was changed, and its values before and after
	Field      string   `json:"field"      check:"writeonly"`
	OldValue   string   `json:"oldValue"   check:"writeonly"`
	NewValue   string   `json:"newValue"   check:"writeonly"`
	OnBehalfOf int64    `json:"onBehalfOf" kind:"id"`
	Action     string   `json:"action"`
	Entity     string   `json:"entity"`
	EntityID   int64    `json:"entityId"   kind:"id"`
	ClientID   int64    `json:"clientId"   kind:"ref:client"`
	Changed    []string `json:"changed"`
	Before     Values   `json:"before"     kind:"json"`
	After      Values   `json:"after"      kind:"json"`
	// fields whose values were forgotten with the person
	Gone      []string `json:"gone"       store:"-"`
	Reason    string   `json:"reason"`
	Comment   string   `json:"comment"`
	Unguarded bool     `json:"unguarded"`
	Source    Source   `json:"source"`
	RequestID string   `json:"requestId"`
	IP        string   `json:"ip"`
	UserAgent string   `json:"userAgent"`
	BatchID   string   `json:"batchId"`
}

// Values are the values of changed fields by name; those that its reader may not see are not among them.
type Values map[string]json.RawMessage

// Words write the values for people, in the order of their names.
func (v Values) Words(func(key string) string) string {
	parts := []string{}
	for _, name := range slices.Sorted(maps.Keys(v)) {
		var text string
		if json.Unmarshal(v[name], &text) != nil {
			text = string(v[name])
		}
		parts = append(parts, name+": "+text)
	}
	return strings.Join(parts, "; ")
}

// Base gives the engine what it needs of any record; an entry is never written again.
func (e *Entry) Base() *resource.Record { return &e.base }

// Source is how a change has reached us.
type Source string

// Enum lists the sources.
func (Source) Enum() enum.List {
	return enum.List{Name: "auditSource", Text: "enum.auditSource", Values: []string{"UI", "API", "VMS", "JOB"}}
}

// Entries is the log as a list, whose values each reader sees by the permissions of today.
type Entries struct {
	Log *Log
	// Mask leaves out of an entry what a list must not show the caller of such a record.
	Mask func(ctx context.Context, l *Line)
	// Read leaves out of an entry what the caller may not read of such a record today, and notes what it does read.
	Read func(ctx context.Context, l *Line) error
	// Kinds and Deeds list the entities and the actions that the log tells of, for those who look for some.
	Kinds, Actions func() []string
}

// HasHistory says that entries have none: they are the history of everything else.
func (s *Entries) HasHistory() bool { return false }

func listed(name, text string, values func() []string) func() enum.List {
	return func() enum.List { return enum.List{Name: name, Text: text, Values: values()} }
}

// Resource declares the log to the admin.
func Resource(s *Entries) resource.Declaration {
	e := new(Entry)
	return resource.Declare(resource.Spec[Entry]{
		Name:    "audit",
		Route:   "/platform/audit",
		Of:      e,
		Store:   s,
		Title:   &e.Action,
		Columns: resource.Refs{&e.Action, &e.Entity, &e.EntityID, &e.Changed, &e.Actor, &e.At, &e.Source},
		Hidden: resource.Refs{
			&e.Reason, &e.Comment, &e.OnBehalfOf, &e.ClientID, &e.RequestID, &e.BatchID, &e.IP, &e.UserAgent, &e.Unguarded,
		},
		Row: resource.Refs{
			&e.ID, &e.At, &e.Actor, &e.CausedBy, &e.OnBehalfOf, &e.Action, &e.Entity, &e.EntityID, &e.ClientID, &e.Changed,
			&e.Before, &e.After, &e.Gone,
			&e.Reason, &e.Comment, &e.Unguarded, &e.Source, &e.RequestID, &e.IP, &e.UserAgent, &e.BatchID,
		},
		Sortable: resource.Refs{&e.At},
		Filters: resource.Refs{
			resource.Filter("entity", query.Is, &e.Entity).WithChoices(listed("auditEntity", "resources.*.name", s.Kinds)),
			&e.EntityID,
			resource.Filter("actor", query.Is, &e.ActorKey), &e.ActorID,
			resource.Filter("action", query.Is, &e.Action).WithChoices(listed("auditAction", "audit.action", s.Actions)),
			resource.Filter("field", query.Is, &e.Field), resource.Filter("oldValue", query.Is, &e.OldValue),
			resource.Filter("newValue", query.Is, &e.NewValue), &e.Source,
			resource.Filter("batchId", query.Is, &e.BatchID), resource.Filter("requestId", query.Is, &e.RequestID),
			resource.Filter("since", query.AtLeast, &e.At), resource.Filter("until", query.AtMost, &e.At),
		},
		Access: resource.Access{Read: role.AuditRead},
	})
}

// List answers one page, newest first.
func (s *Entries) List(ctx context.Context, q query.Query) (page query.Page[Entry], err error) {
	s.Log.latest(ctx)
	where, args, err := s.conditions(ctx, q.Where)
	if err != nil {
		return page, err
	}
	byKey := false
	if !q.NoTotal {
		var last int64
		if page.Total, last, err = s.Log.total(ctx, where, args); err != nil {
			return page, err
		}
		byKey = (q.Offset+q.Limit*uneven)*last < page.Total*page.Total
	}
	// By their ids alone, so that no more entries are read whole than are shown, however many have to be put in order.
	ids := "SELECT a.id FROM " + s.Log.matching(where,
		byKey) + orderOf(q.Sort) + " LIMIT " + args.Add(q.Limit) + " OFFSET " + args.Add(q.Offset)
	lines, err := s.Log.lines(ctx, "a.id IN ("+ids+")"+orderOf(q.Sort), args...)
	for i := range lines {
		s.Mask(ctx, &lines[i])
		page.Rows = append(page.Rows, entryOf(&lines[i]))
	}
	return page, err
}

// uneven is how much longer than their share of the log says one may look for matches before a page is full.
const uneven = 100

// orderOf is the order of a list. Entries are written in the order of their instants, so those ask for the key.
func orderOf(sorts []query.Sort) string {
	parts := make([]string, len(sorts))
	for i, by := range sorts {
		if parts[i] = "a." + by.Field.Column; by.Field.Name == "at" {
			parts[i] = "a.id"
		}
		if by.Desc {
			parts[i] += " DESC"
		}
	}
	return " ORDER BY " + strings.Join(parts, ", ")
}

// conditions turns the filters into SQL, within the caller's scope.
func (s *Entries) conditions(ctx context.Context, wanted []query.Cond) (string, store.Args, error) {
	var args store.Args
	var more string
	var changes changeFilters
	wanted = slices.DeleteFunc(slices.Clone(wanted), func(c query.Cond) bool {
		switch c.Field.Name {
		case "actorKey":
			more += " AND " + actorIs(c.Values, args.Add)
			return true
		case "batchId":
			more += " AND a.batch_id <> ''" // as the index of batches says it
		}
		return changes.add(c)
	})
	changed, err := s.condition(ctx, changes, args.Add)
	if err == nil && changed != "" {
		err = s.Log.prepareChanges(ctx)
	}
	if err != nil {
		return "", nil, err
	}
	more += changed
	isOf := func(name string) bool {
		return slices.ContainsFunc(wanted, func(c query.Cond) bool { return c.Field.Name == name })
	}
	if isOf("entityId") && !isOf("entity") {
		more += " AND a.entity IN (" + distinct("entity", "1 = 1") + ")" // the index of records begins with their entity
	}
	where, err := args.Matching("a", wanted)
	return where + more + scoped(role.From(ctx).Scope), args, err
}

// IDs tells the entries a query matches.
func (s *Entries) IDs(ctx context.Context, q query.Query, each func(id int64)) error {
	where, args, err := s.conditions(ctx, q.Where)
	if err != nil {
		return err
	}
	return s.Log.DB.EachID(ctx, each, "SELECT a.id FROM "+s.Log.matching(where,
		false)+orderOf(q.Sort)+store.Limit(q.Limit), args...)
}

// Get returns one entry. NOT_FOUND outside the caller's scope.
func (s *Entries) Get(ctx context.Context, id int64) (Entry, error) {
	lines, err := s.Log.lines(ctx, "a.id = $1"+scoped(role.From(ctx).Scope), id)
	if err != nil {
		return Entry{}, err
	}
	if len(lines) == 0 {
		return Entry{}, fault.New(fault.NotFound, "NOT_FOUND", "no entry %d", id)
	}
	err = s.Read(ctx, &lines[0])
	return entryOf(&lines[0]), err
}

// errReadOnly is why nobody writes entries through the list.
var errReadOnly = fault.New(fault.NotAllowed, "METHOD_NOT_ALLOWED", "what has been recorded stands")

// Create refuses: entries are written by Log.Record alone, in the transaction of what they record.
func (s *Entries) Create(context.Context, *Entry) error { return errReadOnly }

// Update refuses: what has been recorded stands.
func (s *Entries) Update(context.Context, Entry, *Entry) error { return errReadOnly }

// Delete refuses: what has been recorded stands.
func (s *Entries) Delete(context.Context, *Entry) error { return errReadOnly }

func entryOf(l *Line) Entry {
	at, _ := time.Parse(date.InstantLayout, l.At) // written by lines
	return Entry{
		base: resource.Record{ID: l.ID}, ID: l.ID, At: at, Actor: l.Actor, CausedBy: l.CausedBy, ActorID: l.Actor.ID,
		OnBehalfOf: l.OnBehalfOf, Action: l.Action,
		Entity: l.Entity, EntityID: l.EntityID, ClientID: l.ClientID, Changed: l.Changed, Before: l.Before, After: l.After,
		Gone:   l.Gone,
		Reason: l.Reason, Comment: l.Comment, Unguarded: l.Unguarded, Source: Source(l.Source), RequestID: l.RequestID,
		IP: l.IP, UserAgent: l.UserAgent, BatchID: l.BatchID,
	}
}
