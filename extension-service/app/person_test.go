package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// certificate is something that somebody has learnt. Nothing in it is marked personal.
type certificate struct {
	resource.Record
	FreelancerID int64  `json:"freelancerId" kind:"ref:freelancer" check:"required"`
	Name         string `json:"name"         check:"required,max=80" store:"fold"`
	Number       string `json:"number"       check:"max=40"`
	Paper        string `json:"paper"        kind:"file" check:"max=64" accept:"application/pdf,text/plain"`
}

// certificates is the resource of that name, with what becomes of it when a person is forgotten.
func certificates(fate resource.ErasurePolicy) app.Extension {
	migration := `-- +goose Up
CREATE TABLE certificates (
	{{record "handle"}},
	freelancer_id BIGINT NOT NULL,
	name {{text}} NOT NULL,
	name_fold {{text}} NOT NULL,
	number {{text}} NOT NULL,
	paper {{text}} NOT NULL,
	CONSTRAINT certificates_handle_unique UNIQUE (handle)
);
CREATE INDEX certificates_freelancer_idx ON certificates (freelancer_id);
`
	texts := fstest.MapFS{}
	for _, locale := range []string{"en", "de"} {
		texts["seed/"+locale+"/certificates.json"] = &fstest.MapFile{Data: []byte(
			`{"resources.certificate.name": "Certificate", "audit.action.revoke": "revoked"}`)}
	}
	return app.Extension{
		Migrations: fstest.MapFS{"migrations/0001_certificates.sql": {Data: []byte(migration)}}, Texts: texts,
		Declare: func(s *app.Service) {
			v := new(certificate)
			s.Registry.Add(resource.Declare(resource.Spec[certificate]{
				Name: "certificate", Of: v, Title: &v.Name, Forgotten: fate,
				Store: store.NewTable[certificate](s.DB, s.Table(store.Config{
					Name: "certificates", Entity: "certificate",
					Handle: "K", Indexed: true,
				})),
				Columns: resource.Refs{&v.Name, &v.Number}, Filters: resource.Refs{&v.FreelancerID},
				Search: resource.Refs{&v.Name, &v.Number},
				Access: resource.Access{
					Read: role.FreelancerRead, Create: role.FreelancerCreate, Update: role.FreelancerUpdate,
					Delete: role.FreelancerDelete,
				},
				Actions: []resource.Action[certificate]{
					resource.RecordAction("revoke", role.FreelancerUpdate, revoke).If(&v.Number,
						"revocable").RefusedWith("certificate.numberless"),
				},
			}))
		},
	}
}

func revoke(context.Context, *certificate, struct{}) (resource.None, error) {
	return resource.None{}, nil
}

// certified gives somebody a certificate with a file, changed once, and returns its id.
func (p *product) certified(t *testing.T, person any) int64 {
	t.Helper()
	paper := p.uploaded(t, "csm", "diploma.txt", []byte("Quillfeather may sail"))
	body := fmt.Sprintf(`{"freelancerId":%v,"name":"Quillfeather's licence","number":"QF-77","paper":%q}`, person, paper)
	id := int64(p.expect(t, "csm", "POST /api/certificate", body, 201, "").json(t)["id"].(float64))
	p.expect(t, "csm", fmt.Sprint("PUT /api/certificate/", id), `{"name":"Licence of Quillfeather"}`, 200, "")
	p.publishIndex(t)
	return id
}

// erased forgets the person at an address, and waits until that has reached everything.
func (p *product) erased(t *testing.T, at string) {
	t.Helper()
	r := p.expect(t, "csm", "POST "+at+"/erase", `{"reason":"Asked by letter","identityChecked":true,"dryRun":false}`, 202,
		"").json(t)
	p.finished(t, "csm", fmt.Sprint(r["statusUrl"]))
	p.publishIndex(t)
}

// One word in the declaration is enough for nothing to be left of a person: record, file, index and history.
func TestErasure_DeclaredRecordOfAPerson_IsErased(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		person := p.newPerson(t, "Xaverine", "Byron")
		id := p.certified(t, person["id"])
		at := fmt.Sprint("/api/freelancer/", person["id"])
		if len(p.traces(t)) < 2 { // the row and the file
			t.Fatal("the search does not find what is there")
		}
		p.expect(t, "csm", "POST "+at+"/erase", `{"reason":"Asked by letter"}`, 200, `{"key":"otherRecords","count":1}`)
		p.erased(t, at)
		p.expect(t, "csm", fmt.Sprint("GET /api/certificate/", id), "", 404, "NOT_FOUND")
		if found := p.traces(t); len(found) > 0 {
			t.Errorf("left: %s", strings.Join(found, "\n"))
		}
		if found := p.filesWithName(t); len(found) > 0 {
			t.Errorf("left in databases: %s", strings.Join(found, "\n"))
		}
	}, certificates(resource.ByDeletion()))
}

func TestMerge_DeclaredRecordOfAPerson_MovesAndIsExported(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		target, part := p.newPerson(t, "Ada", "Byron"), p.newPerson(t, "Adah", "Byron")
		id := p.certified(t, part["id"])
		merge := fmt.Sprintf("POST /api/freelancer/%v/merge", target["id"])
		p.expect(t, "csm", merge, fmt.Sprintf(`{"otherId":%v}`, part["id"]), 200, `{"key":"otherRecords","count":1}`)
		p.expect(t, "csm", merge, fmt.Sprintf(`{"otherId":%v,"dryRun":false}`, part["id"]), 200, "")
		p.expect(t, "csm", fmt.Sprint("GET /api/certificate/", id), "", 200, fmt.Sprintf(`"freelancerId":%v`, target["id"]))

		made := p.expect(t, "csm", fmt.Sprintf("POST /api/freelancer/%v/export", target["id"]), `{"reason":"Asked by mail"}`,
			202, "").json(t)
		job := p.finished(t, "csm", fmt.Sprint(made["statusUrl"]))
		files := p.unpacked(t, fmt.Sprint(job["resourceId"]))
		if got := string(files["files/diploma.txt"]); got != "Quillfeather may sail" {
			t.Errorf("the file says %q", got)
		}
		var data struct {
			Records map[string][]map[string]any `json:"records"`
		}
		if err := json.Unmarshal(files["data.json"], &data); err != nil {
			t.Fatal(err)
		}
		if got := data.Records["certificate"]; len(got) != 1 || got[0]["number"] != "QF-77" || got[0]["createdBy"] != nil {
			t.Errorf("the export holds %v", data.Records)
		}
		p.erased(t, fmt.Sprint("/api/freelancer/", target["id"]))
		if found := p.traces(t); len(found) > 0 {
			t.Errorf("left: %s", strings.Join(found, "\n"))
		}
	}, certificates(resource.ByDeletion()))
}

// What is kept stays as it is, is moved, and is told of.
func TestErasure_DeclaredRecordWithAReason_IsRetained(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		person := p.newPerson(t, "Xaverine", "Byron")
		id := p.certified(t, person["id"])
		at := fmt.Sprint("/api/freelancer/", person["id"])
		plan := p.expect(t, "csm", "POST "+at+"/erase", `{"reason":"Asked by letter"}`, 200,
			`{"key":"otherRecords","count":1}`)
		if erased, _, _ := bytes.Cut(plan.body, []byte(`"stays"`)); bytes.Contains(erased, []byte("otherRecords")) {
			t.Errorf("what is kept goes: %s", plan.body)
		}
		p.erased(t, at)
		p.expect(t, "csm", fmt.Sprint("GET /api/certificate/", id), "", 200, `"name":"Licence of Quillfeather"`)
	}, certificates(resource.Retained("a public register")))
}

func TestDeclaration_PersonalDataWithoutErasurePolicy_StopsTheStart(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		fate resource.ErasurePolicy
		want string
	}{
		"no policy": {
			resource.ErasurePolicy{},
			`resource "certificate": freelancerId is about a person: say with Forgotten what becomes of the records`,
		},
		"retained without a reason": {resource.Retained(""), "Forgotten gives no reason"},
		"nothing to clear":          {resource.ByClearing(), "no stored field is marked personal"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := openIn(t.Context(), t.TempDir(), furnished.SQLite(t), certificates(tc.fate))
			if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), "app/person_test.go:") {
				t.Errorf("it says %v", err)
			}
		})
	}
}
