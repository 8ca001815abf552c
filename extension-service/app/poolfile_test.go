package app_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// table uploads a file as a content manager who means to import it.
func (p *product) table(t *testing.T, name string, content []byte) string {
	t.Helper()
	got := p.upload(t, "content", name, content, "text/csv", "text/plain")
	if got.status != 201 {
		t.Fatalf("upload of %s: %d %s", name, got.status, got.body)
	}
	id, _ := got.json(t)["id"].(string)
	return id
}

// fromFile asks for the import of an upload.
func fromFile(resource, source, more string) string {
	return fmt.Sprintf(`{"source":{"kind":"file","resourceId":%q%s}%s}`, resource, source, more)
}

// The same three people as spreadsheets save them: each file is planned, run, and taken back.
func TestImport_FilesOfSpreadsheetPrograms_AreReadAlike(t *testing.T) {
	t.Parallel()
	german := "E-Mail;Vorname;Nachname;Stundensatz;Mobil;Gültig bis;Schlagworte;Bemerkung\r\n" +
		"Zoe.Muller@people.example;Zoë;Müller;95,50;'+49 171 1234567;31.12.2099;\"SAP; Nacht\";\"zwei\r\nZeilen\"\r\n" +
		"jorg@people.example;Jörg;Groß;1.250,00;;;;\r\n" +
		";Ohne;Adresse;80;;;;\r\n"
	english := "email,firstName,lastName,hourRate,mobileNumber,expiresAt,tags\n" +
		"zoe.muller@people.example,Zoë,Müller,95.50,+491711234567,2099-12-31,\"SAP, Nacht\"\n" +
		"jorg@people.example,Jörg,Groß,\"1,250.00\",,,\n" +
		",Ohne,Adresse,80,,,\n"
	in := func(e encoding.Encoding) func(text string) []byte {
		return func(text string) []byte {
			out, err := e.NewEncoder().Bytes([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
	}
	unchanged := func(text string) []byte { return []byte(text) }
	files := []struct {
		name, text string
		saved      func(text string) []byte
		source     string // what has to be said of it
	}{
		{"UTF-8", german, unchanged, ""},
		{"UTF-8 with a mark", "\uFEFF" + german, unchanged, ""},
		{"UTF-16", german, in(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)), ""},
		{"UTF-16, big end first", german, in(unicode.UTF16(unicode.BigEndian, unicode.UseBOM)), ""},
		{"Windows-1252", german, in(charmap.Windows1252), `,"encoding":"windows-1252"`},
		{"Mac", german, in(charmap.Macintosh), `,"encoding":"macintosh"`},
		{"raw names and commas", english, unchanged, ""},
		{"tabs", strings.NewReplacer("SAP; Nacht", "SAP| Nacht", ";", "\t").Replace(german), unchanged, `,"delimiter":"tab"`},
		{"a line that names the cut", "sep=;\r\n" + german, unchanged, ""},
		{
			"headings matched by hand", strings.Replace(german, "Vorname", "Rufname 1", 1), unchanged,
			`,"columns":[{"heading":"Rufname 1","field":"firstName"}]`,
		},
	}
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		for i, f := range files {
			number := fmt.Sprintf("12345%02d", i) // people of its own
			own := strings.NewReplacer("@people", fmt.Sprintf(".%d@people", i), "1234567", number).Replace(f.text)
			t.Run(f.name, func(t *testing.T) { p.importsThree(t, saved{f.name, f.source, number, f.saved(own)}) })
		}
	})
}

// saved is a file of a spreadsheet, what has to be said of it, and a number in it.
type saved struct {
	name, source, number string
	content              []byte
}

// importsThree imports two good rows and a faulty one into a pool of their own, and takes that back.
func (p *product) importsThree(t *testing.T, f saved) {
	t.Helper()
	pool, file := p.newPool(t, "Pool "+f.name), p.table(t, "people.csv", f.content)
	if strings.Contains(f.source, "encoding") {
		undecided := p.expect(t, "content", importOf(pool), fromFile(file, "", ""), 200, `"state":"AWAITING_DECISION"`)
		if !strings.Contains(string(undecided.body), `"encoding":""`) ||
			!strings.Contains(string(undecided.body), `"affected":[{"line":2,`) {
			t.Errorf("it was not asked for the encoding: %s", undecided.body)
		}
		p.expect(t, "content", importOf(pool), fmt.Sprintf(`{"planId":%q}`, undecided.json(t)["planId"]), 422,
			`"source":["pool.file.error.waits"]`)
	}
	plan := p.expect(t, "content", importOf(pool), fromFile(file, f.source,
		`,"policies":{"NO_CONSENT":"INVITE"},"dryRun":true`), 200, `"INVALID_ROW":1`)
	if !strings.Contains(string(plan.body), `"email":["validation.required"]`) {
		t.Errorf("the plan does not say what is wrong: %s", plan.body)
	}
	m := plan.json(t)
	run := p.expect(t, "content", importOf(pool), fmt.Sprintf(`{"planId":%q}`, m["planId"]), 202, "").json(t)
	done := p.imported(t, run["jobId"], "COMPLETED_WITH_CONFLICTS")
	if fmt.Sprint(done["added"], done["skipped"], done["conflicts"], done["failed"]) != "2 1 1 0" {
		t.Errorf("the import ended with %v", done)
	}
	members := p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d/member", pool), "", 200, `"totalResults":2`)
	for _, want := range []string{
		`"freelancerName":"Jörg Groß"`,
		`"freelancerName":"Zoë Müller","status":"INVITED","source":"IMPORT"`, `"expiresAt":"2099-12-31T22:59:59.999Z"`,
		`"tags":["SAP","Nacht"]`,
	} {
		if !strings.Contains(string(members.body), want) {
			t.Errorf("the members lack %s: %s", want, members.body)
		}
	}
	rows := members.json(t)["results"].([]any)
	zoe := rows[1].(map[string]any)["freelancerId"]
	p.expect(t, "csm", fmt.Sprintf("GET /api/freelancer/%v", zoe), "", 200, `"hourRate":95.5`)
	p.expect(t, "csm", fmt.Sprintf("GET /api/freelancer/%v", zoe), "", 200,
		fmt.Sprintf(`"mobileNumber":"+49171%s"`, f.number))
	p.expect(t, "csm", fmt.Sprintf("GET /api/freelancer/%v", rows[0].(map[string]any)["freelancerId"]), "", 200,
		`"hourRate":1250`)
	p.expect(t, "content", fmt.Sprintf("POST /api/pool/import/%v/undo", run["jobId"]), "", 202, "")
	p.imported(t, run["jobId"], "UNDONE")
	p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d/member", pool), "", 200, `"totalResults":0`)
}

// The faulty rows come back as a file under the headings of the first, and once mended are imported without touching
// the others.
func TestImport_CorrectedFaultyRows_AreImportedAlone(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		pool := p.newPool(t, "Mended")
		file := p.table(t, "team.csv", []byte("E-Mail;Vorname;Nachname;Tagessatz;Land;Gültig bis\r\n"+
			"anna@mended.example;Anna;Arbeit;800;Deutschland;\r\n"+
			"ben@mended;Ben;Bahn;700;DE;\r\n"+
			"carl@mended.example;Carl;Cella;viel;DE;\r\n"+
			"dora@mended.example;Dora;Dank;700;DE;03/04/2099\r\n"+
			"ANNA@mended.example;Anna;Arbeit;800;DE;\r\n"+
			"=evil@mended.example;Eva;\"Ende;700;DE;\r\n"+
			"fred@mended.example;Fred;Fest;600;Austria;2099-01-31\r\n"))
		plan := p.expect(t, "content", importOf(pool), fromFile(file, "", ""), 200, `"INVALID_ROW":5`).json(t)
		run := p.expect(t, "content", importOf(pool), fmt.Sprintf(`{"planId":%q}`, plan["planId"]), 202, "").json(t)
		done := p.imported(t, run["jobId"], "COMPLETED_WITH_CONFLICTS")
		before := p.memberships(t)
		at := fmt.Sprintf("GET /api/resource/%v", done["errorFileResourceId"])
		got := string(p.expect(t, "content", at, "", 200, "").body)
		for _, want := range []string{
			"\uFEFFE-Mail;Vorname;Nachname;Tagessatz;Land;Gültig bis;", "\r\nben@mended;Ben;Bahn;700;DE;;",
			"carl@mended.example;Carl;Cella;viel;DE;;",
			"dora@mended.example;Dora;Dank;700;DE;03/04/2099;", "ANNA@mended.example;", "'=evil@mended.example;Eva;",
		} {
			if !strings.Contains(got, want) {
				t.Errorf("the file of faulty rows lacks %q:\n%s", want, got)
			}
		}
		if n := strings.Count(got, "\r\n"); n != 6 || strings.Contains(got, "fred@") {
			t.Errorf("it has %d lines:\n%s", n, got)
		}
		p.expect(t, "csm", at, "", 404, "")
		mended := strings.NewReplacer("ben@mended;", "ben@mended.example;", "viel", "750,50", "03/04/2099", "03.04.2099",
			"ANNA@", "anja@",
			"Anna;Arbeit", "Anja;Neu", `"""Ende"`, "Ende", `"Ende`, "Ende", "'=evil", "eva").Replace(got)
		second := p.table(t, "team-faulty.csv", []byte(mended))
		again := p.expect(t, "content", importOf(pool), fromFile(second, "", ""), 200, `"classes":{"NO_CONSENT":5}`).json(t)
		run = p.expect(t, "content", importOf(pool), fmt.Sprintf(`{"planId":%q}`, again["planId"]), 202, "").json(t)
		p.imported(t, run["jobId"], "COMPLETED")
		after := p.memberships(t)
		for id, was := range before {
			if after[id] != was {
				t.Errorf("membership %s is\n%s, it was\n%s", id, after[id], was)
			}
		}
		if len(after) != len(before)+5 {
			t.Errorf("there are %d memberships, there were %d", len(after), len(before))
		}
	})
}

// Whom a row tells of, by each rule; what prevents them; and what becomes of those that are picked.
func TestImport_Rows_FindTheirPeopleByEachRule(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		p.expect(t, "config", "POST /api/client", `{"name":"Other","code":"OT","currency":"EUR"}`, 201, "")
		pool := p.newPool(t, "Found")
		code := p.expect(t, "config", "GET /api/client/1", "", 200, "").json(t)["code"]
		made := func(first, more string) int64 {
			body := fmt.Sprintf(
				`{"firstName":%[1]q,"lastName":"Of %[1]s","email":"%[1]s@people.example","sendVerification":false%[2]s}`, first,
				more)
			id, _ := p.expect(t, "csm", "POST /api/freelancer", body, 201, "").json(t)["id"].(float64)
			return int64(id)
		}
		known := p.consenting(t, "Known")
		p.change(t, "UPDATE freelancers SET email_verified_at = $1 WHERE id = $2", time.Now().UnixMilli(), known)
		byID := made("Numbered", fmt.Sprintf(`,"externalIds":[{"system":%q,"id":"4711"}]`, code))
		phoned := made("Phoned", `,"mobileNumber":"+491700000001"`)
		linked := made("Linked", `,"linkedinHandle":"linked-one"`)
		made("Twin", `,"linkedinHandle":"the-twins"`)
		other := made("Brother", `,"linkedinHandle":"the-twins","force":true`)
		alike := made("Alike", "")
		bound, gone := p.consenting(t, "Bound"), p.consenting(t, "Gone")
		for _, id := range []int64{bound, gone} {
			p.change(t, "UPDATE freelancers SET email_verified_at = $1 WHERE id = $2", time.Now().UnixMilli(), id)
		}
		p.expect(t, "csm", "POST /api/boundClient", fmt.Sprintf(`{"freelancerId":%d,"scope":"client","clientId":2}`, bound),
			201, "")
		p.change(t, "UPDATE freelancers SET user_status = 'DE' WHERE id = $1", gone)
		first := p.join(t, pool, known, `,"rating":4,"tags":["SAP"],"expiresAt":"2030-01-01T00:00:00.000Z"`)
		file := p.table(t, "found.csv", []byte("email,firstName,lastName,mobile,linkedin,externalId,tags,dayRate\n"+
			"KNOWN@people.example,Known,Of Known,,,,night,700\n"+
			"a@x.example,N,N,,,4711,,\n"+
			"b@x.example,Any,Of Phoned,00491700000001,,,,\n"+
			"c@x.example,L,L,,https://www.linkedin.com/in/Linked-One/,,,\n"+
			"d@x.example,T,T,,the-twins,,,\n"+
			"alike@elsewhere.example,Of Alike,Alike,,,,,\n"+
			"bound@people.example,Bound,Of Bound,,,,,\n"+
			"gone@people.example,Gone,Of Gone,,,,,\n"+
			"new@x.example,Brand,New,,,,,\n"))
		before, records := p.memberships(t), p.people(t)
		plan := p.expect(t, "content", importOf(pool), fromFile(file, "", ""), 200,
			`"classes":{"AMBIGUOUS":1,"NO_CONSENT":4,"OWNERSHIP":1,"POSSIBLE_DUPLICATE":1,"USER_STATUS":1}`)
		for _, want := range []string{
			`"state":"AWAITING_DECISION"`, `"counts":{"ASK":1,"INVITE":4,"SKIP":3,"UPDATE":1}`,
			`"default":"ASK"`, `"allowed":["PICK","CREATE","SKIP"]`,
		} {
			if !strings.Contains(string(plan.body), want) {
				t.Errorf("the plan lacks %s: %s", want, plan.body)
			}
		}
		sameMemberships(t, "after planning", before, p.memberships(t))
		id := plan.json(t)["planId"]
		decided := func(key int, decision string, who int64) string {
			return fmt.Sprintf(
				`{"planId":%q,"decisions":[{"key":"6","decision":"CREATE"},{"key":"%d","decision":%q,"freelancerId":%d}]}`, id, key,
				decision, who)
		}
		p.expect(t, "content", importOf(pool), fmt.Sprintf(`{"planId":%q}`, id), 422, `"keys":["6"]`)
		p.expect(t, "content", importOf(pool), decided(5, "PICK", known), 422,
			`"decisions[1].freelancerId":["validation.reference"]`)
		run := p.expect(t, "content", importOf(pool), decided(5, "PICK", other), 202, "").json(t)
		done := p.imported(t, run["jobId"], "COMPLETED_WITH_CONFLICTS")
		if fmt.Sprint(done["added"], done["updated"], done["skipped"]) != "6 1 2" {
			t.Errorf("the import ended with %v", done)
		}
		for _, who := range []int64{byID, phoned, linked, other} {
			p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d/member?freelancerId=%d", pool, who), "", 200,
				`"status":"INVITED"`)
		}
		p.expect(t, "content", fmt.Sprintf("GET /api/pool/%d/member?freelancerId=%d", pool, alike), "", 200,
			`"totalResults":0`)
		p.expect(t, "content", fmt.Sprintf("GET /api/poolMember/%d", first), "", 200, `"tags":["SAP","night"]`)
		p.expect(t, "content", fmt.Sprintf("GET /api/poolMember/%d", first), "", 200,
			`"expiresAt":"2030-01-01T00:00:00.000Z"`)
		p.expect(t, "csm", fmt.Sprintf("GET /api/freelancer/%d", known), "", 200, `"dayRate":700`)
		p.expect(t, "content", fmt.Sprintf("POST /api/pool/import/%v/undo", run["jobId"]), "", 202, "")
		p.imported(t, run["jobId"], "UNDONE")
		sameMemberships(t, "after undoing", before, p.memberships(t))
		now := p.people(t)
		for id, was := range records {
			if now[id] != was {
				t.Errorf("after undoing freelancer %s is %s, it was %s", id, now[id], was)
			}
		}
	})
}

// Address and skills of a file are read under the names people give them, checked by row, written into the record, and
// taken back with the import; what an earlier version of the product has kept of a record leaves them alone.
func TestImport_AddressAndSkills_AreWrittenAndUndone(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		p.runWorkers(t)
		pool := p.newPool(t, "Addresses")
		known := p.consenting(t, "Known")
		p.change(t, "UPDATE freelancers SET email_verified_at = $1 WHERE id = $2", time.Now().UnixMilli(), known)
		person := fmt.Sprintf("/api/freelancer/%d", known)
		p.expect(t, "csm", "PUT "+person,
			`{"homeAddress":{"street":"Altgasse 1","street2":"3. Stock","city":"Bonn","country":"DE"},"skills":["COBOL"]}`, 200,
			"")
		before := p.people(t)
		file := p.table(t, "addresses.csv", []byte("E-Mail;Vorname;Nachname;Straße;PLZ;Ort;Land;Kenntnisse\r\n"+
			"known@people.example;Known;Of Known;Neugasse 2;1010;Wien;AT;Go | SQL, go\r\n"+
			"new@addresses.example;Nina;Neu;Kai 7;8001;Zürich;CH;Java\r\n"+
			"long@addresses.example;Lena;Lang;Kai 7;1234567890123;Zürich;CH;"+strings.Repeat("x", 61)+"\r\n"))
		plan := p.expect(t, "content", importOf(pool), fromFile(file, "", ""), 200, `"INVALID_ROW":1`).json(t)
		run := p.expect(t, "content", importOf(pool), fmt.Sprintf(`{"planId":%q}`, plan["planId"]), 202, "").json(t)
		done := p.imported(t, run["jobId"], "COMPLETED_WITH_CONFLICTS")
		p.expect(t, "csm", "GET "+person, "", 200,
			`"homeAddress":{"street":"Neugasse 2","street2":"3. Stock","postalCode":"1010","city":"Wien","country":"AT"}`)
		p.expect(t, "csm", "GET "+person, "", 200, `"skills":["Go","SQL"]`)
		stranger := p.expect(t, "csm", "GET /api/freelancer?email=new@addresses.example", "", 200,
			`"totalResults":1`).json(t)["results"].([]any)[0].(map[string]any)["id"]
		p.expect(t, "csm", fmt.Sprintf("GET /api/freelancer/%v", stranger), "", 200,
			`"street":"Kai 7","street2":"","postalCode":"8001","city":"Zürich","country":"CH"`)
		faults := string(p.expect(t, "content", fmt.Sprintf("GET /api/resource/%v", done["errorFileResourceId"]), "", 200,
			"").body)
		for _, want := range []string{"Postal code: ", "Skills: "} {
			if !strings.Contains(faults, want) {
				t.Errorf("the file of faulty rows lacks %q:\n%s", want, faults)
			}
		}
		p.expect(t, "content", fmt.Sprintf("POST /api/pool/import/%v/undo", run["jobId"]), "", 202, "")
		p.imported(t, run["jobId"], "UNDONE")
		if now := p.people(t)[fmt.Sprint(known)]; now != before[fmt.Sprint(known)] {
			t.Errorf("after undoing the record is %s, it was %s", now, before[fmt.Sprint(known)])
		}
	})
}

// people are what files may change of freelancers.
func (p *product) people(t *testing.T) map[string]string {
	t.Helper()
	rows, err := p.DB.Query(t.Context(), `
		SELECT CAST(id AS TEXT), mobile_number || linkedin_handle || home_address || skills || currency || external_ids || coalesce(CAST(day_rate AS TEXT), '-')
		       || coalesce(CAST(hour_rate AS TEXT), '-')
		  FROM freelancers
		 ORDER BY id`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	out := map[string]string{}
	for rows.Next() {
		var id, text string
		if err := rows.Scan(&id, &text); err != nil {
			t.Fatal(err)
		}
		out[id] = text
	}
	return out
}

// What cannot be imported is refused, with the field and the reason.
func TestImport_UnreadableFile_IsRefusedWithFieldAndReason(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		pool := p.newPool(t, "Refused")
		short := p.table(t, "a.csv", []byte("email,firstName,lastName\na@b.example,A,B\n"))
		odd := p.table(t, "b.csv", []byte("Adresse,Wer,Wie\na@b.example,A,B\n"))
		long := p.table(t, "c.csv", []byte("email,firstName,lastName\n"+strings.Repeat("a@b.example,A,B\n", 50_001)))
		for _, tc := range []struct {
			body   string
			status int
			want   string
		}{
			{fromFile("none", "", ""), 422, `"source.resourceId":["validation.reference"]`},
			{fromFile(short, "", `,"mode":"MERGE"`), 422, `"mode":["validation.oneOf"]`},
			{fromFile(short, `,"encoding":"ebcdic"`, ""), 422, `"source.encoding":["validation.oneOf"]`},
			{fromFile(short, `,"delimiter":"|"`, ""), 422, `"source.delimiter":["validation.oneOf"]`},
			{
				fromFile(short, `,"columns":[{"heading":"email","field":"iban"}]`, ""), 422,
				`"source.columns[0].field":["validation.oneOf"]`,
			},
			{fromFile(long, "", ""), 422, `"source.resourceId":["validation.maxItems"]`},
			{fromFile(short, "", `,"policies":{"AMBIGUOUS":"PICK"}`), 422, `"policies.AMBIGUOUS":["validation.oneOf"]`},
			{fromFile(odd, "", ""), 200, `"missing":["email","firstName","lastName"]`},
		} {
			p.expect(t, "content", importOf(pool), tc.body, tc.status, tc.want)
		}
		foreign := p.uploaded(t, "csm", "d.csv", []byte("email,firstName,lastName\na@b.example,A,B\n"))
		p.expect(t, "content", importOf(pool), fromFile(foreign, "", ""), 422, `"source.resourceId":["validation.reference"]`)
		if got := p.upload(t, "content", "e.txt", []byte("a;b\nM\xfcller;c\n")); got.status != 415 {
			t.Errorf("a note in no encoding of notes, by who does not ask for a table, gets %d", got.status)
		}
		if got := p.upload(t, "content", "f.csv", []byte("a;b\n\x01\xff;c\n"), "text/csv", "text/plain"); got.status != 415 {
			t.Errorf("a table with control characters gets %d", got.status)
		}
	})
}
