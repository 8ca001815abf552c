package audit

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// Lookups find what the log is looked through by: people and batches by their names. Nothing is found of which no entry
// within the caller's scope tells.
type Lookups struct {
	Log *Log
	// Staff lists accounts by a part of the name, or of the e-mail for those who may read it.
	Staff func(ctx context.Context, text string) ([]Person, error)
	// Reads says whether the caller sees the values of a field in the log.
	Reads func(ctx context.Context, entity, field string) bool
}

// Person is one who acts, as a filter of the log names them.
type Person struct {
	Actor string    `json:"actor"` // the value of the filter: kind and id, or kind and name of a part of the product
	Kind  role.Kind `json:"kind"`
	ID    int64     `json:"id"    kind:"id"`
	Name  string    `json:"name"`
	Email string    `json:"email"` // for those who may read it
}

// Batch is a change of many records, named by the first entry it has left.
type Batch struct {
	ID       string `json:"id"`
	At       string `json:"at"`
	Actor    Actor  `json:"actor"`
	CausedBy *Actor `json:"causedBy"`
	Action   string `json:"action"`
	Entity   string `json:"entity"`
}

// Endpoints are the calls of the lookups.
func (s *Lookups) Endpoints() []resource.Endpoint {
	read := []role.Permission{role.AuditRead}
	return []resource.Endpoint{
		{Name: "audit.actors", Method: "GET", Path: "/api/audit/actor", Needs: read, Handle: resource.Handle(s.actors)},
		{Name: "audit.fields", Method: "GET", Path: "/api/audit/field", Needs: read, Handle: resource.Handle(s.fields)},
		{Name: "audit.batches", Method: "GET", Path: "/api/audit/batch", Needs: read, Handle: resource.Handle(s.batches)},
	}
}

type actorsInput struct {
	Text  string `query:"text"  check:"max=200"`
	Actor string `query:"actor" check:"max=200"`
}

// actors lists who acts: staff and the parts of the product by a part of the name, or the one that a filter names.
func (s *Lookups) actors(ctx context.Context, in actorsInput) (out resource.List[Person], err error) {
	s.Log.latest(ctx)
	if in.Actor != "" {
		out.Results, err = s.named(ctx, in.Actor)
	} else {
		out.Results, err = s.people(ctx, in.Text)
	}
	out.TotalResults = int64(len(out.Results))
	return out, err
}

func (s *Lookups) people(ctx context.Context, text string) ([]Person, error) {
	staff, err := s.Staff(ctx, text)
	if err != nil {
		return nil, err
	}
	acting, err := s.actorIDs(ctx, staff)
	if err != nil {
		return nil, err
	}
	out := slices.DeleteFunc(staff, func(p Person) bool { return !slices.Contains(acting, p.ID) })
	for i := range out {
		out[i].Actor = string(role.Admin) + ":" + strconv.FormatInt(out[i].ID, 10)
	}
	for _, kind := range []role.Kind{role.System, role.VMS} {
		names, err := s.parts(ctx, kind)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if strings.Contains(store.Fold(name), store.Fold(text)) {
				out = append(out, Person{Actor: string(kind) + ":" + name, Kind: kind, Name: name})
			}
		}
	}
	return append([]Person{}, out...), nil
}

// actorIDs are the ids of those among some accounts of whom an entry tells.
func (s *Lookups) actorIDs(ctx context.Context, staff []Person) (out []int64, err error) {
	if len(staff) == 0 {
		return nil, nil
	}
	var args store.Args
	ids := make([]string, len(staff))
	for i := range staff {
		ids[i] = "(CAST(" + args.Add(staff[i].ID) + " AS BIGINT))"
	}
	var id int64
	err = s.Log.DB.Each(ctx, []any{&id}, func() error {
		out = append(out, id)
		return nil
	}, `WITH s (id) AS (VALUES `+strings.Join(ids, ", ")+`)
		SELECT s.id FROM s
		 WHERE EXISTS (SELECT 1 FROM audit a WHERE a.actor_id = s.id AND a.actor_kind = 'admin'`+scoped(role.From(ctx).Scope)+`)`, args...)
	return out, err
}

// parts are the names that a kind of actor without an account has in the log.
func (s *Lookups) parts(ctx context.Context, kind role.Kind) ([]string, error) {
	is := partOfProduct + " AND a.actor_kind = $1"
	return s.Log.DB.Texts(ctx, "SELECT p.value FROM ("+distinct("actor_name",
		is)+") p WHERE EXISTS (SELECT 1 FROM audit a WHERE "+is+
		" AND a.actor_name = p.value"+scoped(role.From(ctx).Scope)+") ORDER BY p.value", string(kind))
}

// distinct is a query for the values of a column of the log where a condition holds, one look into their index for
// each.
func distinct(column, condition string) string {
	least := "SELECT a." + column + " FROM audit a WHERE " + condition + " AND a." + column + " %s ORDER BY a." + column +
		" LIMIT 1"
	return fmt.Sprintf(`WITH RECURSIVE s (value) AS (
			SELECT (`+least+`)
			UNION ALL
			SELECT (`+least+`) FROM s WHERE s.value IS NOT NULL
		)
		SELECT s.value FROM s WHERE s.value IS NOT NULL`, ">= ''", "> s.value")
}

// named is whom a filter names, by the name that the last entry gives; of whom none tells, nobody.
func (s *Lookups) named(ctx context.Context, actor string) ([]Person, error) {
	var args store.Args
	p, out := Person{Actor: actor}, []Person{}
	is := actorIs([]any{actor}, args.Add)
	var last int64 // SQLite goes along an order only by what is asked for
	there, err := s.Log.DB.Row(ctx, []any{&p.Kind, &p.ID, &p.Name, &last},
		"SELECT a.actor_kind, a.actor_id, a.actor_name, a.id FROM audit a WHERE "+is+scoped(role.From(ctx).Scope)+
			" ORDER BY a.id DESC LIMIT 1", args...)
	if there {
		out = append(out, p)
	}
	return out, err
}

// partOfProduct is the condition of the index of actors that have no account.
const partOfProduct = "a.actor_kind IN ('system', 'vms')"

// actorIs is the condition that one of some actors made an entry. Each is named by its kind and its id, or its name
// where it has no account.
func actorIs(actors []any, add func(any) string) string {
	parts := []string{}
	for _, actor := range actors {
		text, _ := actor.(string)
		kind, name, _ := strings.Cut(text, ":")
		if kind == string(role.System) || kind == string(role.VMS) {
			parts = append(parts, partOfProduct+" AND a.actor_kind = "+add(kind)+" AND a.actor_name = "+add(name))
		} else if id, err := strconv.ParseInt(name, 10, 64); err == nil {
			parts = append(parts, "a.actor_id = "+add(id)+" AND a.actor_kind = "+add(kind))
		}
	}
	if len(parts) == 0 {
		return "1 = 0"
	}
	return "(" + strings.Join(parts, " OR ") + ")"
}

type batchesInput struct {
	ID    string    `query:"id"    check:"max=64"`
	Since time.Time `query:"since"`
	Until time.Time `query:"until"`
}

// batches lists the latest batches within a time, the latest first, or the one with an id.
func (s *Lookups) batches(ctx context.Context, in batchesInput) (out resource.List[Batch], err error) {
	s.Log.latest(ctx)
	var args store.Args
	where := "a.id = b.entry_id"
	if in.ID != "" {
		where += " AND b.batch_id = " + args.Add(in.ID)
	}
	if !in.Since.IsZero() {
		where += " AND a.at >= " + args.Add(in.Since.UnixMilli())
	}
	if !in.Until.IsZero() {
		where += " AND a.at <= " + args.Add(in.Until.UnixMilli())
	}
	lines, err := s.Log.read(ctx, sealed+`a.id IN (
		SELECT b.entry_id FROM audit_batches b WHERE EXISTS (SELECT 1 FROM audit a WHERE `+where+scoped(role.From(ctx).Scope)+`)
		 ORDER BY b.entry_id DESC LIMIT `+args.Add(batchesAtMost)+`)
		 ORDER BY a.id DESC`, args...)
	out.Results = make([]Batch, len(lines))
	for i, l := range lines {
		out.Results[i] = Batch{
			ID: l.BatchID, At: l.At, Actor: l.Actor, CausedBy: l.CausedBy, Action: l.Action,
			Entity: l.Entity,
		}
	}
	out.TotalResults = int64(len(lines))
	return out, err
}

// batchesAtMost is how many batches are named at a time: their words are those of the reader's language, who looks
// among them.
const batchesAtMost = 200
