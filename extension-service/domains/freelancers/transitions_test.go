package freelancers

import (
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/platform/role"
)

// rules repeats "User status transitions" in other words than the table under test: who may move where.
var rules = map[string]string{
	"UV AC staff": "U1", "UV AC talent": "U1",
	"UV DL staff": "U2", "UV DL system": "U2",
	"AC DE staff": "U3", "AC DE system": "U3",
	"DE AC staff": "U4", "DE UV staff": "U4",
	"AC DL staff": "U5", "DE DL staff": "U5", "AC DL system": "U5", "DE DL system": "U5",
	"DL DE staff": "U6",
}

var permission = map[string]role.Permission{
	"U1": role.FreelancerStatus, "U2": role.FreelancerDelete, "U3": role.FreelancerStatus, "U4": role.FreelancerStatus,
	"U5": role.FreelancerDelete, "U6": role.FreelancerRestore,
}

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// fine is a freelancer that nothing stands in the way of moving to a status.
func fine(from, to Status) facts {
	f := facts{now: noon, person: Freelancer{
		UserStatus: from, EmailVerifiedAt: noon.AddDate(0, -1, 0),
		Consent: Consent{DataProcessingAt: noon.AddDate(0, -1, 0), ValidUntil: noon.Add(time.Millisecond)},
	}}
	f.person.DeletedAt = noon.AddDate(0, 0, -29)
	if to == Unverified {
		f.person.EmailVerifiedAt = time.Time{}
	}
	return f
}

// obstacles are the guards, one by one: what breaks them, the block that explains it, and the moves it stops.
var obstacles = map[string]struct {
	breaks func(f *facts)
	stops  []string
}{
	"activeAssignment": {func(f *facts) { f.assigned = 1 }, []string{"UV DL", "AC DL", "DE DL"}},
	"outsideScope":     {func(f *facts) { f.beyond = true }, []string{"UV DL", "AC DE", "AC DL", "DE DL"}},
	"noConsent":        {func(f *facts) { f.person.Consent = Consent{} }, []string{"DE AC"}},
	"consentEnded":     {func(f *facts) { f.person.Consent.ValidUntil = noon }, []string{"DE AC", "DE UV"}},
	"emailNotVerified": {func(f *facts) { f.person.EmailVerifiedAt = time.Time{} }, []string{"DE AC"}},
	"emailVerified":    {func(f *facts) { f.person.EmailVerifiedAt = noon }, []string{"DE UV"}},
	"anonymised":       {func(f *facts) { f.person.AnonymisedAt = noon }, []string{"DL DE"}},
	"purged":           {func(f *facts) { f.person.DeletedAt = noon.AddDate(0, 0, -30) }, []string{"DL DE"}},
	"emailTaken":       {func(f *facts) { f.emailUsed = true }, []string{"DL DE"}},
}

func everyMove(fn func(from, to Status, who statemachine.Actor)) {
	for _, from := range Statuses {
		for _, to := range Statuses {
			for _, who := range []statemachine.Actor{
				statemachine.Staff, statemachine.Talent, statemachine.MSP, statemachine.VMS,
				statemachine.System, statemachine.Batch,
			} {
				fn(from, to, who)
			}
		}
	}
}

func TestTransitions_EveryStatusAndActor_FollowTheTable(t *testing.T) {
	t.Parallel()
	everyMove(func(from, to Status, who statemachine.Actor) {
		move := string(from) + " " + string(to) + " " + string(who)
		got := transitions.Find(from, to, who)
		switch want := rules[move]; {
		case want == "" && got != nil:
			t.Errorf("%s is %s, want refused", move, got.Name)
		case want != "" && got == nil:
			t.Errorf("%s is refused, want %s", move, want)
		case got != nil && (got.Name != want || !slices.Equal(got.Needs, []role.Permission{permission[want]})):
			t.Errorf("%s is %s with %v", move, got.Name, got.Needs)
		case got != nil && got.Reason(facts{}, who) != (who == statemachine.Staff):
			t.Errorf("%s: only people give a reason", move)
		}
	})
}

func TestTransitions_EachGuard_BlocksOnlyItsTransitions(t *testing.T) {
	t.Parallel()
	everyMove(func(from, to Status, who statemachine.Actor) {
		move := transitions.Find(from, to, who)
		if move == nil {
			return
		}
		name := string(from) + " " + string(to)
		if b := move.Blocks(fine(from, to)); len(b) > 0 {
			t.Errorf("%s of a fine freelancer is blocked by %v", name, b)
		}
		for key, o := range obstacles {
			f := fine(from, to)
			o.breaks(&f)
			var keys []string
			for _, b := range move.Blocks(f) {
				keys = append(keys, b.Key)
			}
			blocked, stops := slices.Contains(keys, "freelancer.block."+key), slices.Contains(o.stops, name)
			if blocked != stops || len(keys) > 1 {
				t.Errorf("%s with %s: blocked by %v, want %v", name, key, strings.Join(keys, ","), stops)
			}
		}
	})
}

func TestTrigrams_SimilarNames_ScoreWithinBounds(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		a, b        string
		least, most int64
	}{
		"the same":        {"ada byron", "ada byron", 10_000, 10_000},
		"words exchanged": {"ada byron", "byron ada", 10_000, 10_000},
		"one letter":      {"zoe grossmann", "zoe grosmann", 7_000, 9_000},
		"somebody else":   {"ada byron", "jonas ekberg", 0, 0},
		"nothing":         {"", "ada", 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := int64(shared(trigrams(tc.a), trigrams(tc.b))); got < tc.least || got > tc.most {
				t.Errorf("%d, want %d to %d", got, tc.least, tc.most)
			}
		})
	}
}

func TestReasonCodes_OfManyRecords_AreThoseOfEveryMoveToTheStatus(t *testing.T) {
	got := (&statemachine.Kind[Freelancer, Status, facts, effect]{Moves: transitions}).ReasonCodes()
	want := map[Status][]string{
		Active:     {"CHECKED_BY_PHONE", "OTHER", "AVAILABLE_AGAIN", "OWN_REQUEST"},
		Inactive:   {"OWN_REQUEST", "NO_RESPONSE", "CONSENT", "OTHER", "MISTAKE"},
		Unverified: {"AVAILABLE_AGAIN", "OWN_REQUEST", "OTHER"},
		Deleted:    {"OWN_REQUEST", "DUPLICATE", "MISTAKE", "OTHER"},
	}
	for status, codes := range want {
		if !slices.Equal(got[string(status)], codes) {
			t.Errorf("%s: %v, want %v", status, got[string(status)], codes)
		}
	}
}
