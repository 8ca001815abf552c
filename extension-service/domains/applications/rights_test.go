package applications_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/questions"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/platform/role"
)

func TestRates_CallerWithoutPermission_AreHidden(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject("MANUAL", nil)
		a, b := w.inReview(p, nil), w.inReview(p, map[string]any{"talentRate": 500})
		client := w.project(p).ClientID
		person := w.application(a).FreelancerID
		hidden := []string{
			"talentRate", "payRate", "billRate", "rateOverride", "rateOverrideReason", "rateBreakdown",
			"formulaVersionId",
		}
		blind := w.withoutPermissions(role.RateRead)
		for _, line := range []string{
			"GET /api/projectApplication", "POST /api/dbSearch/application",
			fmt.Sprintf("GET /api/project/projectApplications/%d", p),
			fmt.Sprintf("GET /api/projectApplication/project?projectId=%d", p),
			fmt.Sprintf("GET /api/projectApplication/client?clientId=%d", client),
			fmt.Sprintf("GET /api/projectApplication/freelancer?freelancerId=%d", person),
			fmt.Sprintf("GET /api/projectApplication/compare?id=%d,%d", a, b),
		} {
			seen, unseen := w.call(line, map[string]any{}).Rows()[0], blind.call(line, map[string]any{}).Rows()[0]
			if seen["billRate"] == nil || !strings.Contains(line, "compare") && len(seen) != 24 {
				t.Errorf("%s: %v", line, slices.Sorted(maps.Keys(seen)))
			}
			for _, name := range hidden {
				if _, there := unseen[name]; there {
					t.Errorf("%s tells %s", line, name)
				}
			}
		}
		record := blind.call(fmt.Sprintf("GET /api/projectApplication/%d", b), nil).OK()
		for _, name := range hidden {
			if _, there := record[name]; there {
				t.Errorf("the record tells %s", name)
			}
		}
		if text := fmt.Sprint(record["readiness"]); strings.Contains(text, "510") || strings.Contains(text, "120") {
			t.Errorf("readiness tells rates: %s", text)
		}
		w.withoutPermissions(role.RateWrite).call(fmt.Sprintf("PUT /api/projectApplication/%d", a),
			map[string]any{"talentRate": 90}).Refused("FORBIDDEN")
		w.withoutPermissions(role.RateWrite).call(fmt.Sprintf("PUT /api/projectApplication/%d", a),
			map[string]any{"message": "x"}).OK()
	})
}

func TestEdits_ByStatusOfApplicationAndProject_AreAcceptedOrRefused(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject("MANUAL", nil)
		printed := w.newQuestion(p, questions.Definition{
			ValueType: questions.Str, InputKind: questions.Text,
			Flags: questions.Flags{PDF: true},
		})
		other := w.newQuestion(p, questions.Definition{ValueType: questions.Int, InputKind: questions.Number})
		answers := func(first, second any) map[string]any {
			return map[string]any{"answers": []any{
				map[string]any{"questionId": printed, "questionVersion": 1, "value": first},
				map[string]any{"questionId": other, "questionVersion": 1, "value": second},
			}}
		}
		a := w.inReview(p, answers("yes", 3))
		path := fmt.Sprintf("PUT /api/projectApplication/%d", a)
		if got := w.application(a).Answers; len(got) != 2 || got[0].AnsweredBy != "Mara Lindqvist" ||
			got[0].AnsweredAt.IsZero() {
			t.Errorf("answers %+v", got)
		}
		w.status(a, "s2c", nil).OK()
		w.call(path, map[string]any{"message": "a word more"}).OK()
		w.call(path, answers("yes", 4)).OK()
		w.call(path, answers("no", 4)).Refused("NOT_EDITABLE")
		w.call(path, map[string]any{"hoursPerWeek": 20}).Refused("NOT_EDITABLE")
		for state, allowed := range map[string]bool{"PAUSED": true, "CLOSED": false, "ACTIVE": true} {
			w.exec("UPDATE projects SET status = $1 WHERE id = $2", state, w.application(a).ProjectID)
			if got := w.call(path, map[string]any{"message": "said while " + state}); allowed != (got.Err == nil) || !allowed &&
				got.Err.Code != "NOT_EDITABLE" {
				t.Errorf("in a project that is %s: %v", state, got.Err)
			}
		}
		w.exec("UPDATE projects SET status = 'ACTIVE' WHERE id = $1", w.application(a).ProjectID)
		w.status(a, "h", nil).OK()
		record := w.call(path, map[string]any{"version": 1}).OK() // read-only fields are no change
		w.call(path, record).OK()
		w.call(path, map[string]any{"message": "too late"}).Refused("NOT_EDITABLE")
	})
}

func TestAnswers_WrongAnswerToAKnockOut_RejectsTheApplication(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject("MANUAL", nil)
		flags := questions.Flags{NeedAnswer: true, FailOnWrongAnswer: true}
		first := w.newQuestion(p, questions.Definition{
			ValueType: questions.Bln, InputKind: questions.Radio, Flags: flags,
			CorrectAnswers: []any{true},
		})
		w.newQuestion(p, questions.Definition{
			ValueType: questions.Str, InputKind: questions.Text,
			Flags: questions.Flags{NeedAnswer: true},
		})
		wrong := map[string]any{"answers": []any{map[string]any{"questionId": first, "value": false}}}
		a := w.apply(p, wrong)
		one := w.application(a)
		if one.Status != "rm" || one.StatusReason != applications.KnockoutQuestion ||
			w.fakes.mails[0].Template != applications.Rejected {
			t.Errorf("%s %s, mails %v", one.Status, one.StatusReason, w.fakes.mails)
		}
		b := w.apply(p, nil)
		w.status(b, "a", nil).Blocked("application", "answersMissing")
		w.call(fmt.Sprintf("PUT /api/projectApplication/%d", b), wrong).OK()
		if got := w.application(b).Status; got != "rm" {
			t.Errorf("after the wrong answer: %s", got)
		}
		w.status(a, "uc", nil).OK() // people may reconsider
	})
}

func TestScope_ApplicationsOfAnotherClient_AreNotFound(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p, q := w.newProject("MANUAL", nil), w.newProject("MANUAL", nil)
		mine, theirs := w.inReview(p, nil), w.inReview(q, nil)
		scoped := w.asCaller(role.Scope{ClientIDs: []int64{w.project(p).ClientID}},
			role.PermissionsOf([]role.Role{role.CSM})...)
		for _, line := range []string{
			"GET /api/projectApplication/%d", "GET /api/projectApplication/possibleStatuses/%d",
			"POST /api/projectApplication/%d/pdf",
			"PUT /api/projectApplication/%d", fmt.Sprintf("GET /api/projectApplication/compare?id=%d,%%d", mine),
		} {
			scoped.call(fmt.Sprintf(line, theirs), map[string]any{}).Refused("NOT_FOUND")
		}
		scoped.status(theirs, "w", nil).Refused("NOT_FOUND")
		scoped.call(fmt.Sprintf("GET /api/project/projectApplications/%d", q), nil).Refused("NOT_FOUND")
		for _, line := range []string{
			"GET /api/projectApplication", fmt.Sprintf("GET /api/projectApplication/readiness?id=%d,%d", mine, theirs),
			fmt.Sprintf("GET /api/projectApplication?id=%d,%d", mine, theirs),
		} {
			if got := ids(scoped.call(line, nil).OK()); !slices.Equal(got, []int64{mine}) {
				t.Errorf("%s: %v", line, got)
			}
		}
		person := w.application(theirs).FreelancerID
		if got := ids(scoped.call(fmt.Sprintf("GET /api/projectApplication/freelancer?freelancerId=%d", person),
			nil).OK()); len(got) != 0 {
			t.Errorf("of a freelancer: %v", got)
		}
		refused := scoped.call("POST /api/projectApplication",
			map[string]any{"projectId": q, "freelancerId": person}).Refusal("VALIDATION")
		if !slices.Contains(refused.Fields["projectId"], "validation.reference") {
			t.Errorf("fields %v", refused.Fields)
		}
	})
}

func TestSearch_FormOfApplications_FiltersAndSorts(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p, q := w.newProject("MANUAL", map[string]any{"title": "Scrum master, Größe"}), w.newProject("MANUAL", nil)
		ada := w.newPerson("Ada Öberg")
		a, b := w.inReview(p, map[string]any{"freelancerId": ada}),
			w.apply(q, map[string]any{"freelancerId": w.newPerson("Björn Strand")})
		w.exec("UPDATE projects SET vms_id = 'NB-7' WHERE id = $1", q)
		client := w.application(a).ClientName
		for query, want := range map[string][]int64{
			fmt.Sprintf("jobId=%d", p): {a}, "jobId=" + w.project(q).Handle: {b}, "jobId=NB-7": {b}, "jobId=nothing": {},
			"jobTitle=grosse": {a},
			"name=OBERG":      {a}, "name=bj": {b}, fmt.Sprintf("freelancerId=%d", ada): {a}, "status=a": {a},
			"status=uc,a": {b, a},
			"status=h":    {},
			"clientName=" + strings.ReplaceAll(client, " ", "+"): {a}, "clientName=All": {b, a}, "s=freelancerName:asc": {a, b},
			"s=statusChangedAt:desc&limit=1": {b},
			fmt.Sprintf("id=%d,%d", a, b):    {b, a}, fmt.Sprintf("jobId=%d&status=uc", p): {},
		} {
			got := w.call("GET /api/projectApplication?"+query, nil).OK()
			if list := ids(got); !slices.Equal(list, want) && !strings.HasPrefix(query, "s=status") {
				t.Errorf("%s: %v, want %v", query, list, want)
			}
		}
		w.call("GET /api/projectApplication?status=x", nil).Refused("VALIDATION")
		w.call("GET /api/projectApplication/project", nil).Refused("VALIDATION")
		row := w.call("GET /api/projectApplication?status=a", nil).Rows()[0]
		want := strings.Fields(
			"billRate clientName created currency erasureAskedAt freelancerId freelancerName handle id lastSendError mspName nextAttemptAt payRate " +
				"projectId projectTitle providerKind rateOverride rateUnit status statusChangedAt statusReason talentRate version vmsId")
		if got := slices.Sorted(maps.Keys(row)); !slices.Equal(got, want) {
			t.Errorf("row %v", got)
		}
	})
}

func TestComparison_ApplicationsOfOneProject_AreShownAndPrintedTogether(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.newProject("MANUAL", nil)
		a, b, other := w.inReview(p, map[string]any{"availabilityFrom": "2027-01-04"}), w.apply(p, nil),
			w.apply(w.newProject("MANUAL", nil), nil)
		list := w.call(fmt.Sprintf("GET /api/projectApplication/compare?id=%d,%d", b, a), nil).Rows()
		if len(list) != 2 || resourcetest.ID(list[0]) != b ||
			list[1]["availabilityFrom"] != "2027-01-04" || list[1]["readiness"] == nil ||
			list[1]["billRate"] == nil {
			t.Errorf("compared %v", list)
		}
		w.call(fmt.Sprintf("GET /api/projectApplication/compare?id=%d", a), nil).Refused("VALIDATION")
		w.call(fmt.Sprintf("GET /api/projectApplication/compare?id=%d,%d", a, other), nil).Refused("VALIDATION")
		w.call("GET /api/projectApplication/compare?id=1,2,3,4,5,6", nil).Refused("VALIDATION")
		printed := w.call(fmt.Sprintf("POST /api/projectApplication/%d/pdf", a), map[string]any{}).OK()
		if printed["resourceId"] != "paper-1" || w.fakes.printed[0].Name != "Ada Öberg" ||
			*w.fakes.printed[0].BillRate != decimal.FromInt(90) {
			t.Errorf("printed %v %+v", printed, w.fakes.printed)
		}
		w.key = "k1"
		for range 2 {
			if again := w.call(fmt.Sprintf("POST /api/projectApplication/%d/pdf", a),
				map[string]any{}).OK(); again["resourceId"] != "paper-2" {
				t.Errorf("repeated under a key: %v", again)
			}
		}
	})
}

func TestMails_StatusChangedSince_AreNoLongerDue(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		a := w.apply(w.newProject("MANUAL", nil), nil)
		still := func(template string) bool {
			ok, err := w.bids.IsMailDue(t.Context(), mail.Mail{Template: template, EntityID: a})
			if err != nil {
				t.Fatal(err)
			}
			return ok
		}
		if !still(applications.Confirmation) || still(applications.Rejected) {
			t.Error("unconfirmed")
		}
		w.status(a, "rm", nil).OK()
		if still(applications.Confirmation) || !still(applications.Rejected) {
			t.Error("rejected")
		}
	})
}

// The order of checks is one for all: what is asked for comes before the reason it is asked with.
func TestTransitions_ReasonReservedForTheSystem_IsRefusedAfterTheTransition(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		a := w.apply(w.newProject("MANUAL", nil), nil)
		machines := map[string]any{"reason": "PROJECT_CLOSED"}
		w.status(a, "h", machines).Refused("TRANSITION_NOT_ALLOWED")
		w.status(a, "w", machines).Refused("VALIDATION")
		if now := w.application(a); now.Status != "uc" {
			t.Errorf("it is %s", now.Status)
		}
	})
}

func TestRefusal_ByStaff_IsRejectedByMSPAndCanBeReconsidered(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		for from, back := range map[string]string{"uc": "uc", "a": "a"} {
			w := newFixture(t, db)
			project := w.newProject("MANUAL", nil)
			a := w.apply(project, nil)
			if from == "a" {
				a = w.inReview(project, nil)
			}
			if e := w.call(fmt.Sprintf("PUT /api/projectApplication/%d/status", a),
				map[string]any{"status": "rm"}).Refusal("REASON_REQUIRED"); e == nil {
				t.Fatal("refused without a reason")
			}
			w.call(fmt.Sprintf("PUT /api/projectApplication/%d/status", a),
				map[string]any{"status": "rm", "reason": "SKILLS"}).OK()
			one := w.application(a)
			if one.Status != applications.RejectedByMSP || one.StatusReason != "SKILLS" || one.StatusChangedBy != w.who.Name {
				t.Errorf("from %s: %s %s by %s", from, one.Status, one.StatusReason, one.StatusChangedBy)
			}
			if listed := w.call("GET /api/projectApplication?status=rm", nil).Rows(); len(listed) != 1 ||
				resourcetest.ID(listed[0]) != a {
				t.Errorf("the list of refused ones has %v", listed)
			}
			for _, to := range []string{"sp", "s2c", "h", "rv", "sf", "w"} {
				w.call(fmt.Sprintf("PUT /api/projectApplication/%d/status", a),
					map[string]any{"status": to, "reason": "OTHER", "comment": "no way"}).Refused("TRANSITION_NOT_ALLOWED")
			}
			w.call(fmt.Sprintf("PUT /api/projectApplication/%d/status", a),
				map[string]any{"status": back, "reason": "SKILLS"}).OK()
			if got := string(w.application(a).Status); got != back {
				t.Errorf("reconsidered, it is %s, want %s", got, back)
			}
			w.exec("DELETE FROM applications WHERE id = $1", a)
		}
	})
}
