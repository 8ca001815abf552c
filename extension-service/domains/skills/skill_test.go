package skills_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/skills"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/rulestest"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// What is asked of skills follows this table. A new rule is a new line.
func TestSkillTerm_Input_FollowsItsRules(t *testing.T) {
	t.Parallel()
	rulestest.Table{
		Declare: func(db *store.DB, with func(store.Config) store.Config) resource.Declaration {
			return skills.Resource(skills.New(db, with))
		},
		Path: "/api/skillTerm",
		Accepted: map[string]any{
			"name":     "Beekeeping",
			"category": "OTHER",
			"aliases":  []string{"Imkerei", "Bee-Keeping"},
		},
		Refused: []rulestest.Refused{
			{Field: "name", Value: nil, Message: "validation.required"},
			{Field: "name", Value: strings.Repeat("x", 60+1), Message: "validation.max"},
			{Field: "name", Value: "Bees, Wasps", Message: "validation.noComma"},
			{Field: "name", Value: "GOLANG", Message: "error.nameTaken"},
			{Field: "category", Value: "OTHER_THAN_THESE", Message: "validation.oneOf"},
			{Field: "aliases", Value: []string{"Imker", "Kubernétes"}, At: "aliases[1]", Message: "error.nameTaken"},
			{Field: "aliases", Value: []string{"Imker", "im-ker", "Im Ker"}, At: "aliases[2]", Message: "validation.duplicate"},
			{Field: "aliases", Value: []string{strings.Repeat("x", 60+1)}, At: "aliases[0]", Message: "validation.max"},
		},
		Needs: map[string]role.Permission{
			"GET": role.SkillRead, "POST": role.SkillWrite, "PUT": role.SkillWrite,
			"DELETE": role.SkillWrite,
		},
	}.Run(t)
}

func newCatalogue(db *store.DB) *skills.Service {
	return skills.New(db, func(c store.Config) store.Config {
		c.Audit, c.Now = func(context.Context, ...store.Entry) error { return nil }, time.Now
		return c
	})
}

func staff(t *testing.T, scope role.Scope) context.Context {
	t.Helper()
	return role.With(t.Context(), &role.Caller{
		Kind: role.Admin, ID: 1, Name: "Mara Lindqvist",
		Permissions: role.PermissionsOf(role.All), Scope: scope,
	})
}

func TestNames_SkillWrittenDifferently_IsTheSame(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		s := newCatalogue(db)
		for _, same := range [][]string{
			{"Go", "golang", "GOLANG"},
			{"K8s", "Kubernetes"},
			{"Krankenpflege", "Nursing", "pflege"},
			{"CI/CD", "cicd"},
		} {
			got, err := s.Names(t.Context(), same)
			if err != nil {
				t.Fatal(err)
			}
			for i := range got {
				if len(got[i]) < 2 || !slices.Equal(got[0], got[i]) {
					t.Errorf("%q means %q, and %q means %q", same[0], got[0], same[i], got[i])
				}
			}
		}
		got, err := s.Names(t.Context(), []string{"Bee-Keeping", "…"})
		if err != nil || len(got) != 2 || !slices.Equal(got[0], []string{"bee keeping"}) {
			t.Errorf("a skill without a term means %q, %v", got, err)
		}
	})
}

func TestTerm_ChangedOrDeleted_ItsFormerNamesAreFree(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		s, ctx := newCatalogue(db), staff(t, role.Scope{})
		write := func(do func(ctx context.Context) error) {
			t.Helper()
			if err := db.Write(ctx, do); err != nil {
				t.Fatal(err)
			}
		}
		names := func(written string) []string {
			t.Helper()
			got, err := s.Names(ctx, []string{written})
			if err != nil {
				t.Fatal(err)
			}
			return got[0]
		}
		term := skills.Term{Name: "Beekeeping", Category: skills.Other, Aliases: []string{"Imkerei", "Imker"}}
		write(func(ctx context.Context) error { return s.Create(ctx, &term) })
		if got := names("imker"); !slices.Equal(got, []string{"beekeeping", "imker", "imkerei"}) {
			t.Errorf("a new term has the names %q", got)
		}
		changed := term
		changed.Aliases = []string{"Imkerei"}
		write(func(ctx context.Context) error { return s.Update(ctx, term, &changed) })
		if got := names("Imker"); !slices.Equal(got, []string{"imker"}) {
			t.Errorf("a name that was taken out still means %q", got)
		}
		twin := skills.Term{Name: "IMKEREI", Category: skills.Other}
		if err := db.Write(ctx, func(ctx context.Context) error {
			return s.Create(ctx, &twin)
		}); fault.CodeOf(err) != "NAME_TAKEN" {
			t.Errorf("a name of another term: %v", err)
		}
		write(func(ctx context.Context) error { return s.Delete(ctx, &changed) })
		if got := names("Imkerei"); !slices.Equal(got, []string{"imkerei"}) {
			t.Errorf("a name of a deleted term still means %q", got)
		}
	})
}

func TestTerm_AccountOfSomeClients_ReadsOnly(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		s, ctx := newCatalogue(db), staff(t, role.Scope{ClientIDs: []int64{1}})
		term := skills.Term{Name: "Beekeeping", Category: skills.Other}
		if err := db.Write(ctx, func(ctx context.Context) error {
			return s.Create(ctx, &term)
		}); fault.CodeOf(err) != "TRANSITION_NOT_ALLOWED" {
			t.Errorf("creates what concerns everybody: %v", err)
		}
		if n, err := s.Count(ctx); err != nil || n < 250 {
			t.Errorf("sees %d terms, %v", n, err)
		}
	})
}

// The catalogue that migrations bring has the folded forms that the product makes today, or Refold would change it at
// the first start.
func TestCatalogue_AsDelivered_HasTheFoldedFormsOfToday(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		owner, fields := map[string]string{}, map[string]int{}
		var name, folded, category, aliases, keys string
		err := db.Each(t.Context(), []any{&name, &folded, &category, &aliases, &keys}, func() error {
			var texts, want, got []string
			if err := json.Unmarshal([]byte(aliases), &texts); err != nil {
				return err
			}
			if err := json.Unmarshal([]byte(keys), &got); err != nil {
				return err
			}
			for _, alias := range texts {
				want = append(want, store.Fold(alias))
			}
			slices.Sort(want)
			if store.Fold(name) != folded || !slices.Equal(slices.Compact(want), got) && len(want)+len(got) > 0 {
				t.Errorf("%s has %q and %q, want %q and %q", name, folded, got, store.Fold(name), want)
			}
			fields[category]++
			for _, one := range append(want, folded) {
				if other := owner[one]; other != "" && other != name {
					t.Errorf("%q is a name of %s and of %s", one, other, name)
				}
				owner[one] = strings.Clone(name)
			}
			return nil
		}, "SELECT name, name_fold, category, aliases, aliases_keys FROM skill_terms ORDER BY id")
		if err != nil {
			t.Fatal(err)
		}
		for _, field := range []string{"IT", "ENGINEERING", "HEALTH", "FINANCE", "BUSINESS"} {
			if fields[field] < 40 {
				t.Errorf("%d terms of %s", fields[field], field)
			}
		}
		var n int
		if _, err := db.Row(t.Context(), []any{&n}, "SELECT count(*) FROM skill_names"); err != nil || n != len(owner) {
			t.Errorf("%d names are known, want %d (%v)", n, len(owner), err)
		}
	})
}
