package applications_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/platform/role"
)

func TestApplication_CreatedForAFreelancer_HasItsDefaults(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p, person := w.newProject("MANUAL", nil), w.newPerson("Ada Öberg")
		a := w.call("POST /api/projectApplication", map[string]any{
			"projectId": p, "freelancerId": person, "talentRate": 80.5, "rateUnit": "hr", "availabilityFrom": "2027-01-04",
			"message": " Hello ",
		}).OK()
		for name, want := range map[string]any{
			"status": "uc", "projectTitle": "Java developer", "freelancerName": "Ada Öberg", "freelancerStatus": "AC",
			"providerKind": "freelancer",
			"talentRate":   80.5, "payRate": 80.5, "billRate": 90.5, "rateUnit": "Hr", "currency": "EUR", "message": "Hello",
			"version": 1.0,
		} {
			if a[name] != want {
				t.Errorf("%s = %v, want %v", name, a[name], want)
			}
		}
		sent := w.fakes.mails
		if len(sent) != 1 || sent[0].Template != applications.Confirmation || sent[0].Locale != "de" ||
			sent[0].Link.Valid != 14*24*time.Hour {
			t.Errorf("mails %+v", sent)
		}
		same := map[string]any{"projectId": p, "freelancerId": person}
		twice := w.call("POST /api/projectApplication", same).Refusal("DUPLICATE")
		if twice.Details["id"] != resourcetest.ID(a) {
			t.Errorf("details %v", twice.Details)
		}
		firm := w.newPerson("Talentbrücke")
		through := w.apply(p, map[string]any{"freelancerId": person, "mspId": firm})
		if b := w.application(through); b.ProviderKind != "msp" {
			t.Errorf("through an MSP: %+v", b)
		}
		w.status(resourcetest.ID(a), "w", nil).OK()
		w.call("POST /api/projectApplication", same).OK()
	})
}

func TestApplication_InvalidCreation_IsRefused(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p, person, gone := w.newProject("MANUAL", nil), w.newPerson("Ada"), w.newPerson("Gone")
		w.fakes.people[gone] = freelancers.Freelancer{Record: resource.Record{ID: gone}, UserStatus: freelancers.Inactive}
		paused := w.newProject("MANUAL", map[string]any{"startPaused": true})
		for name, tc := range map[string]struct {
			body  map[string]any
			field string
			want  string
		}{
			"without a project":       {map[string]any{"projectId": nil}, "projectId", "validation.required"},
			"without a talent":        {map[string]any{"freelancerId": nil}, "freelancerId", "validation.required"},
			"for nobody":              {map[string]any{"freelancerId": 99999}, "freelancerId", "validation.reference"},
			"for no project":          {map[string]any{"projectId": 99999}, "projectId", "validation.reference"},
			"for a paused project":    {map[string]any{"projectId": paused}, "projectId", "validation.projectActive"},
			"for an inactive talent":  {map[string]any{"freelancerId": gone}, "freelancerId", "validation.talentActive"},
			"through no MSP":          {map[string]any{"providerKind": "msp"}, "mspId", "validation.required"},
			"through an inactive MSP": {map[string]any{"mspId": gone}, "mspId", "validation.mspActive"},
			"direct through an MSP": {
				map[string]any{"mspId": person, "providerKind": "freelancer"},
				"mspId",
				"validation.onlyMSP",
			},
			"in another currency":      {map[string]any{"currency": "USD"}, "currency", "validation.projectCurrency"},
			"overridden without words": {map[string]any{"rateOverride": true}, "rateOverrideReason", "validation.required"},
			"available backwards": {
				map[string]any{"availabilityFrom": "2027-02-01", "availabilityTo": "2027-01-31"},
				"availabilityTo", "validation.after",
			},
		} {
			body := map[string]any{"projectId": p, "freelancerId": person}
			maps.Copy(body, tc.body)
			if got := w.call("POST /api/projectApplication", body).Refusal("VALIDATION").Fields[tc.field]; !slices.Contains(got,
				tc.want) {
				t.Errorf("%s: %v, want %s", name, got, tc.want)
			}
		}
		w.call("POST /api/projectApplication", map[string]any{
			"projectId": p, "freelancerId": person,
			"talentRat": 1,
		}).Refused("UNKNOWN_FIELD")
		w.withoutPermissions(role.ApplicationCreate).call("POST /api/projectApplication",
			map[string]any{"projectId": p, "freelancerId": person}).Refused("FORBIDDEN")
		w.withoutPermissions(role.RateWrite).call("POST /api/projectApplication",
			map[string]any{"projectId": p, "freelancerId": person, "talentRate": 5}).Refused("FORBIDDEN")
	})
}

func TestApplication_FromConfirmationToWithdrawal_RecordsTimesAndMails(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject("MANUAL", map[string]any{"assignmentPeriodStart": "2026-12-01"})
		a := w.apply(p, nil)
		if err := db.Write(role.With(t.Context(), w.who), func(ctx ctx) error {
			message, err := w.bids.ConfirmByLink(ctx, fmt.Sprint(a))
			if message != "application.confirmed" {
				t.Errorf("message %q", message)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		one := w.application(a)
		if one.Status != "a" || one.ConfirmedAt.IsZero() || one.ConsentToShareAt.IsZero() ||
			one.StatusChangedBy != "Ada Öberg" || len(w.fakes.mails) != 0 {
			t.Errorf("confirmed: %+v, mails %v", one, w.fakes.mails)
		}
		w.status(a, "rm", map[string]any{"reason": "SKILLS"}).OK()
		if m := w.fakes.mails; len(m) != 1 || m[0].Template != applications.Rejected ||
			!m[0].SendAt.Equal(w.fakes.now.Add(24*time.Hour)) {
			t.Errorf("mails %+v", m)
		}
		w.status(a, "a", nil).OK()
		if len(w.fakes.mails) != 0 {
			t.Error("the mail of a rejection that was taken back still waits")
		}
		sent := w.status(a, "s2c", nil).OK()
		tries := sent["attempts"].([]any)
		if sent["sentAt"] == nil || sent["channel"] != "MANUAL" || sent["pdfResourceId"] != "paper-1" || len(tries) != 1 ||
			len(sent["readiness"].([]any)) != 0 {
			t.Errorf("sent: %v", sent)
		}
		w.status(a, "rv", map[string]any{"reason": "CLIENT_DECISION", "notifyTalent": false}).OK()
		if len(w.fakes.mails) != 0 {
			t.Errorf("told all the same: %v", w.fakes.mails)
		}
		w.status(a, "s2c", nil).OK()
		hired := w.status(a, "h", nil).OK()
		if hired["hiredAt"] == nil || w.project(p).PositionsFilled != 1 {
			t.Errorf("hired: %v, filled %d", hired["hiredAt"], w.project(p).PositionsFilled)
		}
		through := w.status(a, "w", nil).OK()
		if through["hiredAt"] != nil || through["withdrawnAt"] == nil || w.project(p).PositionsFilled != 0 {
			t.Errorf("fallen through: %v", through)
		}
		w.fakes.now = w.fakes.now.AddDate(0, 0, 30)
		w.status(a, "a", nil).Blocked("application", "tooLate")
		again := w.status(a, "w", nil).OK() // what it is already
		if again["version"] != through["version"] {
			t.Error("asking for the current status is a write")
		}
	})
}

func TestTransitions_MissingPrerequisites_AreListed(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject("VMS", nil)
		person := w.newPerson("Ada")
		silent := w.fakes.people[person]
		silent.Consent = freelancers.Consent{}
		w.fakes.people[person] = silent
		a := w.apply(p, map[string]any{"freelancerId": person, "talentRate": 200})
		missing := func(body map[string]any) (out []string) {
			for _, c := range body["readiness"].([]any) {
				if check := c.(map[string]any); check["ok"] == false {
					out = append(out, strings.TrimPrefix(check["key"].(string), "application.ready."))
				}
			}
			return out
		}
		record := w.call(fmt.Sprintf("GET /api/projectApplication/%d", a), nil).OK()
		if got := missing(record); !slices.Equal(got, []string{"confirmed", "rateOutOfRange", "consentMissing"}) {
			t.Errorf("missing %v", got)
		}
		w.status(a, "a", nil).OK()
		w.status(a, "sp", nil).Blocked("application", "rateOutOfRange")
		w.status(a, "s2c", nil).Blocked("application", "channelVMS", "rateOutOfRange")
		possible := w.call(fmt.Sprintf("GET /api/projectApplication/possibleStatuses/%d", a), nil).OK()
		details := map[string]string{}
		for _, r := range resourcetest.Rows(possible) {
			details[r["value"].(string)] = fmt.Sprint(r["allowed"], " ", r["reason"])
		}
		want := map[string]string{
			"uc": "false <nil>", "sp": "false <nil>", "sf": "false <nil>", "s2c": "false <nil>", "h": "false <nil>",
			"rm": "true required", "rv": "false <nil>", "w": "true required",
		}
		if !maps.Equal(details, want) || possible["current"] != "a" {
			t.Errorf("possible %v, want %v", details, want)
		}
		w.call(fmt.Sprintf("PUT /api/projectApplication/%d", a),
			map[string]any{"rateOverride": true, "rateOverrideReason": "agreed"}).OK()
		ready := w.call(fmt.Sprintf("GET /api/projectApplication/readiness?id=%d", a), nil).Rows()
		if len(ready) != 1 || len(missing(ready[0])) != 0 || ready[0]["met"] != float64(len(ready[0]["readiness"].([]any))) {
			t.Errorf("ready: %v", ready)
		}
		w.status(a, "sp", nil).OK()
	})
}

func TestHire_ConcurrentForTheLastPosition_SucceedsOnce(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject("MANUAL", map[string]any{"positions": 1, "autoCloseWhenFilled": true})
		bystander := w.inReview(p, nil)
		var rivals []int64
		for range 4 {
			a := w.inReview(p, nil)
			w.status(a, "s2c", nil).OK()
			rivals = append(rivals, a)
		}
		answers := make([]resourcetest.Answer, len(rivals))
		var all sync.WaitGroup
		for i, a := range rivals {
			all.Go(func() { answers[i] = w.status(a, "h", nil) })
		}
		all.Wait()
		hired := 0
		for _, a := range answers {
			if a.Err == nil {
				hired++
				continue
			}
			if blocks := fmt.Sprint(a.Err.Details["blockedBy"]); a.Err.Code != "TRANSITION_NOT_ALLOWED" ||
				!strings.Contains(blocks, "positionsFilled") && !strings.Contains(blocks, "projectInactive") {
				t.Errorf("refused with %v %v", a.Err, a.Err.Details)
			}
		}
		if now := w.project(p); hired != 1 || now.PositionsFilled != 1 || now.Status != "CLOSED" ||
			now.StatusReason != "FILLED_HERE" {
			t.Errorf("%d hired, %d filled, %s %s", hired, now.PositionsFilled, now.Status, now.StatusReason)
		}
		if b := w.application(bystander); b.Status != "w" || b.StatusReason != "PROJECT_CLOSED" {
			t.Errorf("the others: %s %s", b.Status, b.StatusReason)
		}
	})
}

func TestSending_FreelancerAppliedTwice_IsSentOncePerProject(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p, person := w.newProject("VMS", nil), w.newPerson("Ada")
		direct := w.inReview(p, map[string]any{"freelancerId": person})
		through := w.inReview(p, map[string]any{"freelancerId": person, "mspId": w.newPerson("Firm")})
		answers := make([]resourcetest.Answer, 2)
		var both sync.WaitGroup
		for i, a := range []int64{direct, through} {
			both.Go(func() { answers[i] = w.status(a, "sp", nil) })
		}
		both.Wait()
		if (answers[0].Err == nil) == (answers[1].Err == nil) {
			t.Fatalf("%v and %v", answers[0].Err, answers[1].Err)
		}
		for _, a := range answers {
			if a.Err != nil {
				a.Blocked("application", "duplicate")
			}
		}
	})
}

func TestBulk_SomeApplicationsBlocked_ChangesTheOthers(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject("VMS", nil)
		fine, dear, stale := w.inReview(p, nil), w.inReview(p, map[string]any{"talentRate": 500}), w.inReview(p, nil)
		body := map[string]any{
			"ids": []int64{fine, dear, stale, 99999}, "status": "sp",
			"versions": map[string]any{fmt.Sprint(stale): 1, fmt.Sprint(fine): 2},
		}
		done := w.call("POST /api/projectApplication/changeStatus", body).OK()
		moved := done["succeeded"].([]any)
		if len(moved) != 1 || fmt.Sprint(moved[0]) != fmt.Sprintf("map[id:%d status:sp version:3]", fine) {
			t.Errorf("succeeded %v", moved)
		}
		codes := map[int64]string{}
		for _, f := range done["failed"].([]any) {
			one := f.(map[string]any)
			codes[resourcetest.ID(one)] = fmt.Sprint(one["code"], one["messages"])
		}
		want := map[int64]string{
			dear: "TRANSITION_NOT_ALLOWED[error.transition]", stale: "STALE_VERSION[error.staleVersion]",
			99999: "NOT_FOUND[error.notFound]",
		}
		if !maps.Equal(codes, want) {
			t.Errorf("failed %v, want %v", codes, want)
		}
		single := w.call("POST /api/projectApplication/changeStatus",
			map[string]any{"id": stale, "version": 2, "status": "rm", "reason": "SKILLS"}).OK()
		if len(single["succeeded"].([]any)) != 1 {
			t.Errorf("single %v", single)
		}
		w.call("POST /api/projectApplication/changeStatus",
			map[string]any{"ids": make([]int64, 201), "status": "rm"}).Refused("VALIDATION")
		w.call("POST /api/projectApplication/changeStatus",
			map[string]any{"ids": []int64{}, "status": "rm"}).Refused("VALIDATION")
		dry := w.call("POST /api/bulk/application/changeStatus",
			map[string]any{
				"filters": map[string]any{"id": fmt.Sprint(dear)},
				"input":   map[string]any{"status": "w", "reason": "RATE"},
			}).OK()
		if dry["count"] != 1.0 || w.application(dear).Status != "a" {
			t.Errorf("dry run %v", dry)
		}
	})
}
