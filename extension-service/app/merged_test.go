package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// newPerson creates a freelancer of a name of their own and returns the record.
func (p *product) newPerson(t *testing.T, first, last string) map[string]any {
	t.Helper()
	body := fmt.Sprintf(
		`{"firstName":%q,"lastName":%q,"email":"%s.%s@people.example","force":true,"sendVerification":false}`,
		first, last, strings.ToLower(first), strings.ToLower(last))
	return p.expect(t, "csm", "POST /api/freelancer", body, 201, "").json(t)
}

// What people type as a reason makes nobody part of somebody else.
func TestMerge_DeletionReasonTypedByPeople_LinksNoRecord(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		subject, stranger := p.newPerson(t, "Ada", "Byron"), p.newPerson(t, "Grace", "Hopper")
		p.expect(t, "csm", fmt.Sprint("DELETE /api/freelancer/", stranger["id"]),
			fmt.Sprintf(`{"reason":"MERGED %s"}`, subject["handle"]), 200, "")
		at := fmt.Sprint("/api/freelancer/", subject["id"])

		made := p.expect(t, "csm", "POST "+at+"/export", `{"reason":"Asked by mail"}`, 202, "").json(t)
		job := p.finished(t, "csm", fmt.Sprint(made["statusUrl"]))
		var data map[string]any
		if err := json.Unmarshal(p.unpacked(t, fmt.Sprint(job["resourceId"]))["data.json"], &data); err != nil {
			t.Fatal(err)
		}
		if list := fmt.Sprint(data["mergedRecords"]); list != "[]" {
			t.Errorf("the export holds a stranger: %s", list)
		}
		plan := p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%v/erase", stranger["id"]),
			`{"reason":"Asked by letter"}`, 200, "").json(t)
		if got := fmt.Sprint(plan["blockedBy"]); got != "[]" {
			t.Errorf("the stranger's own wish is blocked by %s", got)
		}
		r := p.expect(t, "csm", "POST "+at+"/erase", `{"reason":"Asked by letter","identityChecked":true,"dryRun":false}`,
			202, "").json(t)
		p.finished(t, "csm", fmt.Sprint(r["statusUrl"]))
		p.expect(t, "csm", fmt.Sprint("GET /api/freelancer/", stranger["id"]), "", 200, `"name":"Grace Hopper"`)
	})
}

// A record that comes back from the trash is a person of its own again.
func TestMerge_PartRestoredFromTrash_IsAPersonOfItsOwn(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		target, part := p.newPerson(t, "Ada", "Byron"), p.newPerson(t, "Adah", "Byron")
		p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%v/merge", target["id"]),
			fmt.Sprintf(`{"otherId":%v,"dryRun":false}`, part["id"]), 200, "")
		at := fmt.Sprint("/api/freelancer/", part["id"])
		p.expect(t, "csm", "GET "+at, "", 200, fmt.Sprintf(`"mergedIntoId":%v`, target["id"]))
		p.expect(t, "csm", "PUT "+at+"/status", `{"status":"DE","reason":"MISTAKE"}`, 200, `"mergedIntoId":null`)
		plan := p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%v/erase", target["id"]), `{"reason":"Asked by letter"}`,
			200, "").json(t)
		if got := fmt.Sprint(plan["goes"]); strings.Contains(got, "mergedRecords") {
			t.Errorf("goes %s", got)
		}
	})
}

// Of records that were merged before there was a column for it, those are linked of which it is sure.
func TestMerge_MigrationOfOlderMerges_LinksOnlyCertainOnes(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		target, part, back, typed := p.newPerson(t, "Ada", "Byron"), p.newPerson(t, "Adah", "Byron"),
			p.newPerson(t, "Adda", "Byron"), p.newPerson(t, "Grace", "Hopper")
		for _, one := range []any{part["id"], back["id"]} {
			p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%v/merge", target["id"]),
				fmt.Sprintf(`{"otherId":%v,"dryRun":false}`, one), 200, "")
		}
		p.expect(t, "csm", fmt.Sprintf("PUT /api/freelancer/%v/status", back["id"]), `{"status":"DE","reason":"MISTAKE"}`,
			200, "")
		for _, one := range []any{back["id"], typed["id"]} {
			p.expect(t, "csm", fmt.Sprint("DELETE /api/freelancer/", one),
				fmt.Sprintf(`{"reason":"MERGED %s"}`, target["handle"]), 200, "")
		}
		file, err := os.ReadFile("../engine/store/migrations/0020_merged_records.sql")
		if err != nil {
			t.Fatal(err)
		}
		_, update, found := strings.Cut(string(file), "UPDATE")
		if !found {
			t.Fatal("the migration updates nothing")
		}
		err = p.DB.Write(t.Context(), func(ctx context.Context) error {
			if _, err := p.DB.Exec(ctx, "UPDATE freelancers SET merged_into_id = NULL"); err != nil {
				return err
			}
			_, err := p.DB.Exec(ctx, "UPDATE"+update)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for who, want := range map[any]any{part["id"]: target["id"], back["id"]: "null", typed["id"]: "null"} {
			p.expect(t, "csm", fmt.Sprint("GET /api/freelancer/", who), "", 200, fmt.Sprintf(`"mergedIntoId":%v`, want))
		}
	})
}
