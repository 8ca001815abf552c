package store_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"poolkeeper.example/extension-service/engine/admin/postal"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
)

// Codes of countries that were withdrawn become those of today, in columns and in addresses, and nothing else changes.
// The migration runs over tables of its own, since those of the schema hold no such rows any more.
func TestCountryCodes_Retired_BecomeTheCurrentOnes(t *testing.T) {
	t.Parallel()
	migration, err := os.ReadFile("migrations/0175_country_codes.sql")
	if err != nil {
		t.Fatal(err)
	}
	own := strings.NewReplacer("projects", "old_projects", "legal_entities", "old_entities", "freelancers",
		"old_freelancers", "msps", "old_msps")
	files := fstest.MapFS{"migrations/0001_before.sql": {Data: []byte(
		"-- +goose Up\nCREATE TABLE old_projects (site_country {{text}} NOT NULL);\n" +
			"CREATE TABLE old_entities (country {{text}} NOT NULL, address {{text}} NOT NULL);\nCREATE TABLE old_freelancers (home_address {{text}} NOT NULL);\n" +
			"CREATE TABLE old_msps (address {{text}} NOT NULL);\n")}}
	codes := map[string]string{
		"FX": "FR", "UK": "GB", "DY": "BJ", "PZ": "PA", "ZR": "CD", "TP": "TL", "DD": "DE",
		"YU": "RS", "XK": "XK", "": "",
	}
	for _, c := range postal.Countries() {
		codes[c.Code()] = c.Code()
	}
	address := func(code string) string {
		return `{"street":"Quai \"country\":\"FX\"}","street2":"","postalCode":"1","city":"UK","country":"` + code + `"}`
	}
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		if err := db.MigrateFrom(t.Context(), files, "country_versions"); err != nil {
			t.Fatal(err)
		}
		err := db.Write(t.Context(), func(ctx context.Context) error {
			for was := range codes {
				for table, values := range map[string]string{
					"old_projects": was, "old_entities": was + "', '" + address(was), "old_freelancers": address(was),
					"old_msps": address(was),
				} {
					if _, err := db.Exec(ctx, "INSERT INTO "+table+" VALUES ('"+values+"')"); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		both := fstest.MapFS{"migrations/0001_before.sql": files["migrations/0001_before.sql"]}
		both["migrations/0002_codes.sql"] = &fstest.MapFile{Data: []byte(own.Replace(string(migration)))}
		if err := db.MigrateFrom(t.Context(), both, "country_versions"); err != nil {
			t.Fatal(err)
		}
		wanted := map[string]int{}
		for _, code := range codes {
			for _, at := range []string{
				"projects " + code, "entities " + code + " " + address(code),
				"freelancers " + address(code), "msps " + address(code),
			} {
				wanted[at]++
			}
		}
		rows, err := db.Texts(t.Context(), `
			SELECT 'projects ' || site_country FROM old_projects UNION ALL SELECT 'entities ' || country || ' ' || address FROM old_entities
			 UNION ALL
			SELECT 'freelancers ' || home_address FROM old_freelancers UNION ALL SELECT 'msps ' || address FROM old_msps`)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int{}
		for _, row := range rows {
			got[row]++
		}
		if fmt.Sprint(got) != fmt.Sprint(wanted) {
			t.Errorf("%v\nwant\n%v", got, wanted)
		}
	})
}
