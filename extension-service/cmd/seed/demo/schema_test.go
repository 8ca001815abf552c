package demo_test

import (
	"reflect"
	"slices"
	"testing"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/domains/pools"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/domains/questions"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// A struct and its table must not drift apart: a column without a field would never be written.
func TestSchema_Columns_AreTheFieldsOfTheStructs(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		for table, of := range map[string]reflect.Type{
			"clients": reflect.TypeFor[clients.Client](), "legal_entities": reflect.TypeFor[clients.LegalEntity](),
			"projects":     reflect.TypeFor[projects.Project](),
			"applications": reflect.TypeFor[applications.Application](),
			"invitations":  reflect.TypeFor[applications.Invitation](),
			"msps":         reflect.TypeFor[msps.MSP](), "questions": reflect.TypeFor[questions.Question](),
			"pools": reflect.TypeFor[pools.Pool](), "pool_members": reflect.TypeFor[pools.Member](),
			"pool_categories": reflect.TypeFor[pools.Category](),
		} {
			rows, err := db.Query(t.Context(), "SELECT * FROM "+table+" WHERE 1 = 0")
			if err != nil {
				t.Fatal(err)
			}
			have, err := rows.Columns()
			if err != nil {
				t.Fatal(err)
			}
			if err := rows.Close(); err != nil {
				t.Fatal(err)
			}
			fs, err := field.List(of)
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			for _, f := range fs {
				if f.Column == "" || f.Name == "handle" && !slices.Contains(have, "handle") {
					continue
				}
				want = append(want, f.Column)
				if f.Folded {
					want = append(want, f.Column+"_fold")
				}
				if f.Keyed {
					want = append(want, f.Column+"_key")
				}
				if f.Listed {
					want = append(want, f.Column+"_keys")
				}
			}
			// a trigger of SQLite keeps it
			have = slices.DeleteFunc(have, func(column string) bool { return column == "rate_warned" })
			slices.Sort(have)
			slices.Sort(want)
			if !slices.Equal(have, want) {
				t.Errorf("%s has %v, its fields need %v", table, have, want)
			}
		}
	})
}
