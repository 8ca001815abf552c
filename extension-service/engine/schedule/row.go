package schedule

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/platform/fault"
)

// State is where a run stands.
type State string

// The states.
const (
	Queued    State = "QUEUED"
	Running   State = "RUNNING"
	Succeeded State = "SUCCEEDED"
	Failed    State = "FAILED"
	Skipped   State = "SKIPPED"
	Cancelled State = "CANCELLED"
	TimedOut  State = "TIMED_OUT"
)

// Enum lists the states.
func (State) Enum() enum.List {
	return enum.List{
		Name: "scheduledRunState", Text: "enum.scheduledRunState",
		Values: enum.Strings([]State{
			Queued, Running, Succeeded, Failed, Skipped, Cancelled, TimedOut,
		}),
	}
}

// row is a run as it is stored.
type row struct {
	ID, Name                   string
	Due                        time.Time // zero: somebody has started it by hand
	State                      State
	DryRun                     bool
	Params                     map[string]int64
	ByID                       int64
	ByName, RequestID          string
	Summary                    map[string]int64
	Message, Error             string
	Created, Started, Finished time.Time

	pass, cancel int64
	holder       string
	lines        int64 // of its log so far
}

const columns = `
	SELECT id, name, coalesce(due, 0), state, dry_run, params, by_id, by_name, request_id, summary, message, error, created,
	       coalesce(started, 0), coalesce(finished, 0), pass, cancel, holder`

const selectRows = columns + `
	  FROM schedule_runs
	 WHERE `

// rows returns the runs of a condition.
func (s *Service) rows(ctx context.Context, where string, args ...any) ([]row, error) {
	return s.query(ctx, selectRows+where, args...)
}

func (s *Service) query(ctx context.Context, text string, args ...any) ([]row, error) {
	found, err := s.DB.Query(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	var out []row
	for found.Next() {
		var r row
		var due, dry, created, started, finished int64
		var params, summary string
		if err := found.Scan(&r.ID, &r.Name, &due, &r.State, &dry, &params, &r.ByID, &r.ByName, &r.RequestID, &summary,
			&r.Message, &r.Error,
			&created, &started, &finished, &r.pass, &r.cancel, &r.holder); err != nil {
			return nil, err
		}
		r.Due, r.DryRun = instant(due), dry != 0
		r.Created, r.Started, r.Finished = instant(created), instant(started), instant(finished)
		if err := json.Unmarshal([]byte(params), &r.Params); err != nil {
			return nil, fmt.Errorf("parameters of run %s: %w", r.ID, err)
		}
		if err := json.Unmarshal([]byte(summary), &r.Summary); err != nil {
			return nil, fmt.Errorf("counters of run %s: %w", r.ID, err)
		}
		out = append(out, r)
	}
	return out, found.Err()
}

// run is one run. NOT_FOUND.
func (s *Service) run(ctx context.Context, id string) (*row, error) {
	found, err := s.rows(ctx, "id = $1"+s.DB.Lock(ctx), id)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fault.New(fault.NotFound, "NOT_FOUND", "no run %s", id)
	}
	return &found[0], nil
}

func (s *Service) lines(ctx context.Context, runID string) ([]Line, error) {
	out := []Line{}
	var l Line
	var at int64
	err := s.DB.Each(ctx, []any{&l.N, &at, &l.Level, &l.Text}, func() error {
		l.At = date.InstantText(instant(at))
		out = append(out, l)
		return nil
	}, "SELECT n, at, level, text FROM schedule_lines WHERE run_id = $1 ORDER BY n", runID)
	return out, err
}
