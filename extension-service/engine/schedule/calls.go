package schedule

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Entity names jobs in the audit log.
const Entity = "scheduledJob"

// Endpoints are the calls of the scheduler.
func (s *Service) Endpoints() []resource.Endpoint {
	read, trigger, manage := []role.Permission{role.CronRead}, []role.Permission{role.CronTrigger},
		[]role.Permission{role.CronManage}
	return []resource.Endpoint{
		{Name: "scheduler.list", Method: "GET", Path: "/api/scheduler/list", Needs: read, Handle: resource.Handle(s.list)},
		{
			Name: "scheduler.preview", Method: "GET", Path: "/api/scheduler/preview", Needs: read,
			Handle: resource.Handle(s.preview),
		},
		{
			Name: "scheduler.triggerByGet", Method: "GET", Path: "/api/scheduler/trigger", Needs: trigger, Once: true,
			Status: 202, Everybody: true, Handle: resource.Handle(s.triggerByGet),
		},
		{
			Name: "scheduler.trigger", Method: "POST", Path: "/api/scheduler/trigger", Needs: trigger, Status: 202,
			Everybody: true, Handle: resource.Handle(s.trigger),
		},
		{Name: "scheduler.runs", Method: "GET", Path: "/api/scheduler/run", Needs: read, Handle: resource.Handle(s.runs)},
		{
			Name: "scheduler.run", Method: "GET", Path: "/api/scheduler/run/{runId}", Needs: read,
			Handle: resource.Handle(s.logged),
		},
		{
			Name: "scheduler.cancel", Method: "POST", Path: "/api/scheduler/run/{runId}/cancel", Needs: manage, Everybody: true,
			Handle: resource.Handle(s.cancel),
		},
		{
			Name: "scheduler.update", Method: "PUT", Path: "/api/scheduler/{name}", Needs: manage, Everybody: true,
			Handle: resource.Handle(s.update),
		},
		{
			Name: "scheduler.pause", Method: "PUT", Path: "/api/scheduler/{name}/pause", Needs: manage, Everybody: true,
			Handle: resource.Handle(s.pause),
		},
		{
			Name: "scheduler.resume", Method: "PUT", Path: "/api/scheduler/{name}/resume", Needs: manage, Everybody: true,
			Handle: resource.Handle(s.resume),
		},
	}
}

// Triggered is the answer of a call that starts a run.
type Triggered struct {
	RunID   string            `json:"runId"`
	Message string            `json:"message"`
	Params  map[string]string `json:"params" kind:"json"`
}

type triggering struct {
	Name   string           `json:"name"   check:"required,max=64"`
	Params map[string]int64 `json:"params" kind:"json"`
	DryRun bool             `json:"dryRun"`
}

type triggeringByGet struct {
	Name string `query:"name" check:"required,max=64"`
	With string `header:"X-Requested-With"`
	From string `header:"Sec-Fetch-Site"`
}

// triggerByGet is kept for those who know no other call. A link of another site cannot make it.
func (s *Service) triggerByGet(ctx context.Context, in triggeringByGet) (Triggered, error) {
	bad := fault.Validation()
	if in.With == "" {
		bad.Field("X-Requested-With", "validation.required", nil)
	}
	if own := []string{"", "same-origin", "none"}; !slices.Contains(own, in.From) {
		bad.Field("Sec-Fetch-Site", "validation.oneOf", map[string]any{"values": own[1:]})
	}
	if err := bad.OrNil(); err != nil {
		return Triggered{}, err
	}
	return s.trigger(ctx, triggering{Name: in.Name})
}

// trigger runs a job now, also one that is paused. UNKNOWN_JOB, JOB_RUNNING.
func (s *Service) trigger(ctx context.Context, in triggering) (Triggered, error) {
	out := Triggered{Message: "cron.triggered", Params: map[string]string{"name": in.Name}}
	err := s.change(ctx, role.CronTrigger, in.Name, func(ctx context.Context, st *state) error {
		if e := st.job.refused(in.Params); e != nil {
			return e
		}
		open, _, err := s.open(ctx, in.Name)
		if err != nil {
			return err
		}
		if open > 0 {
			return fault.New(fault.Conflict, "JOB_RUNNING", "%s is running", in.Name)
		}
		r := &row{Name: in.Name, State: Queued, DryRun: in.DryRun, Params: st.params}
		maps.Copy(r.Params, in.Params)
		if err := s.insert(ctx, r); err != nil {
			return err
		}
		out.RunID = r.ID
		return s.recordAction(ctx, "trigger", in.Name, map[string]any{"runId": r.ID, "dryRun": r.DryRun, "params": r.Params})
	})
	return out, err
}

// refused names the parameters that a job does not have, or that are out of their bounds.
func (j *Job) refused(limits map[string]int64) error {
	bad := fault.Validation()
	for _, name := range slices.Sorted(maps.Keys(limits)) {
		i := slices.IndexFunc(j.Params, func(p Param) bool { return p.Name == name })
		switch value := limits[name]; {
		case i < 0:
			return fault.New(fault.Invalid, "UNKNOWN_FIELD", "%s has no parameter %s", j.Name, name).Field("params."+name,
				"error.unknownField", nil)
		case value < j.Params[i].Min:
			bad.Field("params."+name, "validation.minValue", map[string]any{"min": j.Params[i].Min})
		case value > j.Params[i].Max:
			bad.Field("params."+name, "validation.maxValue", map[string]any{"max": j.Params[i].Max})
		}
	}
	return bad.OrNil()
}

// change does something about a job, as it stands, in a transaction. UNKNOWN_JOB.
func (s *Service) change(ctx context.Context, needs role.Permission, name string,
	fn func(ctx context.Context, st *state) error,
) error {
	if s.byName[name] == nil {
		return fault.New(fault.NotFound, "UNKNOWN_JOB", "no job %s", name)
	}
	return s.DB.Write(ctx, func(ctx context.Context) error {
		who := role.From(ctx)
		if err := s.Recheck(ctx, who); err != nil {
			return err
		}
		if !who.Can(needs) {
			return resource.Forbidden(needs)
		}
		states, err := s.loadStates(ctx)
		if err != nil {
			return err
		}
		if _, err := s.DB.Row(ctx, []any{new(string)}, "SELECT name FROM schedules WHERE name = $1"+s.DB.Lock(ctx),
			name); err != nil {
			return err
		}
		if err := fn(ctx, states[name]); err != nil {
			return err
		}
		store.AfterCommit(ctx, s.Wake)
		return nil
	})
}

// recordAction keeps in the audit log who did what with a job.
func (s *Service) recordAction(ctx context.Context, action, name string, after map[string]any) error {
	after["name"] = name
	return s.Audit(ctx, store.Entry{
		Entity: Entity, Act: resource.Act{Action: "cron." + action, Unguarded: true},
		After: after,
	})
}

// cancel stops a run that has not ended. TRANSITION_NOT_ALLOWED for others.
func (s *Service) cancel(ctx context.Context, in byRun) (out RunAnswer, err error) {
	r, err := s.run(ctx, in.ID)
	if err != nil {
		return out, err
	}
	err = s.change(ctx, role.CronManage, r.Name, func(ctx context.Context, _ *state) error {
		if r, err = s.run(ctx, in.ID); err != nil {
			return err
		}
		switch r.State {
		case Queued: // nobody is at it
			_, err = s.DB.Exec(ctx,
				"UPDATE schedule_runs SET state = 'CANCELLED', message = $1, finished = $2, lease_until = 0 WHERE id = $3",
				resultKey+"cancelled", s.Now().UnixMilli(), r.ID)
		case Running:
			_, err = s.DB.Exec(ctx, "UPDATE schedule_runs SET cancel = 1 WHERE id = $1", r.ID)
			store.AfterCommit(ctx, func() { s.stopHere(r.ID) })
		default:
			err = fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "the run is %s", r.State)
		}
		if err != nil {
			return err
		}
		return s.recordAction(ctx, "cancel", r.Name, map[string]any{"runId": r.ID})
	})
	if err != nil {
		return out, err
	}
	r, err = s.run(ctx, in.ID)
	if err == nil {
		out = r.answer()
	}
	return out, err
}

// stopHere ends a run at once where it is at work on this copy; another copy sees the wish in the row.
func (s *Service) stopHere(runID string) {
	if stop, ok := s.running.Load(runID); ok {
		stop.(context.CancelCauseFunc)(errCancelled)
	}
}

// Changing is what can be set of a job; null goes back to what is declared.
type changing struct {
	Name     string           `path:"name"`
	Schedule *string          `json:"schedule" check:"max=100"`
	Overlap  *Overlap         `json:"overlap"`
	Params   map[string]int64 `json:"params" kind:"json"`
}

// update sets when and how a job is run. Due times of another schedule count from now on.
func (s *Service) update(ctx context.Context, in changing) (Item, error) {
	values, err := members(ctx)
	if err != nil {
		return Item{}, err
	}
	return s.changed(ctx, in.Name, func(ctx context.Context, st *state) error {
		if in.Schedule != nil {
			if _, err := Parse(*in.Schedule); err != nil {
				return refusal(err)
			}
		}
		if e := st.job.refused(in.Params); e != nil {
			return e
		}
		after := map[string]any{}
		set := func(column string, value any) error {
			_, err := s.DB.Exec(ctx, "UPDATE schedules SET "+column+" = $1 WHERE name = $2", value, in.Name)
			return err
		}
		if values["schedule"] {
			after["schedule"] = in.Schedule
			if err := set("schedule", orEmpty(in.Schedule)); err != nil {
				return err
			}
			if err := set("since", s.Now().UnixMilli()); err != nil {
				return err
			}
		}
		if values["overlap"] {
			after["overlap"] = in.Overlap
			if err := set("overlap", string(orEmpty(in.Overlap))); err != nil {
				return err
			}
		}
		if values["params"] {
			after["params"] = in.Params
			text, err := json.Marshal(in.Params)
			if err != nil {
				return err
			}
			if err := set("params", string(text)); err != nil {
				return err
			}
		}
		return s.recordAction(ctx, "update", in.Name, after)
	})
}

func orEmpty[T ~string](v *T) T {
	if v == nil {
		return ""
	}
	return *v
}

// members are the names that the body of the call of ctx holds: null is a value, what is left out is none.
func members(ctx context.Context) (map[string]bool, error) {
	var body map[string]json.RawMessage
	if err := json.Unmarshal(resource.RequestOf(ctx).Body, &body); err != nil {
		return nil, fault.New(fault.BadRequest, "BAD_REQUEST", "the body is no object")
	}
	out := map[string]bool{}
	for name := range body {
		out[name] = true
	}
	return out, nil
}

// changed changes a job and answers it as it stands then.
func (s *Service) changed(ctx context.Context, name string, fn func(ctx context.Context, st *state) error) (Item,
	error,
) {
	var out Item
	err := s.change(ctx, role.CronManage, name, func(ctx context.Context, st *state) error {
		if err := fn(ctx, st); err != nil {
			return err
		}
		items, err := s.items(ctx)
		if err == nil {
			out = *items[name]
		}
		return err
	})
	return out, err
}

type pausing struct {
	Name   string    `path:"name"`
	Until  time.Time `json:"until"`
	Reason string    `json:"reason" check:"required,min=3,max=200"`
}

// pause leaves out the due times of a job from now on, until an instant or until it is resumed. One that is paused
// already gets the new end and reason.
func (s *Service) pause(ctx context.Context, in pausing) (Item, error) {
	return s.changed(ctx, in.Name, func(ctx context.Context, st *state) error {
		now := s.Now()
		if !in.Until.IsZero() && !in.Until.After(now) {
			return fault.Validation().Field("until", "validation.after", map[string]any{"min": date.InstantText(now)})
		}
		var until any
		if !in.Until.IsZero() {
			until = in.Until.UnixMilli()
		}
		after := map[string]any{"until": date.InstantOrNull(in.Until), "reason": in.Reason}
		if st.pause.covers(now) {
			if _, err := s.DB.Exec(ctx, "UPDATE schedule_pauses SET until = $1, reason = $2 WHERE id = $3", until, in.Reason,
				st.pause.id); err != nil {
				return err
			}
			return s.recordAction(ctx, "pause", in.Name, after)
		}
		if err := s.endPause(ctx, in.Name, now); err != nil {
			return err
		}
		who := role.From(ctx)
		_, err := s.DB.Exec(ctx,
			"INSERT INTO schedule_pauses (name, reason, by_id, by_name, started, until) VALUES ($1, $2, $3, $4, $5, $6)",
			in.Name, in.Reason, who.ID, who.Name, now.UnixMilli(), until)
		if err != nil {
			return err
		}
		return s.recordAction(ctx, "pause", in.Name, after)
	})
}

// endPause closes the pause of a job that is open, if there is one.
func (s *Service) endPause(ctx context.Context, name string, at time.Time) error {
	_, err := s.DB.Exec(ctx, `
		UPDATE schedule_pauses
		   SET ended = CASE WHEN until IS NOT NULL AND until < $1 THEN until ELSE $1 END
		 WHERE name = $2
		   AND ended IS NULL`, at.UnixMilli(), name)
	return err
}

type resuming struct {
	Name string `path:"name"`
}

// resume has a job run by its schedule again, from the next due time on. One that is not paused stays as it is.
func (s *Service) resume(ctx context.Context, in resuming) (Item, error) {
	return s.changed(ctx, in.Name, func(ctx context.Context, st *state) error {
		if !st.pause.covers(s.Now()) {
			return nil
		}
		if err := s.endPause(ctx, in.Name, s.Now()); err != nil {
			return err
		}
		return s.recordAction(ctx, "resume", in.Name, map[string]any{})
	})
}
