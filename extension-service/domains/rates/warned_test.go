package rates_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/platform/role"
)

func TestImpact_WarningsOfOpenApplications_AreListed(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		w.apply(1, "80")
		w.setProject(func(p *projects.Project) { p.RateMax = amount(t, "100") })
		first, second := w.apply(2, "95"), w.apply(3, "96")
		w.apply(4, "")
		decided := w.apply(5, "97")
		change := decided
		change.RateOverride, change.RateOverrideReason = true, "agreed"
		sent := w.apply(6, "98")
		gone := sent
		gone.Status = applications.SendPending
		w.update(decided, change)
		w.update(sent, gone)
		at := fmt.Sprintf(`{"scope":"client","id":"%d"}`, w.client.ID)
		got := w.ok("rate.formula", at, "")["warned"]
		want := fmt.Sprintf("map[codes:[map[code:RATE_OUT_OF_RANGE count:2 handles:[%s %s] key:billRate name:]",
			second.Handle, first.Handle)
		if text := fmt.Sprint(got); !strings.HasPrefix(text, want) || !strings.Contains(text, "E_NULL_OPERAND") ||
			!strings.HasSuffix(text, "count:3 examined:3]") {
			t.Errorf("warned %s, want %s…", text, want)
		}
		tree := fmt.Sprint(w.ok("rate.formulaTree", "{}", ""))
		for _, want := range []string{
			"isCut:false", "scope:system warned:3", "name:Norrsken", "scope:client warned:3", "scope:project warned:3",
		} {
			if !strings.Contains(tree, want) {
				t.Errorf("the tree lacks %s: %s", want, tree)
			}
		}
		card := w.rates.Cards()[0]
		for name, tc := range map[string]struct {
			scope role.Scope
			want  string
		}{
			"everything":     {want: fmt.Sprintf("{3 [{Norrsken 3 /platform/formulas?client=%d  <nil>}] }", w.client.ID)},
			"another client": {scope: role.Scope{ClientIDs: []int64{w.client.ID + 1}}, want: "{0 [] }"},
		} {
			who := *w.who
			who.Scope = tc.scope
			f, err := card.Load(role.With(t.Context(), &who))
			if text := fmt.Sprint(f); err != nil || text != tc.want {
				t.Errorf("%s: %v %s, want %s", name, err, text, tc.want)
			}
		}
	})
}

func (w *fixture) update(old, a applications.Application) {
	w.t.Helper()
	w.write(func(ctx context.Context) error { return w.applications.Table.Update(ctx, old, &a) })
}

// What is absent stays, as everywhere; what is empty inherits.
func TestFormulas_AbsentOrEmpty_RemainOrInherit(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		at := fmt.Sprintf(`{"scope":"client","id":"%d"}`, w.client.ID)
		for _, step := range []struct{ body, want string }{
			{`{"payRateFormula":"talentRate - 1","billRateFormula":"payRate + 2"}`, "talentRate - 1|payRate + 2"},
			{`{"billRateFormula":"payRate + 3"}`, "talentRate - 1|payRate + 3"},
			{`{"note":"nothing"}`, "talentRate - 1|payRate + 3"},
			{``, "talentRate - 1|payRate + 3"},
			{`{"payRateFormula":null}`, "<nil>|payRate + 3"},
			{`{"billRateFormula":""}`, "<nil>|<nil>"},
		} {
			got := w.ok("rate.putFormula", at, step.body)
			if text := fmt.Sprint(got["payRateFormula"], "|", got["billRateFormula"]); text != step.want {
				t.Errorf("after %s: %s, want %s", step.body, text, step.want)
			}
		}
	})
}

// Formulas of the system hold for every client: whoever sees only some does not write them.
func TestFormulas_OfTheSystem_AreOutsideEveryScope(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		who := *w.who
		who.Scope = role.Scope{ClientIDs: []int64{w.client.ID}}
		w.who = &who
		w.ok("rate.formula", `{"scope":"system"}`, "")
		w.refused("TRANSITION_NOT_ALLOWED", "rate.putFormula", `{"scope":"system"}`, `{"billRateFormula":"payRate + 1"}`)
		w.ok("rate.putFormula", fmt.Sprintf(`{"scope":"client","id":"%d"}`, w.client.ID), `{"billRateFormula":"payRate + 1"}`)
	})
}
