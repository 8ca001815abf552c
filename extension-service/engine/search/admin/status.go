package admin

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/search"
)

// Status is how the index of one type stands.
type Status struct {
	Type                string     `json:"type"`
	Engine              string     `json:"engine"`
	Index               string     `json:"index"` // "" before the first one is complete
	PreviousIndex       string     `json:"previousIndex"`
	PreviousUntil       *string    `json:"previousUntil"` // until when one can roll back to it
	Documents           int64      `json:"documents"`
	Rows                int64      `json:"rows"`
	Waiting             int64      `json:"waiting"` // changes that the index does not show yet
	OldestOutboxSeconds int64      `json:"oldestOutboxSeconds"`
	Rebuild             *State     `json:"rebuild"` // the last one, or the one that runs
	Comparing           *State     `json:"comparing"`
	Repair              *State     `json:"repair"`
	Drift               *DriftSums `json:"drift"` // of the last report; null before the first
}

// DriftSums are the figures of a report.
type DriftSums struct {
	ReportID string                 `json:"reportId"`
	At       *string                `json:"at"`
	Counts   map[search.Drift]int64 `json:"counts"`
	Open     int64                  `json:"open"` // listed and not repaired since
}

type listInput struct{}

// list answers how the index of every type stands, so that a screen need not know which types there are.
func (s *Service) list(ctx context.Context, _ listInput) (resource.List[Status], error) {
	out := resource.List[Status]{Results: []Status{}}
	for _, typ := range s.Indexes.Types() {
		one, err := s.status(ctx, ofType{typ})
		if err != nil {
			return out, err
		}
		out.Results = append(out.Results, one)
	}
	out.TotalResults = int64(len(out.Results))
	return out, nil
}

func (s *Service) status(ctx context.Context, in ofType) (Status, error) {
	out := Status{Type: in.Type, Engine: s.Engine}
	now, err := s.Indexes.Summary(ctx, in.Type)
	if err != nil {
		return out, err
	}
	out.Index, out.PreviousIndex, out.Documents = now.Index, now.Previous, now.Documents
	if now.Previous != "" {
		out.PreviousUntil = date.InstantOrNull(now.PreviousSince.Add(search.Retention))
	}
	if out.Rows, err = s.Rows(withFullScope(ctx), in.Type); err != nil {
		return out, err
	}
	var oldest time.Time
	if out.Waiting, oldest, err = s.DB.BacklogOf(ctx, search.Topic, in.Type); err != nil {
		return out, err
	}
	if out.Waiting > 0 {
		out.OldestOutboxSeconds = max(0, int64(s.Now().Sub(oldest).Seconds()))
	}
	for kind, into := range map[string]**State{
		RebuildJob: &out.Rebuild, DriftJob: &out.Comparing,
		RepairJob: &out.Repair,
	} {
		if *into, err = s.latestJob(ctx, kind, in.Type); err != nil {
			return out, err
		}
	}
	builds, err := s.Builds(ctx)
	if err != nil {
		return out, err
	}
	if b, runs := builds[in.Type]; runs && (out.Rebuild == nil || out.Rebuild.FinishedAt != nil) {
		out.Rebuild = b.state(in.Type)
	}
	out.Drift, err = s.sums(ctx, in.Type)
	return out, err
}

// latestJob is the work of a kind that was started last, nil when there was none.
func (s *Service) latestJob(ctx context.Context, kind, typ string) (*State, error) {
	j, err := s.Jobs.Latest(ctx, kind, typ)
	if err != nil || j == nil {
		return nil, err
	}
	st, err := stateOf(j)
	return &st, err
}
