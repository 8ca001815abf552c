package app_test

import (
	"fmt"
	"testing"
)

// The documents of a person are as private as the record, and go with the person.
func TestPersonFiles_Documents_ArePrivateAndErasedWithThePerson(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		id := p.named(t, "Runa")
		at := fmt.Sprintf("/api/freelancer/%d", id)
		document := p.uploaded(t, "csm", "cv.pdf", []byte(minimalPDF))
		p.expect(t, "csm", "PUT "+at, `{"attachments":["`+document+`"]}`, 200, `"attachments":["`+document+`"]`)
		p.expect(t, "content", "PUT "+at, `{"attachments":[]}`, 403, "")
		meta := "GET /api/resource/" + document + "/meta"
		p.expect(t, "csm", meta, "", 200, "cv.pdf")
		p.expect(t, "content", meta, "", 404, "")
		r := p.expect(t, "csm", "POST "+at+"/erase", `{"reason":"Asked by letter","identityChecked":true,"dryRun":false}`, 202,
			`"IN_PROGRESS"`).json(t)
		p.finished(t, "csm", fmt.Sprint(r["statusUrl"]))
		p.expect(t, "csm", "GET "+at, "", 200, `"attachments":[]`)
		p.expect(t, "all", meta, "", 404, "")
	})
}

// Of two records that become one, the documents of both stay.
func TestPersonFiles_MergedPeople_HaveTheDocumentsOfBoth(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		remaining, gone := p.named(t, "Runa"), p.named(t, "Rune")
		var files []string
		for _, id := range []int64{remaining, gone} {
			file := p.uploaded(t, "csm", "cv.pdf", []byte(minimalPDF))
			p.expect(t, "csm", fmt.Sprint("PUT /api/freelancer/", id), `{"attachments":["`+file+`"]}`, 200, file)
			files = append(files, file)
		}
		at := fmt.Sprint("/api/freelancer/", remaining)
		p.expect(t, "csm", "POST "+at+"/merge", fmt.Sprintf(`{"otherId":%d,"dryRun":false}`, gone), 200, "")
		p.expect(t, "csm", "GET "+at, "", 200, `"attachments":["`+files[0]+`","`+files[1]+`"]`)
	})
}
