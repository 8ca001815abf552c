package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
)

// A board without a machine would have columns that nothing can be moved between, and a calendar of something else than
// days no cells.
func TestStart_BoardWithoutAMachineOrCalendarWithoutDays_IsRefused(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		change func(v *skill, s *resource.Spec[skill])
		want   string
	}{
		"a board without a machine": {
			func(_ *skill, s *resource.Spec[skill]) { s.Board = &resource.Board{} },
			"Board needs a Status and, in Calls, the PossibleStatuses of its machine",
		},
		"a board in the tab of no reference": {
			func(v *skill, s *resource.Spec[skill]) { s.Board = (&resource.Board{}).InTabOf(&v.Level) },
			"Board.Tabs names the field level, which is no reference to one record",
		},
		"a calendar by a field that is no date": {
			func(v *skill, s *resource.Spec[skill]) { s.Calendar = &resource.Calendar{Days: resource.Refs{&v.Name}} },
			"Calendar names the field name, which is no date",
		},
		"a calendar of what begins and never ends": {
			func(v *skill, s *resource.Spec[skill]) { s.Calendar = &resource.Calendar{Start: &v.Created} },
			"Calendar needs Start with End, or Days",
		},
		"a calendar of nothing": {
			func(_ *skill, s *resource.Spec[skill]) { s.Calendar = &resource.Calendar{} },
			"Calendar needs Start with End, or Days",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wrong := skills(func(v *skill, s *resource.Spec[skill], _ *store.Config) { tc.change(v, s) })
			_, err := openIn(t.Context(), t.TempDir(), furnished.SQLite(t), wrong)
			if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), "app/mistakes_test.go:") {
				t.Errorf("no %q in %v", tc.want, err)
			}
		})
	}
}

// described is what the metadata says of a resource with a board or a calendar.
type described struct {
	Name, Path, Status string
	Fields             []struct{ Name, Enum string }
	Board              *struct {
		Filter string
		Fields []string
		Next   map[string]string
		Ends   []string
		Tabs   []string
	}
	Calendar *struct {
		Start, End, Taken, Places string
		Days                      []string
	}
	Actions []describedAction
}

type describedAction struct{ Name, Method, Path, IDIn string }

// described are the resources as an account is told of them, with all enumerations.
func (p *product) described(t *testing.T, who string) (all []described, enums map[string][]string) {
	t.Helper()
	var meta struct {
		Enums     map[string][]string
		Resources []described
	}
	if err := json.Unmarshal(p.expect(t, who, "GET /api/meta", "", 200, `"resources"`).body, &meta); err != nil {
		t.Fatal(err)
	}
	return meta.Resources, meta.Enums
}

func TestMeta_BoardsAndCalendars_AreThoseThatAreDeclared(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	all, _ := p.described(t, "all")
	boards, calendars := []string{}, []string{}
	for _, r := range all {
		if r.Board != nil {
			boards = append(boards, r.Name)
		}
		if r.Calendar != nil {
			calendars = append(calendars, r.Name)
		}
	}
	slices.Sort(boards)
	slices.Sort(calendars)
	if got := fmt.Sprint(boards, calendars); got != "[application freelancer project] [freelancer note project]" {
		t.Errorf("boards and calendars: %s", got)
	}
}

// What a board says of a drop is what the API does when it is asked for that change: for each pair of statuses of each
// machine.
func TestBoard_EveryPairOfStatuses_AllowsTheTransitionsOfTheService(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	p.newApplication(t, p.newProject(t, "Java developer"), "Noor")
	all, enums := p.described(t, "all")
	pairs, allowed := 0, 0
	for _, r := range all {
		if r.Board == nil {
			continue
		}
		w := boardMoves{product: p, described: r, table: r.Name + "s"}
		for _, f := range r.Fields {
			if f.Name == r.Status {
				w.statuses = enums[f.Enum]
			}
		}
		for _, from := range w.statuses {
			w.setStatus(t, from)
			for _, to := range w.statuses {
				if to == from {
					continue
				}
				if pairs++; w.try(t, from, to) {
					allowed++
				}
			}
		}
	}
	if pairs != 9*8+4*3+4*3 || allowed < 10 {
		t.Errorf("%d pairs, of which %d are moves: too few to prove anything", pairs, allowed)
	}
}

// boardMoves tries the moves of one record of a board.
type boardMoves struct {
	*product
	described
	table    string
	statuses []string
}

// setStatus puts the record into a status, whatever leads there.
func (w boardMoves) setStatus(t *testing.T, status string) {
	t.Helper()
	column, deleted := "status", "NULL"
	if w.Name == "freelancer" {
		column = "user_status"
	}
	if status == "DELETED" || status == "DL" {
		deleted = fmt.Sprint(time.Now().UnixMilli())
	}
	w.stated(t, fmt.Sprintf(`UPDATE %s SET %s = '%s', deleted_at = %s WHERE id = 1`, w.table, column, status, deleted))
}

type offeredMove struct {
	Value       string
	Allowed     bool
	Reason      string
	ReasonCodes []string
	Confirm     []any
}

// try asks for one change without making it, holds the answer against what was offered before, and says whether it is a
// move.
func (w boardMoves) try(t *testing.T, from, to string) bool {
	t.Helper()
	var possible struct{ Results []offeredMove }
	call := fmt.Sprintf("GET %s/possibleStatuses/1", w.Path)
	if err := json.Unmarshal(w.expect(t, "all", call, "", 200, `"current":"`+from+`"`).body, &possible); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(possible.Results, func(m offeredMove) bool { return m.Value == to })
	if i < 0 {
		t.Fatalf("%s: nothing is said of %s>%s", w.Name, from, to)
	}
	move := possible.Results[i]
	got := w.change(t, move)
	if isRefused := strings.Contains(string(got.body), "TRANSITION_NOT_ALLOWED"); isRefused == move.Allowed ||
		isRefused == (got.status == 200) {
		t.Errorf("%s from %s to %s: offered %v, answered %d %s", w.Name, from, to, move.Allowed, got.status, got.body)
	}
	return move.Allowed
}

func (w boardMoves) change(t *testing.T, move offeredMove) answer {
	t.Helper()
	in := map[string]any{"status": move.Value}
	if len(move.ReasonCodes) > 0 {
		in["reason"] = move.ReasonCodes[0]
	}
	if len(move.Confirm) > 0 {
		in["confirm"] = true
	}
	i := slices.IndexFunc(w.Actions, func(a describedAction) bool {
		return a.Name == "changeStatus" || a.Name == "status"
	})
	a := w.Actions[i]
	if a.IDIn == "body" {
		in["id"] = 1
	}
	body, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	return w.call(t, "all", a.Method, strings.ReplaceAll(a.Path, "{id}", "1")+"?dryRun=true", string(body))
}

// The period of a calendar narrows the list as any filter does: within the scope, beside other filters, with an exact
// total.
func TestCalendar_Period_ListsEverythingThatOverlapsIt(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	p.newProject(t, "Java developer")
	p.stated(t, `UPDATE projects SET assignment_period_start = '2031-01-10', assignment_period_end = '2031-02-20', application_deadline = '2030-12-31' WHERE id = 1`)
	for _, tc := range []struct {
		query string
		want  string
	}{
		{"assignmentPeriodEndFrom=2031-02-01&assignmentPeriodStartUntil=2031-02-28", `"totalResults":1`},
		{"assignmentPeriodEndFrom=2031-02-20&assignmentPeriodStartUntil=2031-03-31", `"totalResults":1`},
		{"assignmentPeriodEndFrom=2031-02-21&assignmentPeriodStartUntil=2031-03-31", `"totalResults":0`},
		{"assignmentPeriodEndFrom=2030-12-01&assignmentPeriodStartUntil=2030-12-31&id=1", `"totalResults":0`},
		{
			"applicationDeadlineFrom=2030-12-01&applicationDeadlineUntil=2030-12-31&s=applicationDeadline:asc",
			`"applicationDeadline":"2030-12-31"`,
		},
		{"applicationDeadlineFrom=2031-01-01&applicationDeadlineUntil=2031-01-31", `"totalResults":0`},
	} {
		p.expect(t, "csm", "GET /api/project?"+tc.query, "", 200, tc.want)
	}
	p.expect(t, "csm", "GET /api/project?applicationDeadlineFrom=tomorrow", "", 422, `"applicationDeadlineFrom"`)
	p.expect(t, "norole", "GET /api/project?applicationDeadlineFrom=2031-01-01", "", 403, "NO_ROLES")
}

// stated runs a statement on the database of the product.
func (p *product) stated(t *testing.T, statement string) {
	t.Helper()
	err := p.DB.Write(t.Context(), func(ctx context.Context) error {
		_, err := p.DB.Exec(ctx, statement)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
