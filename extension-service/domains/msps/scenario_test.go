package msps_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/test/pgtest"
	"poolkeeper.example/extension-service/internal/test/resourcetest"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func TestMSP_CreatedAndChanged_HasItsDefaults(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		m := w.call("POST /api/msp", map[string]any{
			"name": " Größenwerk  GmbH ", "email": "Office@Groessenwerk.example", "contactFirstName": "Ada",
			"contactLastName": "Öberg", "feePct": 12.5,
			"phone": "+498912345678", "website": "https://groessenwerk.example", "ndaSignedAt": "2026-01-05",
			"address": map[string]any{"city": "München", "country": "DE"},
		}).OK()
		for name, want := range map[string]any{
			"name": "Größenwerk  GmbH", "userStatus": "UV", "tier": 1.0, "locale": "en", "feePct": 12.5,
			"ndaSignedAt": "2026-01-05", "contractValidUntil": nil,
			"freelancerCount": 0.0, "openApplicationCount": 0.0, "activeProjectCount": 0.0, "emailVerifiedAt": nil,
			"version": 1.0,
		} {
			if m[name] != want {
				t.Errorf("%s = %v, want %v", name, m[name], want)
			}
		}
		if users := fmt.Sprint(texts(resourcetest.Objects(m, "users"), "name"),
			texts(resourcetest.Objects(m, "users"), "status")); users != "[Ada Öberg] [UV]" {
			t.Errorf("users %s", users)
		}
		if !strings.HasPrefix(fmt.Sprint(m["handle"]), "M-") || len(*w.sent) != 0 {
			t.Errorf("handle %v, mails %v", m["handle"], *w.sent)
		}
		w.call("POST /api/msp", map[string]any{"name": "B", "email": "office@groessenwerk.EXAMPLE"}).Refused("EMAIL_TAKEN")
		w.call(pathTo(resourcetest.ID(m), "PUT", ""), map[string]any{"name": "Größenwerk SE", "tier": 3}).OK()
		bad := w.call("POST /api/msp", map[string]any{
			"name": "", "email": "x", "tier": 4, "feePct": 51, "phone": "123",
			"website": "ftp://x", "address": map[string]any{"country": "ZZ"},
		}).Refusal("VALIDATION")
		for _, field := range []string{"name", "email", "tier", "feePct", "phone", "website", "address.country"} {
			if bad.Fields[field] == nil {
				t.Errorf("%s is not named: %v", field, bad.Fields)
			}
		}
	})
}

func TestMSPs_ListAndFilters_FindByEachField(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		c := w.newClient()
		name := fmt.Sprint(w.call(fmt.Sprintf("GET /api/client/%d", c), nil).OK()["name"])
		first := w.newMSP(map[string]any{"name": "Ångström Partners", "email": "hej@angstrom.example", "tier": 2})
		second := w.newMSP(map[string]any{"name": "Zweitwerk", "email": "zwei@werk.example"})
		w.call(pathTo(first, "PUT", fmt.Sprintf("/toLegalEntity/%d", w.newEntity(c))), nil).OK()
		w.call(pathTo(first, "PUT", fmt.Sprintf("/toLegalEntity/%d", w.newEntity(c))), nil).OK()
		w.call(pathTo(second, "PUT", "/activate"), nil).OK()
		w.bids.open[first] = 7
		for query, want := range map[string][]int64{
			"": {second, first}, "s=name:asc": {first, second}, "name=angstrom": {first}, "email=WERK": {second},
			"state=AC":    {second},
			"state=AC,UV": {second, first}, "clientName=" + strings.ReplaceAll(name, " ", "+"): {first},
			"clientName=All": {second, first}, "clientName=Nobody": nil, "state=DL": nil,
		} {
			body := w.call("GET /api/msp?"+query, nil).OK()
			var got []int64
			for _, r := range resourcetest.Rows(body) {
				got = append(got, resourcetest.ID(r))
			}
			if !slices.Equal(got, want) || body["totalResults"] != float64(len(want)) {
				t.Errorf("%s: %v of %v, want %v", query, got, body["totalResults"], want)
			}
		}
		body := w.call("POST /api/dbSearch/msp", map[string]any{"filters": map[string]any{
			"name":  "angst",
			"state": []string{"UV"},
		}, "limit": 5}).OK()
		row := resourcetest.Rows(body)[0]
		if row["openApplicationCount"] != 7.0 || row["legalEntities"] != nil {
			t.Errorf("row %v", row)
		}
		if got := fmt.Sprint(w.call(fmt.Sprintf("GET /api/msp/client?clientId=%d&name=ang", c),
			nil).OK()); got != fmt.Sprintf(
			"map[results:[map[id:%d name:Ångström Partners tier:2 userStatus:UV]] totalResults:1]", first) {
			t.Errorf("serving the client: %s", got)
		}
		if got := w.call(fmt.Sprintf("GET /api/msp/client?clientId=0&name=ang&id=%d", first),
			nil).OK()["totalResults"]; got != 1.0 {
			t.Errorf("serving any client: %v", got)
		}
		w.call("GET /api/msp/client?clientId=987654", nil).Refused("NOT_FOUND")
		if e := w.call("GET /api/msp/client", nil).Refusal("VALIDATION"); fmt.Sprint(
			e.Fields) != "map[clientId:[validation.required]]" {
			t.Errorf("of no client: %v", e.Fields)
		}
		if e := w.call(fmt.Sprintf("GET /api/msp/client?clientId=%d&limit=0", c),
			nil).Refusal("VALIDATION"); fmt.Sprint(e.Fields) != "map[limit:[validation.minValue]]" {
			t.Errorf("nothing of a page: %v", e.Fields)
		}
	})
}

func TestInvitation_OfAnMSP_IsMailedAndConfirmed(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		m := w.newMSP(map[string]any{"email": "in@vite.example", "locale": "de", "invite": true})
		if len(*w.sent) != 1 {
			t.Fatalf("mails %v", *w.sent)
		}
		mail := (*w.sent)[0]
		if mail.To != "in@vite.example" || mail.Locale != "de" || mail.Template != "msp.invite" ||
			mail.Link.Valid != 72*time.Hour || mail.EntityID != m {
			t.Errorf("mail %+v", mail)
		}
		ctx := role.AsSystem(t.Context(), "mail")
		accept := func() (message string, err error) {
			err = db.Write(ctx, func(ctx context.Context) error {
				message, err = w.msps.Accept(ctx, mail.Link.Subject)
				return err
			})
			return message, err
		}
		if still, err := w.msps.IsInvitationDue(ctx, mail); !still || err != nil {
			t.Errorf("the invitation holds: %v %v", still, err)
		}
		w.call(pathTo(m, "PUT", ""), map[string]any{"email": "other@vite.example"}).OK()
		if _, err := accept(); fault.CodeOf(err) != "NOT_FOUND" {
			t.Errorf("a link to an old address: %v", err)
		}
		w.call(pathTo(m, "PUT", ""), map[string]any{"email": "in@vite.example"}).OK()
		if message, err := accept(); message != "msp.invitationAccepted" || err != nil {
			t.Errorf("accepted: %q %v", message, err)
		}
		now := w.call(pathTo(m, "GET", ""), nil).OK()
		if now["userStatus"] != "AC" || now["emailVerifiedAt"] != "2026-11-21T12:00:00.000Z" ||
			resourcetest.Objects(now, "users")[0]["status"] != "AC" {
			t.Errorf("after it: %v", now)
		}
		if _, err := accept(); fault.CodeOf(err) != "NOT_FOUND" {
			t.Errorf("a second time: %v", err)
		}
		if still, err := w.msps.IsInvitationDue(ctx, mail); still || err != nil {
			t.Errorf("the invitation still holds: %v %v", still, err)
		}
	})
}

func TestMSP_ActivatedOrDeactivated_ShowsItsImpact(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		m := w.newMSP(nil)
		w.call(pathTo(m, "PUT", "/deactivate"), nil).Refused("TRANSITION_NOT_ALLOWED")
		if got := w.call(pathTo(m, "PUT", "/activate"),
			map[string]any{"reason": "papers seen"}).OK(); got["message"] != "msp.activated" || got["userStatus"] != "AC" ||
			got["version"] != 2.0 {
			t.Errorf("activated: %v", got)
		}
		if got := w.call(pathTo(m, "PUT", "/activate"), nil).OK(); got["message"] != "msp.unchanged" ||
			got["version"] != 2.0 {
			t.Errorf("activated again: %v", got)
		}
		w.bids.open[m] = 4
		p := w.assigned(m)
		refused := w.call(pathTo(m, "PUT", "/deactivate"), nil).Refusal("CONFIRM_REQUIRED")
		if got := fmt.Sprint(
			refused.Details["impact"]); got != "map[assignmentsSuspended:1 openApplicationsKept:4 usersSignedOut:1]" {
			t.Errorf("impact %s", got)
		}
		tried := w.call(pathTo(m, "PUT", "/deactivate?dryRun=true"), map[string]any{"confirmImpact": true}).OK()
		if tried["userStatus"] != "DE" || w.call(pathTo(m, "GET", ""), nil).OK()["userStatus"] != "AC" {
			t.Errorf("a preview changes something: %v", tried)
		}
		w.call(pathTo(m, "PUT", "/deactivate"), map[string]any{"confirmImpact": true}, "If-Match",
			`"1"`).Refused("STALE_VERSION")
		done := w.call(pathTo(m, "PUT", "/deactivate"), map[string]any{"confirmImpact": true, "reason": "contract ended"},
			"If-Match", `"2"`)
		if got := done.OK(); got["message"] != "msp.deactivated" || resourcetest.Objects(got, "users")[0]["status"] != "DE" ||
			done.Header["ETag"] != `"3"` {
			t.Errorf("deactivated: %v, etag %s", got, done.Header["ETag"])
		}
		w.suspended(p, true)
		if got := w.call(pathTo(m, "PUT", "/deactivate"), nil).OK(); got["message"] != "msp.unchanged" {
			t.Errorf("deactivated again: %v", got)
		}
		if got := w.call(pathTo(m, "PUT", "/activate"),
			nil).OK(); fmt.Sprint(got["impact"]) != "map[assignmentsResumed:1 usersAdmitted:1]" {
			t.Errorf("activated: %v", got["impact"])
		}
		w.suspended(p, false)
		w.asCaller(role.Scope{}, role.ConfigManager).call(pathTo(m, "PUT", "/deactivate"), nil).Refused("FORBIDDEN")
	})
}

// assigned makes an active project with the MSP on it.
func (w *fixture) assigned(msp int64) int64 {
	w.t.Helper()
	p := w.call("POST /napi/create/project", map[string]any{"dataObj": map[string]any{
		"title":    "Java developer",
		"clientId": w.newClient(),
	}}).ID()
	w.call(fmt.Sprintf("PUT /api/project/%d", p), map[string]any{"msps": []any{map[string]any{
		"mspId": msp, "tier": 2,
		"releaseAt": "2026-12-01T08:00:00.000Z",
	}}}).OK()
	return p
}

func (w *fixture) suspended(project int64, want bool) {
	w.t.Helper()
	got := w.call(fmt.Sprintf("GET /api/project/%d", project), nil).Objects("msps")
	if len(got) != 1 || got[0]["suspended"] != want || got[0]["tier"] != 2.0 ||
		got[0]["releaseAt"] != "2026-12-01T08:00:00.000Z" {
		w.t.Errorf("assignments %v, want suspended %v", got, want)
	}
}

func TestMSP_DeletedAndRestored_FollowsItsRules(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		m := w.newMSP(map[string]any{"email": "free@again.example"})
		w.call(pathTo(m, "PUT", "/activate"), nil).OK()
		w.bids.open[m], w.bids.running[m], w.people.active[m] = 1, 1, 1
		refused := w.call(pathTo(m, "DELETE", ""), nil).Refusal("HAS_OPEN_APPLICATIONS")
		if n := len(fmt.Sprint(refused.Details["blockedBy"])); n == 0 {
			t.Error("nothing is said to block")
		}
		w.bids.open[m] = 0
		w.call(pathTo(m, "DELETE", ""), nil).Refused("ACTIVE_ASSIGNMENT")
		w.bids.running[m] = 0
		w.call(pathTo(m, "DELETE", ""), nil).Refused("TRANSITION_NOT_ALLOWED")
		w.call(pathTo(m, "DELETE", "?dryRun=true"), nil).Refused("TRANSITION_NOT_ALLOWED")
		w.people.active[m] = 0
		w.call(pathTo(m, "DELETE", "?dryRun=maybe"), nil).Refused("VALIDATION")
		w.call(pathTo(m, "DELETE", "?dryRun=true"), nil).OK()
		if got := w.call(pathTo(m, "GET", ""), nil).OK(); got["userStatus"] != "AC" {
			t.Errorf("deleted by a try: %v", got["userStatus"])
		}
		if got := w.call(pathTo(m, "DELETE", "?reason=gone"), nil).OK(); got["message"] != "msp.deleted" {
			t.Errorf("deleted: %v", got)
		}
		for query, want := range map[string]float64{"": 0, "?state=DL": 1, "?deleted=true": 1, "?state=AC": 0} {
			if n := w.call("GET /api/msp"+query, nil).OK()["totalResults"]; n != want {
				t.Errorf("listed with %q: %v", query, n)
			}
		}
		w.call(pathTo(m, "PUT", ""), map[string]any{"name": "X"}).Refused("NOT_EDITABLE")
		w.call(pathTo(m, "POST", "/permission"), map[string]any{"grants": []any{}}).Refused("TRANSITION_NOT_ALLOWED")
		w.call(pathTo(m, "PUT", "/activate"), nil).Refused("TRANSITION_NOT_ALLOWED")
		w.call(pathTo(m, "PUT", "/restore"), nil).Refused("VALIDATION") // the form marks the reason as required
		other := w.newMSP(map[string]any{"email": "FREE@again.example"})
		w.call(pathTo(m, "PUT", "/restore"), map[string]any{"reason": "by mistake"}).Refused("EMAIL_TAKEN")
		w.call(pathTo(other, "PUT", ""), map[string]any{"email": "moved@again.example"}).OK()
		if got := w.call(pathTo(m, "PUT", "/restore"),
			map[string]any{"reason": "by mistake"}).OK(); got["userStatus"] != "DE" || got["deletedAt"] != nil ||
			got["message"] != "msp.restored" {
			t.Errorf("restored: %v", got)
		}
		w.call(pathTo(m, "DELETE", ""), nil).OK()
		*w.now = w.now.AddDate(0, 0, 30)
		w.call(pathTo(m, "PUT", "/restore"), map[string]any{"reason": "too late"}).Refused("TRANSITION_NOT_ALLOWED")
	})
}

func TestPurge_MSPsPastTheirTime_LeavesNothing(t *testing.T) {
	t.Parallel()
	pgtest.Each(t, func(t *testing.T, db *store.DB) {
		w := newFixture(t, db)
		m := w.newMSP(map[string]any{
			"name": "Kranich", "legalName": "Kranich GmbH", "email": "old@kranich.example", "phone": "+4940123456",
			"website":          "https://kranich.example",
			"contactFirstName": "Ida", "contactLastName": "Brandt", "vatId": "DE1", "feePct": 4, "tier": 2,
			"address": map[string]any{"city": "Hamburg"},
		})
		retained := w.newActive()
		purge := func(want int64) {
			t.Helper()
			run := schedule.NewRun(db.Write, false, nil)
			if err := w.msps.Purge(role.AsSystem(t.Context(), "purge"), run); err != nil ||
				run.Counts()["anonymisedMsps"] != want {
				t.Fatalf("purged %v, want %d: %v", run.Counts(), want, err)
			}
		}
		purge(0)
		w.call(pathTo(m, "DELETE", ""), nil).OK()
		*w.now = w.now.AddDate(0, 0, 30).Add(-time.Second)
		purge(0)
		*w.now = w.now.Add(time.Second)
		purge(1)
		got := w.call(pathTo(m, "GET", ""), nil).OK()
		if got["name"] != fmt.Sprint("Deleted ", got["handle"]) || got["userStatus"] != "DL" || got["feePct"] != 4.0 ||
			got["tier"] != 2.0 || got["deletedAt"] == nil {
			t.Errorf("left: %v", got)
		}
		for _, field := range []string{
			"legalName", "email", "phone", "website", "contactFirstName", "contactLastName",
			"vatId", "logoResourceId",
		} {
			if got[field] != "" {
				t.Errorf("%s still says %q", field, got[field])
			}
		}
		if text := fmt.Sprint(got["address"], got["users"]); strings.Contains(text, "Hamburg") ||
			strings.Contains(text, "Ida") || strings.Contains(text, "kranich") {
			t.Errorf("still there: %s", text)
		}
		if got := fmt.Sprint(*w.forgotten); got != "[old@kranich.example]" {
			t.Errorf("forgotten beside the record: %s", got)
		}
		w.call(pathTo(m, "PUT", "/restore"), map[string]any{"reason": "by mistake"}).Refused("TRANSITION_NOT_ALLOWED")
		purge(0)
		if w.call(pathTo(retained, "GET", ""), nil).OK()["email"] == "" {
			t.Error("an active MSP was anonymised")
		}
	})
}
