package projects

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// rules repeats "Project status transitions" in other words than the table under test: who may move where.
var rules = map[string]string{
	"ACTIVE PAUSED staff": "P1", "ACTIVE PAUSED vms": "P1",
	"PAUSED ACTIVE staff": "P2", "PAUSED ACTIVE vms": "P2",
	"ACTIVE CLOSED staff": "P3", "ACTIVE CLOSED vms": "P3", "ACTIVE CLOSED system": "P3",
	"PAUSED CLOSED staff": "P3", "PAUSED CLOSED vms": "P3", "PAUSED CLOSED system": "P3",
	"CLOSED ACTIVE staff":  "P4",
	"PAUSED DELETED staff": "P5", "CLOSED DELETED staff": "P5",
	"ACTIVE DELETED staff": "P6",
	"DELETED CLOSED staff": "P7",
}

var permission = map[string]role.Permission{
	"P1": role.ProjectStatus, "P2": role.ProjectStatus, "P3": role.ProjectStatus, "P4": role.ProjectStatus,
	"P5": role.ProjectDelete, "P6": role.ProjectDelete, "P7": role.ProjectRestore,
}

var reasonNeeded = map[string]bool{"P3": true, "P4": true, "P5": true, "P6": true, "P7": true}

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// fine is a project that nothing stands in the way of.
func fine(from Status) facts {
	return facts{
		project: Project{
			Status: from, Positions: 2, PositionsFilled: 1, ClosedAt: noon.AddDate(0, 0, -89), Source: FromVMS,
			AssignmentPeriodEnd: "2026-11-21",
		},
		client: client{active: true, zone: time.UTC, reopenDays: 90}, counts: map[string]int{}, now: noon,
	}
}

// obstacles are the guards, one by one: what breaks them, the block that explains it, and the transitions it stops.
var obstacles = map[string]struct {
	breaks func(f *facts)
	stops  string
}{
	"periodEnded":         {func(f *facts) { f.project.AssignmentPeriodEnd = "2026-11-20" }, "P2 P4"},
	"clientInactive":      {func(f *facts) { f.client.active = false }, "P2"},
	"ratesUnresolved":     {func(f *facts) { f.rates = errors.New("cycle") }, "P2"},
	"deliveryInFlight":    {func(f *facts) { f.inFlight = 1 }, "P3"},
	"reopenWindow":        {func(f *facts) { f.project.ClosedAt = noon.AddDate(0, 0, -90) }, "P4"},
	"positionsFilled":     {func(f *facts) { f.project.PositionsFilled = 2 }, "P4"},
	"vmsEnded":            {func(f *facts) { f.project.VMSEnded = true }, "P4"},
	"hasSentApplications": {func(f *facts) { f.counts["s2c"]++ }, "P5 P6"},
	"hasApplications":     {func(f *facts) { f.counts["rm"]++ }, "P6"},
	"acceptedInvitations": {func(f *facts) { f.accepted = 1 }, "P6"},
	"purged":              {func(f *facts) { f.project.DeletedAt = noon.AddDate(0, 0, -30) }, "P7"},
}

func everyMove(fn func(from, to Status, who statemachine.Actor)) {
	for _, from := range Statuses {
		for _, to := range Statuses {
			for _, who := range []statemachine.Actor{statemachine.Staff, statemachine.VMS, statemachine.System} {
				fn(from, to, who)
			}
		}
	}
}

// needsReason says whether people must say why.
func needsReason(t *transition) bool { return t.Reason != nil && t.Reason(facts{}, statemachine.Staff) }

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
		case got != nil && (got.Name != want || !slices.Equal(got.Needs, []role.Permission{permission[want]}) ||
			needsReason(got) != reasonNeeded[want]):
			t.Errorf("%s is %s with %s, reason required %v", move, got.Name, got.Needs, needsReason(got))
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
		f := fine(from)
		f.project.DeletedAt = noon.AddDate(0, 0, -29)
		if b := move.Blocks(f); len(b) > 0 {
			t.Errorf("%s of a fine project is blocked by %v", move.Name, b)
		}
		every, want := fine(from), []string{}
		for key, o := range obstacles {
			f := fine(from)
			f.project.DeletedAt = noon.AddDate(0, 0, -29)
			o.breaks(&f)
			blocked := slices.ContainsFunc(move.Blocks(f), func(b resource.Block) bool { return b.Key == "project.block."+key })
			if stops := strings.Contains(o.stops, move.Name); blocked != stops {
				t.Errorf("%s with %s: blocked %v, want %v", move.Name, key, blocked, stops)
			}
			o.breaks(&every)
			if strings.Contains(o.stops, move.Name) {
				want = append(want, "project.block."+key)
			}
		}
		var all []string
		for _, b := range move.Blocks(every) {
			all = append(all, b.Key)
		}
		slices.Sort(all)
		slices.Sort(want)
		if !slices.Equal(all, want) {
			t.Errorf("%s with everything wrong names %v, want all of %v", move.Name, all, want)
		}
	})
}

func TestTransitions_LastDay_EndsInTheTimeZoneOfTheClient(t *testing.T) {
	t.Parallel()
	f := fine(Paused)
	f.now = time.Date(2026, 11, 21, 23, 30, 0, 0, time.UTC)
	if !notEnded.IsMet(f) {
		t.Error("the last day counts")
	}
	f.client.zone = time.FixedZone("east", 3600)
	if notEnded.IsMet(f) {
		t.Error("half past midnight at the client is the day after")
	}
}

func TestTransitions_Reason_IsRequiredOrRefused(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		from, to Status
		who      statemachine.Actor
		in       Change
		want     string
	}{
		"a person closes without one": {Active, Closed, statemachine.Staff, Change{}, "REASON_REQUIRED"},
		"a job closes without one":    {Active, Closed, statemachine.System, Change{}, ""},
		"a VMS closes without one":    {Active, Closed, statemachine.VMS, Change{}, ""},
		"pausing needs none":          {Active, Paused, statemachine.Staff, Change{}, ""},
		"other needs words": {
			Active, Closed, statemachine.Staff,
			Change{Reason: Other, Comment: "no"},
			"VALIDATION",
		},
		"other with words":                {Active, Closed, statemachine.Staff, Change{Reason: Other, Comment: "yes"}, ""},
		"other needs words when optional": {Active, Paused, statemachine.Staff, Change{Reason: Other}, "VALIDATION"},
		"a batch only comes with reopening": {
			Active, Paused, statemachine.Staff,
			Change{RestoreApplicationsBatch: "x"},
			"VALIDATION",
		},
		"reopening a batch": {
			Closed, Active, statemachine.Staff,
			Change{Reason: Mistake, RestoreApplicationsBatch: "x"},
			"",
		},
		"deleting without one":  {Closed, Deleted, statemachine.Staff, Change{}, "REASON_REQUIRED"},
		"restoring without one": {Deleted, Closed, statemachine.Staff, Change{}, "REASON_REQUIRED"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := fine(tc.from)
			f.project.DeletedAt = noon.AddDate(0, 0, -29)
			request := statemachine.Request[Status]{
				From: tc.from, To: tc.to, Reason: string(tc.in.Reason), Comment: tc.in.Comment,
			}
			move, err := transitions.Allow(&role.Caller{Permissions: role.PermissionsOf(role.All)}, tc.who, request, f)
			if err == nil {
				err = tc.in.checkRestore(move)
			}
			if got := fault.CodeOf(err); got != tc.want {
				t.Errorf("code %q, want %q", got, tc.want)
			}
		})
	}
}

func TestDegrees_AnyNotation_AreRoundedOrRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"59.329323": "59.329323", "-0.5": "-0.5", "0": "0", "180": "180", "-180.000000": "-180", "1e2": "100",
		"5e-7": "0.000001", "-1.5E-5": "-0.000015", "1e-400": "0", "1e400": "", "1e9": "", `"1"`: "", "0.1234567": "0.123457",
		"null": "", "-": "",
	} {
		var d Degrees
		err := d.UnmarshalJSON([]byte(text))
		got, _ := d.AppendText(nil)
		if (err != nil) != (want == "") || err == nil && string(got) != want {
			t.Errorf("%s: %s %v, want %q", text, got, err, want)
		}
	}
	if b := Degrees(90_000_001).Bound(); b <= 900_000 {
		t.Errorf("bound of a little more than 90 is %v", b)
	}
	if b := Degrees(-90_000_001).Bound(); b >= -900_000 {
		t.Errorf("bound of a little less than -90 is %v", b)
	}
}
