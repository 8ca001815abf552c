package freelancers_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/platform/role"
)

func TestFreelancer_Created_IsReadAndListed(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.person(map[string]any{
			"firstName": " Zoë ", "lastName": "Größmann", "email": "zoe@example.org", "mobileNumber": "+46701234567",
			"hourRate": 85.5, "mspId": 7,
			"homeAddress": map[string]any{"street": "Kungsgatan 1", "city": "Malmö", "country": "SE"},
		})
		want := map[string]any{
			"name": "Zoë Größmann", "userStatus": "UV", "dayRate": 684.0, "salutation": "NONE",
			"gender":          "UNDISCLOSED",
			"emailVerifiedAt": nil, "boundClient": nil,
		}
		for name, v := range want {
			if p[name] != v {
				t.Errorf("%s = %v, want %v", name, p[name], v)
			}
		}
		if len(w.post.sent) != 1 || w.post.sent[0].Template != "user.verify" || w.post.sent[0].To != "zoe@example.org" ||
			w.post.sent[0].Link.Valid != 72*time.Hour {
			t.Errorf("mails %v", w.post.sent)
		}
		list := w.call("GET /api/freelancer?name=grossm&email=ZOE&state=UV,AC&s=lastName:asc", nil).Rows()
		if len(list) != 1 || list[0]["lastName"] != "Größmann" || list[0]["poolCount"] != 0.0 {
			t.Fatalf("list %v", list)
		}
		for _, field := range []string{"mobileNumber", "homeAddress", "securityInfo"} {
			if _, there := list[0][field]; there {
				t.Errorf("the list answers %s", field)
			}
		}
		for query, want := range map[string]float64{"mspId=7": 1, "mspId=6": 0} {
			if n := w.call("GET /api/freelancer?"+query, nil).OK()["totalResults"]; n != want {
				t.Errorf("%s finds %v", query, n)
			}
		}
		found := w.call("POST /api/dbSearch/freelancer",
			map[string]any{"filters": map[string]any{"name": "zoe gross", "state": []string{"UV"}}, "size": 5}).OK()
		if found["totalResults"] != 1.0 {
			t.Errorf("dbSearch %v", found)
		}
		w.call("POST /api/freelancer", map[string]any{
			"firstName": "", "lastName": "X", "email": "nope", "mspId": 8,
			"legalHold": true, "skills": []string{""},
		}).Refused("VALIDATION")
	})
}

func TestEmail_InUse_IsRefusedForOthers(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		first := w.person(map[string]any{"email": "Ada@Example.org"})
		w.call("POST /api/freelancer", map[string]any{
			"firstName": "B", "lastName": "C", "email": "ada@example.ORG",
			"force": true,
		}).Refused("EMAIL_TAKEN")
		other := w.person(nil)
		w.call(fmt.Sprint("PUT /api/freelancer/", resourcetest.ID(other)),
			map[string]any{"email": "ada@example.org"}).Refused("EMAIL_TAKEN")
		w.call(fmt.Sprint("DELETE /api/freelancer/", resourcetest.ID(first)), map[string]any{"reason": "left us"}).OK()
		second := w.person(map[string]any{"email": "ada@example.org"})
		w.move(resourcetest.ID(first), "DE").Refused("EMAIL_TAKEN")
		w.call(fmt.Sprint("DELETE /api/freelancer/", resourcetest.ID(second)), map[string]any{"reason": "left us"}).OK()
		w.move(resourcetest.ID(first), "DE").OK()
	})
}

func TestEmail_Changed_CountsOnceConfirmed(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := w.person(map[string]any{"email": "old@example.org"})
		at := fmt.Sprint("/api/freelancer/", resourcetest.ID(p))
		use := func(subject string) (message string, err error) {
			ctx := role.AsSystem(t.Context(), "mail")
			err = db.Write(ctx, func(ctx context.Context) error {
				message, err = w.people.UseLink(ctx, subject)
				return err
			})
			return message, err
		}
		if _, err := use(w.post.sent[0].Link.Subject); err != nil ||
			w.stored(resourcetest.ID(p)).UserStatus != freelancers.Active {
			t.Fatalf("first link: %v", err)
		}
		changed := w.call("PUT "+at, map[string]any{"email": "new@example.org"}).OK()
		if changed["email"] != "old@example.org" || changed["pendingEmail"] != "new@example.org" {
			t.Fatalf("changed %v %v", changed["email"], changed["pendingEmail"])
		}
		for range 4 {
			w.call("POST "+at+"/verification", nil).OK()
		}
		w.call("POST "+at+"/verification", nil).Refused("TOO_MANY_REQUESTS")
		if _, err := use(w.post.sent[0].Link.Subject); err == nil {
			t.Error("the link to the old address works twice")
		}
		message, err := use(w.post.sent[1].Link.Subject)
		if now := w.stored(resourcetest.ID(p)); err != nil || now.Email != "new@example.org" || now.PendingEmail != "" ||
			message != "freelancer.mailLink.emailChanged" {
			t.Errorf("%v %q: %v %v", err, message, now.Email, now.PendingEmail)
		}
		w.call("POST "+at+"/verification", nil).Refused("TRANSITION_NOT_ALLOWED")
	})
}

// The panel offers the mail by what a list says, however few columns it asks for.
func TestFreelancers_List_ShowsUnconfirmedAddresses(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		fresh, checked := resourcetest.ID(w.person(nil)), resourcetest.ID(w.person(nil))
		moving, gone := resourcetest.ID(w.person(nil)), resourcetest.ID(w.person(nil))
		w.move(checked, "AC").OK()
		w.move(moving, "AC").OK()
		w.call(fmt.Sprint("PUT /api/freelancer/", moving), map[string]any{"email": "moving@example.org"}).OK()
		w.move(gone, "DL").OK()
		unconfirmed := map[int64]bool{}
		for _, r := range w.call("GET /api/freelancer?state=UV,AC,DL", nil).Rows() {
			unconfirmed[resourcetest.ID(r)] = r["emailWaits"].(bool)
		}
		if want := map[int64]bool{fresh: true, checked: false, moving: true, gone: false}; !maps.Equal(unconfirmed, want) {
			t.Errorf("waiting %v, want %v", unconfirmed, want)
		}
	})
}

func TestFreelancer_StatusChanged_AppliesItsEffects(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := resourcetest.ID(w.person(map[string]any{"firstName": "Ada", "lastName": "Byron"}))
		w.applications.open[p] = map[string]int{"a": 2, "sp": 1, "s2c": 1}
		w.call(fmt.Sprintf("PUT /api/freelancer/%d/status", p), map[string]any{"status": "AC"}).Refused("REASON_REQUIRED")
		w.move(p, "AC").OK()
		possible := w.call(fmt.Sprint("GET /api/freelancer/possibleStatuses/", p), nil).Rows()
		if got := fmt.Sprint(possible[0]["value"], possible[0]["impact"], possible[1]["value"], possible[1]["allowed"],
			possible[2]["impact"]); got != "DEmap[applicationsKept:1 applicationsWithdrawn:3 consentMissing:1]UVfalse map[applicationsWithdrawn:4]" {
			t.Errorf("possible %v", got)
		}
		w.move(p, "DE").OK()
		blocked := w.move(p, "AC").Refusal("TRANSITION_NOT_ALLOWED")
		if got := fmt.Sprint(blocked.Details["blockedBy"]); !strings.Contains(got, "noConsent") {
			t.Errorf("blocked by %v", got)
		}
		w.overwrite(p, func(p *freelancers.Freelancer) { p.Consent.DataProcessingAt = w.now.AddDate(0, -1, 0) })
		w.applications.ended = map[int64]string{p: "bat_1"}
		if back := w.call(fmt.Sprint("GET /api/freelancer/possibleStatuses/", p),
			nil).Rows()[0]; back["batchId"] != "bat_1" || fmt.Sprint(back["impact"]) != "map[applicationsRestorable:2]" {
			t.Errorf("what may come back: %v", back)
		}
		again := map[string]any{"status": "AC", "reason": "AVAILABLE_AGAIN", "restoreApplicationsBatch": "bat_1"}
		w.call(fmt.Sprintf("PUT /api/freelancer/%d/status", p), again).OK()
		if want := []string{fmt.Sprint(p, " bat_1")}; !slices.Equal(w.applications.restored, want) {
			t.Errorf("restored %v, want %v", w.applications.restored, want)
		}
		again["status"] = "DE"
		w.call(fmt.Sprintf("PUT /api/freelancer/%d/status", p), again).Refused("VALIDATION")
		w.applications.assigned = 1
		w.move(p, "DL").Refused("ACTIVE_ASSIGNMENT")
		w.call(fmt.Sprint("DELETE /api/freelancer/", p), map[string]any{"reason": "left us"}).Refused("ACTIVE_ASSIGNMENT")
		w.applications.assigned = 0
		if message := w.call(fmt.Sprint("DELETE /api/freelancer/", p),
			map[string]any{"reason": "left us"}).OK()["message"]; message != "freelancer.deleted" {
			t.Errorf("message %v", message)
		}
		w.call(fmt.Sprint("PUT /api/freelancer/", p), map[string]any{"description": "x"}).Refused("NOT_EDITABLE")
		if n := w.call("GET /api/freelancer", nil).OK()["totalResults"]; n != 0.0 {
			t.Errorf("the list holds %v deleted ones", n)
		}
		if n := w.call("GET /api/freelancer?state=DL", nil).OK()["totalResults"]; n != 1.0 {
			t.Errorf("state=DL lists %v", n)
		}
		w.move(p, "DE").OK()
		want := []string{fmt.Sprint(p, " USER_DEACTIVATED uc,a,sp,sf"), fmt.Sprint(p, " USER_DEACTIVATED uc,a,sp,sf,s2c")}
		if !slices.Equal(w.applications.withdrawn, want) {
			t.Errorf("withdrawn %v, want %v", w.applications.withdrawn, want)
		}
		if last := w.applications.followed[len(w.applications.followed)-1]; last != fmt.Sprint(p, " Ada Byron DE") {
			t.Errorf("followed %v", w.applications.followed)
		}
		w.move(p, "DL").OK()
		*w.now = w.now.AddDate(0, 0, 30)
		w.move(p, "DE").Refused("TRANSITION_NOT_ALLOWED")
	})
}

func TestHistory_StatusChanged_ShowsReasonAndComment(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := resourcetest.ID(w.person(nil))
		w.move(p, "AC").OK()
		w.call(fmt.Sprintf("PUT /api/freelancer/%d/status", p),
			map[string]any{"status": "DE", "reason": "NO_RESPONSE", "comment": "for weeks"}).OK()
		w.call(fmt.Sprint("DELETE /api/freelancer/", p), map[string]any{"reason": "left us"}).OK()
		var got []string
		for _, e := range w.call(fmt.Sprint("GET /api/history/freelancer/", p), nil).Rows() {
			if e["action"] != "read" {
				got = append(got, fmt.Sprint(e["action"], " ", e["reason"], " ", e["comment"]))
			}
		}
		if want := []string{
			"delete left us ", "status NO_RESPONSE for weeks", "status as asked ",
			"create  ",
		}; !slices.Equal(got, want) {
			t.Errorf("history %q, want %q", got, want)
		}
	})
}

func TestConsent_NeverGranted_IsRequestedByMail(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		p := resourcetest.ID(w.person(map[string]any{"email": "ida@example.org"}))
		w.move(p, "AC").OK()
		w.move(p, "DE").OK()
		w.move(p, "AC").Refused("TRANSITION_NOT_ALLOWED")
		sent := len(w.post.sent)
		if got := w.move(p, "UV").OK(); got["userStatus"] != "UV" || got["emailVerifiedAt"] != nil {
			t.Errorf("is %v, verified %v", got["userStatus"], got["emailVerifiedAt"])
		}
		if len(w.post.sent) != sent+1 || w.post.sent[sent].To != "ida@example.org" {
			t.Fatalf("mails %v", w.post.sent[sent:])
		}
		err := db.Write(role.AsSystem(t.Context(), "mail"), func(ctx context.Context) error {
			_, err := w.people.UseLink(ctx, w.post.sent[sent].Link.Subject)
			return err
		})
		if is := w.stored(p).UserStatus; err != nil || is != freelancers.Active {
			t.Errorf("%v: is %s", err, is)
		}
		if last := w.call(fmt.Sprint("GET /api/history/freelancer/", p),
			nil).Rows()[0]; last["action"] != "confirmEmail" {
			t.Errorf("the log calls it %v", last["action"])
		}
	})
}

func TestSensitiveFields_WithoutPermission_AreMasked(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		at := fmt.Sprint("/api/freelancer/", resourcetest.ID(w.person(map[string]any{
			"mobileNumber": "+46701234567", "homeAddress": map[string]any{"city": "Malmö", "country": "SE"},
			"securityInfo": map[string]any{
				"clearanceLevel": "HIGH", "clearanceValidUntil": "2027-01-01",
				"note": "Seen the papers",
			},
		})))
		less := w.withoutPermissions(role.FreelancerPIIRead)
		seen := less.call("GET "+at, nil).OK()
		want := map[string]string{
			"mobileNumber": "•••", "homeAddress": "map[city:••• country:<nil> postalCode: street: street2:]",
			"securityInfo": "map[clearanceLevel:<nil> clearanceValidUntil:<nil> note:••• rightToWorkUntil:<nil>]",
		}
		for field, masked := range want {
			if got := fmt.Sprint(seen[field]); got != masked {
				t.Errorf("%s is %s, want %s", field, got, masked)
			}
		}
		seen["description"], seen["mobileNumber"] = "Knows boats", "+4915112345678"
		if after := less.call("PUT "+at, seen).OK(); after["description"] != "Knows boats" {
			t.Errorf("the whole record put back: %v", after["description"])
		}
		if p := w.call("GET "+at, nil).OK(); p["mobileNumber"] != "+46701234567" ||
			fmt.Sprint(p["homeAddress"]) == want["homeAddress"] {
			t.Errorf("what was masked has been written: %v %v", p["mobileNumber"], p["homeAddress"])
		}
		less.call("POST /api/freelancer", map[string]any{
			"firstName": "B", "lastName": "C", "email": "bc@example.org",
			"mobileNumber": "+46701234567",
		}).Refused("FORBIDDEN")
		if text := fmt.Sprint(less.call(strings.Replace("GET "+at, "/api/", "/api/history/", 1),
			nil).OK()); strings.Contains(text, "+4670") || strings.Contains(text, "Malm") {
			t.Errorf("the history shows %s", text)
		}
		w.withoutPermissions(role.FreelancerErase).call("PUT "+at,
			map[string]any{"legalHold": true, "legalHoldReason": "court"}).Refused("FORBIDDEN")
	})
}
