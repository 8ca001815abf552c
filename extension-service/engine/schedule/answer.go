package schedule

import (
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/enum"
)

// Trigger says what has started a run.
type Trigger string

// The triggers.
const (
	BySchedule Trigger = "SCHEDULE"
	ByHand     Trigger = "MANUAL"
)

// Enum lists the triggers.
func (Trigger) Enum() enum.List {
	return enum.List{
		Name: "scheduleTrigger", Text: "enum.scheduleTrigger",
		Values: []string{string(BySchedule), string(ByHand)},
	}
}

// Item is a declared job as the list answers it.
type Item struct {
	ID              string     `json:"id"` // its name
	Name            string     `json:"name"`
	DescriptionKey  string     `json:"descriptionKey"`
	Schedule        string     `json:"schedule"`
	DefaultSchedule string     `json:"defaultSchedule"`
	Fields          string     `json:"fields"` // the five of the schedule, with numbers for names
	TimeZone        string     `json:"timeZone"`
	Enabled         bool       `json:"enabled"` // it is not paused
	PausedBy        *string    `json:"pausedBy"`
	PausedSince     *string    `json:"pausedSince"`
	PausedUntil     *string    `json:"pausedUntil"`
	PauseReason     *string    `json:"pauseReason"`
	Missed          *Missed    `json:"missed"`   // by the latest pause, until the job has run again
	Downtime        *Downtime  `json:"downtime"` // the latest of a week in which due times were missed
	Overlap         Overlap    `json:"overlap"`
	TimeoutSeconds  int64      `json:"timeoutSeconds"`
	NextRunAt       *string    `json:"nextRunAt"` // null while it is paused with no end
	Upcoming        []string   `json:"upcoming"`
	Running         bool       `json:"running"`
	LastRun         *EndedRun  `json:"lastRun"` // a dry run too
	Stats30d        Stats      `json:"stats30d"`
	Failed24h       int64      `json:"failed24h"` // runs that have failed within a day, without dry runs
	Recent          []EndedRun `json:"recent"`    // the last thirty runs, the latest first
	Params          []Param    `json:"params"`
}

// Missed is the window in which due times were left out.
type Missed struct {
	From  string  `json:"from"`
	Until *string `json:"until"` // null while it goes on
	Count int64   `json:"count"` // so far
}

// Stats counts the runs of the last thirty days, without dry runs.
type Stats struct {
	Runs    int64 `json:"runs"`
	Failed  int64 `json:"failed"`
	Skipped int64 `json:"skipped"`
	P95Ms   int64 `json:"p95Ms"`
}

// EndedRun is a run in short.
type EndedRun struct {
	RunID      string           `json:"runId"`
	State      State            `json:"state"`
	Trigger    Trigger          `json:"trigger"`
	DryRun     bool             `json:"dryRun"`
	StartedAt  *string          `json:"startedAt"`
	FinishedAt *string          `json:"finishedAt"`
	DurationMs *int64           `json:"durationMs"`
	Summary    map[string]int64 `json:"summary" kind:"json"`
	MessageKey string           `json:"messageKey"`
}

// RunAnswer is a run with what led to it.
type RunAnswer struct {
	EndedRun

	ID          string           `json:"id"`
	Name        string           `json:"name"`
	DueAt       *string          `json:"dueAt"`
	CreatedAt   string           `json:"createdAt"`
	Params      map[string]int64 `json:"params" kind:"json"`
	TriggeredBy *string          `json:"triggeredBy"`
	Error       string           `json:"error"`
	CanCancel   bool             `json:"canCancel"`
}

// Logged is a run with its log.
type Logged struct {
	RunAnswer

	Lines []Line `json:"lines"`
}

const upcomingShown = 3

// item is a job as it stands; pages of runs and counters are filled by the list.
func (s *Service) item(st *state) Item {
	now, j := s.Now(), st.job
	out := Item{
		ID: j.Name, Name: j.Name, DescriptionKey: "cron." + j.Name, Schedule: st.schedule, DefaultSchedule: j.Schedule,
		Fields: st.times.fields, TimeZone: st.times.zone.String(), Enabled: true,
		Overlap: st.overlap, TimeoutSeconds: int64(j.Timeout.Seconds()), Upcoming: []string{}, Recent: []EndedRun{},
		Params: []Param{},
	}
	from := now
	if p := st.pause; p.covers(now) {
		out.Enabled, out.PausedBy, out.PauseReason = false, &p.byName, &p.reason
		out.PausedSince, out.PausedUntil = date.InstantOrNull(p.started), date.InstantOrNull(p.until)
		from = p.until
	}
	if !from.IsZero() { // a run at the very end of a pause is none of those it leaves out
		for _, at := range st.times.Upcoming(from.Add(-time.Nanosecond), upcomingShown+1) {
			if at.After(now) && len(out.Upcoming) < upcomingShown {
				out.Upcoming = append(out.Upcoming, date.InstantText(at))
			}
		}
		out.NextRunAt = &out.Upcoming[0]
	}
	for _, p := range j.Params {
		p.Default = st.params[p.Name]
		out.Params = append(out.Params, p)
	}
	return out
}

func (r *row) short() EndedRun {
	out := EndedRun{
		RunID: r.ID, State: r.State, Trigger: ByHand, DryRun: r.DryRun, StartedAt: date.InstantOrNull(r.Started),
		FinishedAt: date.InstantOrNull(r.Finished), Summary: r.Summary,
		MessageKey: r.Message,
	}
	if !r.Due.IsZero() {
		out.Trigger = BySchedule
	}
	if !r.Started.IsZero() && !r.Finished.IsZero() {
		out.DurationMs = new(r.Finished.Sub(r.Started).Milliseconds())
	}
	return out
}

func (r *row) answer() RunAnswer {
	out := RunAnswer{
		EndedRun: r.short(), ID: r.ID, Name: r.Name, DueAt: date.InstantOrNull(r.Due),
		CreatedAt: date.InstantText(r.Created), Params: r.Params, Error: r.Error,
		CanCancel: r.State == Queued || r.State == Running && r.cancel == 0,
	}
	if r.ByID != 0 {
		out.TriggeredBy = &r.ByName
	}
	return out
}
