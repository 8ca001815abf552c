package freelancers_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/platform/role"
)

// letterAt is the call by which one writes to somebody, and asks what may be written.
func letterAt(method string, p int64) string {
	return fmt.Sprintf("%s /api/freelancer/%d/mail", method, p)
}

// Which mails are offered follows from the person: the most urgent comes first.
func TestMailDrafts_ConsentOrDocumentsEndSoon_AreOfferedFirst(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := resourcetest.ID(w.person(map[string]any{"locale": "de"}))
		offered := func(w *fixture) string {
			var out []string
			body := w.call(letterAt("GET", p), nil).OK()
			for _, one := range body["drafts"].([]any) {
				out = append(out, one.(map[string]any)["template"].(string))
			}
			return strings.Join(out, " ")
		}
		if got, want := offered(w), "freelancer.message freelancer.availability"; got != want {
			t.Errorf("offered are %s, want %s", got, want)
		}
		w.overwrite(p, func(f *freelancers.Freelancer) {
			f.UserStatus = freelancers.Active
			f.Consent.DataProcessingAt, f.Consent.ValidUntil = w.now.AddDate(-1, 0, 0), w.now.AddDate(0, 0, 5)
			f.SecurityInfo.RightToWorkUntil = date.FromTime(w.now.AddDate(0, 0, -3))
		})
		const all = "consent.reminder freelancer.documents freelancer.message freelancer.availability"
		if got := offered(w); got != all {
			t.Errorf("offered are %s, want %s", got, all)
		}
		if got := offered(w.withoutPermissions(role.FreelancerPIIRead)); strings.Contains(got, "documents") {
			t.Errorf("the end of a document is shown by %s", got)
		}
		first := w.call(letterAt("GET", p), nil).OK()
		if first["to"] != w.stored(p).Email || first["replyTo"] != "mara@poolkeeper.example" || first["locale"] != "de" ||
			first["drafts"].([]any)[0].(map[string]any)["hasLink"] != true {
			t.Errorf("%v", first)
		}
	})
}

// A mail is queued in the words of its writer, waits a minute, and stands in the history.
func TestWriteMail_ToAPerson_IsQueuedAndRecorded(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := resourcetest.ID(w.person(map[string]any{"sendVerification": false}))
		words := map[string]any{"template": "freelancer.message", "subject": "Hello", "body": "Are you there?"}
		w.withoutPermissions(role.FreelancerUpdate).call(letterAt("POST", p), words).Refused("FORBIDDEN")
		for name, wrong := range map[string]map[string]any{
			"no words":           {"template": "freelancer.message", "subject": "", "body": "x"},
			"blanks":             {"template": "freelancer.message", "subject": " ", "body": "\n \n"},
			"a hole":             {"template": "freelancer.message", "subject": "Hello", "body": "%{name}"},
			"not offered now":    {"template": "consent.reminder", "subject": "Hello", "body": "%{link}"},
			"nothing of people":  {"template": "msp.invite", "subject": "Hello", "body": "x"},
			"no template at all": {"template": "x", "subject": "Hello", "body": "x"},
		} {
			if got := w.call(letterAt("POST", p), wrong); got.Err == nil || got.Err.Code != "VALIDATION" {
				t.Errorf("%s: %v", name, got.Err)
			}
		}
		if len(w.post.sent) != 0 {
			t.Fatalf("%v left", w.post.sent)
		}
		w.call(letterAt("POST", p), words).OK()
		got := w.post.sent[0]
		if got.To != w.stored(p).Email || got.Wording.Body != "Are you there?" || got.Link != nil ||
			got.SendAt.Sub(*w.now) != time.Minute {
			t.Errorf("%+v", got)
		}
		if want := `"Mara Lindqvist" <mara@poolkeeper.example>`; got.ReplyTo != want {
			t.Errorf("it is answered to %s, want %s", got.ReplyTo, want)
		}
		if last := w.call(fmt.Sprint("GET /api/history/freelancer/", p), nil).Rows()[0]; last["action"] != "writeMail" {
			t.Errorf("the log says %v", last["action"])
		}
	})
}

// To whom nothing may be written is refused with the reason, before one starts and when one sends.
func TestWriteMail_ToSomebodyWhoMayNotBeWrittenTo_IsRefusedWithTheReason(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		words := map[string]any{"template": "freelancer.message", "subject": "Hello", "body": "Are you there?"}
		for want, change := range map[string]func(p *freelancers.Freelancer){
			"freelancer.block.noAddress": func(p *freelancers.Freelancer) { p.Email = "" },
			"freelancer.block.deleted": func(p *freelancers.Freelancer) {
				p.UserStatus, p.DeletedAt = freelancers.Deleted, *w.now
			},
			"freelancer.block.consentEnded": func(p *freelancers.Freelancer) {
				p.Consent.DataProcessingAt, p.Consent.ValidUntil = w.now.AddDate(-2, 0, 0), w.now.AddDate(0, 0, -1)
			},
		} {
			p := resourcetest.ID(w.person(nil))
			w.overwrite(p, change)
			for _, call := range []resourcetest.Answer{w.call(letterAt("GET", p), nil), w.call(letterAt("POST", p), words)} {
				refusal := call.Refusal("TRANSITION_NOT_ALLOWED")
				if got := fmt.Sprint(refusal.Details["blockedBy"]); !strings.Contains(got, want) {
					t.Errorf("refused for %s, want %s", got, want)
				}
			}
		}
	})
}

// A mail whose only words are those of its frame says nothing.
func TestWriteMail_SalutationAndClosingAlone_AreRefusedAtTheBody(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := resourcetest.ID(w.person(map[string]any{"sendVerification": false}))
		frame := w.call(letterAt("GET", p), nil).OK()["drafts"].([]any)[0].(map[string]any)["body"].(string)
		for _, body := range []string{frame, "\n" + frame + " \n\n"} {
			got := w.call(letterAt("POST", p), map[string]any{"template": "freelancer.message", "subject": "x", "body": body})
			if got.Err == nil || fmt.Sprint(got.Err.Fields["body"]) != "[freelancer.mails.onlyFrame]" {
				t.Errorf("%q: %v", body, got.Err)
			}
		}
		w.call(letterAt("POST", p), map[string]any{
			"template": "freelancer.message", "subject": "x", "body": frame + "\nSee you",
		}).OK()
	})
}
