package audit_test

import (
	"context"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/role"
)

// change is a write of a person's name and status, one of them personal.
func change(id int64, about store.Person) store.Entry {
	return store.Entry{
		Entity: "freelancer", ID: id, Version: 2, ClientID: 3, Changed: []string{"firstName", "userStatus"},
		Personal: []string{"firstName"}, About: about,
		Act:    resource.Act{Action: "update", Comment: "Noor asked for it"},
		Before: map[string]any{"firstName": "Noor", "userStatus": "UV"},
		After:  map[string]any{"firstName": "Nora", "userStatus": "AC"},
	}
}

func onlyEntry(t *testing.T, l *audit.Log, entity string, id int64) audit.Line {
	t.Helper()
	page, err := l.History(t.Context(), entity, id, resource.HistoryQuery{})
	if err != nil || len(page.Rows) != 1 {
		t.Fatalf("%v, %d entries", err, len(page.Rows))
	}
	return page.Rows[0]
}

func TestPersonalValues_OfAnEntry_AreStoredSeparatelyAndErasable(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		l := fresh(t, db)
		record(t, l, change(1, store.Person{}))
		record(t, l, change(2, store.Person{}))
		var stored string
		if _, err := db.Row(t.Context(), []any{&stored},
			"SELECT before || after || comment FROM audit WHERE entity_id = 1"); err != nil || strings.Contains(stored, "No") {
			t.Errorf("%v: the entry itself holds %s", err, stored)
		}
		if _, err := db.Row(t.Context(), []any{&stored}, "SELECT sealed FROM audit_values WHERE audit_id = 1"); err != nil ||
			strings.Contains(stored, "Noor") {
			t.Errorf("%v: the side table holds %s", err, stored)
		}
		if got := onlyEntry(t, l, "freelancer", 1); string(got.Before["firstName"]) != `"Noor"` ||
			string(got.After["firstName"]) != `"Nora"` || got.Comment == "" || len(got.Gone) != 0 {
			t.Errorf("%+v", got)
		}
		anonymise(t, l, "freelancer", 1)
		got := onlyEntry(t, l, "freelancer", 1)
		if got.Before["firstName"] != nil || got.After["firstName"] != nil || got.Comment != "" || len(got.Gone) != 1 ||
			got.Gone[0] != "firstName" {
			t.Errorf("forgotten: %+v", got)
		}
		if string(got.After["userStatus"]) != `"AC"` || len(got.Changed) != 2 {
			t.Errorf("the entry has lost more than the person: %+v", got)
		}
		if got := onlyEntry(t, l, "freelancer", 2); string(got.Before["firstName"]) != `"Noor"` {
			t.Errorf("somebody else was forgotten: %+v", got)
		}
		record(t, l, change(1, store.Person{})) // a new key: what was forgotten stays so
		page, err := l.History(t.Context(), "freelancer", 1, resource.HistoryQuery{})
		if err != nil || string(page.Rows[0].After["firstName"]) != `"Nora"` || len(page.Rows[1].Gone) != 1 {
			t.Errorf("%v %+v", err, page.Rows)
		}
	})
}

// What an application says of its freelancer goes with the freelancer.
func TestPersonalValues_AboutAnotherRecord_AreErasedWithIt(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		l := fresh(t, db)
		e := change(40, store.Person{Entity: "freelancer", ID: 1})
		e.Entity = "application"
		record(t, l, e)
		anonymise(t, l, "application", 40)
		if got := onlyEntry(t, l, "application", 40); string(got.Before["firstName"]) != `"Noor"` {
			t.Errorf("%+v", got)
		}
		anonymise(t, l, "freelancer", 1)
		if got := onlyEntry(t, l, "application", 40); len(got.Gone) != 1 {
			t.Errorf("%+v", got)
		}
	})
}

func anonymise(t *testing.T, l *audit.Log, entity string, id int64) {
	t.Helper()
	if err := l.DB.Write(t.Context(), func(ctx context.Context) error {
		return l.Anonymise(ctx, entity, id)
	}); err != nil {
		t.Fatal(err)
	}
}

// Sealed values belong to their entry: moved to another they cannot be read.
func TestPersonalValues_MovedToAnotherEntry_CannotBeRead(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		l := fresh(t, db)
		record(t, l, change(1, store.Person{}))
		record(t, l, change(1, store.Person{}))
		unguard := "DROP TRIGGER audit_values_no_update"
		if db.Dialect() == store.Postgres {
			unguard = "ALTER TABLE audit_values DISABLE TRIGGER audit_values_append_only"
		}
		move := "UPDATE audit_values SET sealed = (SELECT v.sealed FROM audit_values v WHERE v.audit_id = 1) WHERE audit_id = 2"
		if err := db.ExecAll(t.Context(), move); err == nil {
			t.Error("sealed values can be changed")
		}
		if err := db.ExecAll(t.Context(), unguard, move); err != nil {
			t.Fatal(err)
		}
		if _, err := l.History(t.Context(), "freelancer", 1, resource.HistoryQuery{}); err == nil {
			t.Error("an entry was read with the values of another")
		}
	})
}

func TestAuditLog_CompleteLog_IsFilteredMaskedAndScoped(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		l := fresh(t, db)
		for i := range 12 {
			e := change(int64(i+1), store.Person{})
			e.ClientID = int64(i % 3)
			if e.Act.Action = "update"; i%2 == 0 {
				e.Act.Action = "create"
			}
			record(t, l, e)
		}
		record(t, l, store.Entry{Entity: "project", ID: 4, ClientID: 1, Act: resource.Act{Action: "delete"}})
		masked := 0
		entries := &audit.Entries{Log: l, Mask: func(context.Context, *audit.Line) { masked++ }}
		of := new(audit.Entry)
		for name, tc := range map[string]struct {
			scope role.Scope
			where []query.Cond
			want  int64
		}{
			"everything": {want: 13},
			"an action":  {where: []query.Cond{query.Where(of, &of.Action, "create")}, want: 6},
			"a record": {where: []query.Cond{
				query.Where(of, &of.Entity, "freelancer"),
				query.Where(of, &of.EntityID, int64(4)),
			}, want: 1},
			"an id":          {where: []query.Cond{query.Where(of, &of.EntityID, int64(4))}, want: 2},
			"another source": {where: []query.Cond{query.Where(of, &of.Source, "VMS")}, want: 0},
			"a scope":        {scope: role.Scope{ClientIDs: []int64{2}}, want: 4},
		} {
			ctx := role.With(t.Context(), &role.Caller{Kind: role.Admin, Scope: tc.scope})
			page, err := entries.List(ctx, query.Query{
				Where: tc.where,
				Sort:  []query.Sort{{Field: field.At(of, &of.ID), Desc: true}}, Limit: 5,
			})
			if err != nil || page.Total != tc.want || len(page.Rows) != int(min(tc.want, 5)) {
				t.Errorf("%s: %v, %d of %d", name, err, len(page.Rows), page.Total)
			}
			for i := 1; i < len(page.Rows); i++ {
				if page.Rows[i].ID >= page.Rows[i-1].ID {
					t.Errorf("%s: not newest first", name)
				}
			}
		}
		if masked == 0 {
			t.Error("nothing was masked")
		}
		ctx := role.With(t.Context(), &role.Caller{Kind: role.Admin, Scope: role.Scope{ClientIDs: []int64{2}}})
		if _, err := entries.Get(ctx, 1); err == nil {
			t.Error("an entry outside the scope was answered")
		}
	})
}

// What somebody wrote beside a change that holds nothing personal itself may still be about the person.
func TestPersonalValues_ReasonsAndComments_AreErased(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		for name, tc := range map[string]struct {
			act     resource.Act
			about   store.Person
			stored  string // what lies open
			forgets bool
		}{
			"a reason": {resource.Act{Reason: "Noor is ill"}, store.Person{Entity: "freelancer", ID: 1}, "", true},
			"a comment": {
				resource.Act{Reason: "OTHER", Comment: "Noor is ill"},
				store.Person{Entity: "freelancer", ID: 1},
				"OTHER", true,
			},
			"a code": {
				resource.Act{Reason: "NO_RESPONSE"},
				store.Person{Entity: "freelancer", ID: 1},
				"NO_RESPONSE",
				false,
			},
			"of nobody":          {resource.Act{Reason: "budget cut"}, store.Person{}, "budget cut", false},
			"of nobody, at will": {resource.Act{Comment: "budget cut"}, store.Person{}, "budget cut", false},
		} {
			t.Run(name, func(t *testing.T) {
				l := fresh(t, db)
				record(t, l, store.Entry{Entity: "application", ID: 9, Act: tc.act, About: tc.about, Changed: []string{"status"}})
				var stored string
				if _, err := db.Row(t.Context(), []any{&stored},
					"SELECT reason || comment FROM audit ORDER BY id DESC LIMIT 1"); err != nil || stored != tc.stored {
					t.Errorf("%v: the entry itself holds %q", err, stored)
				}
				latest := func() audit.Line {
					page, err := l.History(t.Context(), "application", 9, resource.HistoryQuery{})
					if err != nil {
						t.Fatal(err)
					}
					return page.Rows[0]
				}
				if got := latest(); got.Reason != tc.act.Reason || got.Comment != tc.act.Comment {
					t.Errorf("reads %q, %q", got.Reason, got.Comment)
				}
				anonymise(t, l, "freelancer", 1)
				if got := latest(); got.Reason+got.Comment != map[bool]string{
					true:  tc.stored,
					false: tc.act.Reason + tc.act.Comment,
				}[tc.forgets] {
					t.Errorf("afterwards %q, %q", got.Reason, got.Comment)
				}
			})
		}
	})
}
