// Package rulestest holds a resource against a table of its rules: what is taken, what is refused with which message,
// and who may do what. make resource writes such a table with each resource.
package rulestest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"poolkeeper.example/extension-service/engine/admin/check"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Table says what a resource takes and refuses. Its calls are made on a SQLite database of their own, in which each
// resource that it refers to is a stand-in with one record, of id 1.
type Table struct {
	Declare func(db *store.DB, with func(store.Config) store.Config) resource.Declaration
	Path    string // of its calls, with /api
	Refers  []Reference

	Accepted map[string]any // a body that is taken
	Refused  []Refused
	Needs    map[string]role.Permission // by method: the permission that alone opens it
}

// Reference is a resource that records refer to, with the table that it is in and the column that it is shown by.
type Reference struct{ Resource, Table, Column string }

// Refused is what becomes of Accepted when one field has another value: the field, and no other, is refused with the
// message. A value of nil leaves the field out.
type Refused struct {
	Field   string
	Value   any
	Message string
	At      string // where the message stands, such as "aliases[1]"; default Field
}

// Run makes the calls, each rule as a test of its own.
func (x Table) Run(t *testing.T) {
	t.Helper()
	calls := x.endpoints(t)
	send := func(t *testing.T, line string, body any, permissions ...role.Permission) resourcetest.Answer {
		t.Helper()
		who := &role.Caller{Kind: role.Admin, ID: 1, Name: "Somebody", Permissions: permissions}
		return resourcetest.Call{Endpoints: calls, Who: who, Line: line, Body: body}.Send(t)
	}
	for _, one := range x.Refused {
		t.Run(fmt.Sprintf("%s is refused with %s", one.Field, one.Message), func(t *testing.T) {
			body := maps.Clone(x.Accepted)
			if body[one.Field] = one.Value; one.Value == nil {
				delete(body, one.Field)
			}
			a := send(t, "POST "+x.Path, body, role.Permissions()...)
			want := map[string][]string{cmp.Or(one.At, one.Field): {one.Message}}
			if a.Err == nil {
				t.Fatal("it is taken")
			}
			if !maps.EqualFunc(a.Err.Fields, want, slices.Equal) {
				t.Errorf("%v, fields %v, instead of %v", a.Err, a.Err.Fields, want)
			}
		})
	}
	t.Run("what follows the rules is taken", func(t *testing.T) {
		if a := send(t, "POST "+x.Path, x.Accepted, role.Permissions()...); a.Err != nil {
			t.Errorf("%v, fields %v", a.Err, a.Err.Fields)
		}
	})
	lines := map[string]string{
		"GET": "GET " + x.Path, "POST": "POST " + x.Path, "PUT": "PUT " + x.Path + "/1",
		"DELETE": "DELETE " + x.Path + "/1",
	}
	for _, method := range []string{"GET", "POST", "PUT", "DELETE"} {
		needed := x.Needs[method]
		t.Run(method+" needs "+string(needed), func(t *testing.T) {
			body := map[string]any(nil)
			if method == "POST" || method == "PUT" {
				body = maps.Clone(x.Accepted)
			}
			others := slices.DeleteFunc(role.Permissions(), func(p role.Permission) bool { return p == needed })
			if a := send(t, lines[method], bodyOf(body), others...); a.Err == nil || a.Err.Kind != fault.Denied {
				t.Errorf("without it: %v", a.Err)
			}
			if a := send(t, lines[method], bodyOf(body), needed); a.Err != nil && a.Err.Kind == fault.Denied {
				t.Errorf("with it: %v", a.Err)
			}
		})
	}
}

// bodyOf is nil, and no nil map, where a call has no body.
func bodyOf(body map[string]any) any {
	if body == nil {
		return nil
	}
	return body
}

// endpoints declares the resource and its stand-ins, as the start does, and returns the calls.
func (x Table) endpoints(t *testing.T) []resource.Endpoint {
	t.Helper()
	db := pgtest.SQLite(t)
	now := func() time.Time { return time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC) }
	log := &audit.Log{DB: db, Now: now}
	with := func(c store.Config) store.Config {
		c.Audit, c.Now = log.Record, now
		return c
	}
	registry := resource.NewRegistry(&resource.Runtime{
		Write: db.Write, Recheck: func(context.Context, *role.Caller) error {
			return nil
		}, Since: log.ChangesSince, History: log.History, Now: now,
	})
	for i, one := range x.Refers {
		one.createReferenced(t, db, fmt.Sprintf("stand_in_%d", i))
		registry.Add(one.declare(db, with))
	}
	registry.Add(x.Declare(db, with))
	if err := check.Declarations(registry.All()); err != nil {
		t.Fatal(err)
	}
	return registry.Endpoints()
}

type createReferenced struct{ resource.Record }

// createReferenced puts a table with one record in the place of the one that the product has.
func (r Reference) createReferenced(t *testing.T, db *store.DB, versions string) {
	t.Helper()
	text := fmt.Sprintf(
		"-- +goose Up\nDROP TABLE %[1]s;\nCREATE TABLE %[1]s (\n\t{{record}},\n\t%[2]s {{text}} NOT NULL,\n\t%[2]s_fold {{text}} NOT NULL\n);\n"+
			"INSERT INTO %[1]s (version, created, created_by, last_updated, last_updated_by, %[2]s, %[2]s_fold) VALUES (1, 1, '', 1, '', 'One', 'one');\n",
		r.Table, r.Column)
	if err := db.MigrateFrom(t.Context(), fstest.MapFS{"migrations/0001_stand_in.sql": {Data: []byte(text)}},
		versions); err != nil {
		t.Fatal(err)
	}
}

func (r Reference) declare(db *store.DB, with func(store.Config) store.Config) resource.Declaration {
	v := new(createReferenced)
	return resource.Declare(resource.Spec[createReferenced]{
		Name: r.Resource, Of: v, Title: &v.CreatedBy, Access: resource.Access{Read: role.DashboardView},
		Store: store.NewTable[createReferenced](db, with(store.Config{
			Name: r.Table, Entity: r.Resource,
			Reach: store.Unscoped,
		})),
	})
}
