package jobs

import (
	"context"
	"encoding/json"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Endpoints are the calls about jobs. Everybody sees their own; those who may read the schedule and see every client
// see all.
func (s *Service) Endpoints() []resource.Endpoint {
	return []resource.Endpoint{
		{Name: "job.list", Method: "GET", Path: "/api/job", Handle: resource.Handle(s.list)},
		{Name: "job.get", Method: "GET", Path: "/api/job/{id}", Handle: resource.Handle(s.get)},
		{Name: "job.cancel", Method: "POST", Path: "/api/job/{id}/cancel", Handle: resource.Handle(s.Cancel)},
		{Name: "job.undo", Method: "POST", Path: "/api/job/{id}/undo", Handle: resource.Handle(s.Undo)},
	}
}

type listInput struct {
	ID    []string `query:"id" check:"max=200"`
	Sort  string   `query:"s" check:"max=200"`
	State State    `query:"state"`
	Kind  string   `query:"kind"   check:"max=64"`
	Mine  bool     `query:"mine"` // leaves out the jobs of others
	resource.Window
}

var sortColumns = map[string]string{
	"id": "id", "jobId": "id", "kind": "kind", "state": "state", "ownerName": "owner_name", "createdAt": "created",
	"startedAt":  "coalesce(started, 0)",
	"finishedAt": "coalesce(finished, 0)",
}

// list answers the jobs the caller may see, newest first.
func (s *Service) list(ctx context.Context, in listInput) (resource.List[Document], error) {
	who, out := role.From(ctx), resource.List[Document]{Results: []Document{}}
	where, args := "1 = 1", store.Args{}
	add := func(cond string, value any) { where += " AND " + cond + " = " + args.Add(value) }
	if in.Mine || !readsAll(who) {
		add("owner_id", who.ID)
	}
	if in.State != "" {
		add("state", string(in.State))
	}
	if in.Kind != "" {
		add("kind", in.Kind)
	}
	if len(in.ID) > 0 {
		where += " AND id IN " + store.OneOf(in.ID, args.Add)
	}
	order, err := resource.OrderBy(in.Sort, sortColumns, "created DESC, id")
	if err != nil {
		return out, err
	}
	first, limit := in.PageOf(len(in.ID))
	found, err := s.page(ctx, pageQuery{where: where, order: order, args: args, first: first, limit: limit},
		&out.TotalResults)
	for i := range found {
		may := owns(who, &found[i]) || s.permits(who, &found[i]) // whoever reads those of others sees every client
		out.Results = append(out.Results, s.document(ctx, &found[i], may))
	}
	return out, err
}

// pageQuery is a question for a page of jobs.
type pageQuery struct {
	where, order string
	args         store.Args
	first, limit int64
}

// page reads a page of jobs and counts them all. For a reader with a scope, who sees own jobs only, all are held
// against the scope.
func (s *Service) page(ctx context.Context, q pageQuery, total *int64) ([]Job, error) {
	if resource.IsConfined(ctx) {
		all, err := s.jobs(ctx, "WHERE "+q.where+q.order, q.args...)
		if err == nil {
			all, err = s.confineAll(ctx, all)
		}
		*total = int64(len(all))
		return all[min(q.first, *total):min(q.first+q.limit, *total)], err
	}
	if _, err := s.DB.Row(ctx, []any{total}, "SELECT count(*) FROM jobs WHERE "+q.where, q.args...); err != nil {
		return nil, err
	}
	return s.jobs(ctx, "WHERE "+q.where+q.order+" LIMIT "+q.args.Add(q.limit)+" OFFSET "+q.args.Add(q.first), q.args...)
}

type getInput struct {
	ID      string  `path:"id"`
	Outcome Outcome `query:"outcome"` // narrows the results
	Trouble bool    `query:"trouble"` // narrows them to what failed, or was not restored
	resource.Window
}

// get answers the progress document of a job with a page of its results.
func (s *Service) get(ctx context.Context, in getInput) (WithRows, error) {
	j, hidden, err := s.visibleJob(ctx, in.ID)
	if err != nil {
		return WithRows{}, err
	}
	may, err := s.mayControl(ctx, &j)
	if err != nil {
		return WithRows{}, err
	}
	out := WithRows{Document: s.document(ctx, &j, may), Results: []Result{}}
	if out.CanUndo {
		if _, out.Undoable, err = s.shownRows(ctx, &j, RowQuery{Reversible: s.Now()}, hidden); err != nil {
			return out, err
		}
	}
	q := RowQuery{Outcome: in.Outcome, Trouble: in.Trouble, Settled: in.Outcome == ""}
	q.Offset, q.Limit = in.Page()
	rows, total, err := s.shownRows(ctx, &j, q, hidden)
	out.TotalResults = total
	named := out.Own || s.Reads(ctx, j.Entity)
	for i := range rows {
		out.Results = append(out.Results, s.result(&j, &rows[i], named))
	}
	return out, err
}

// result is a row as it is answered. Of one that was changed the reasons say why it cannot be taken back.
func (s *Service) result(j *Job, row *Row, named bool) Result {
	r := Result{ID: row.ID, Outcome: row.Outcome, Undo: row.Undo, Version: row.Version, Messages: []string{}}
	why := row.Reasons
	if row.Outcome == Done && row.Undo == "" {
		if why.Code != "" {
			r.NoUndo = &why
		}
	} else {
		r.Code, r.Messages, r.FieldErrors = why.Code, append(r.Messages, why.Messages...), why.FieldErrors
		r.Params, r.BlockedBy = why.Params, why.BlockedBy
	}
	if s.canUndo(j, s.Now()) {
		r.CanUndoUntil = date.InstantOrNull(row.undoableUntil(j, s.Now()))
	}
	if named {
		r.Title = row.Title
	}
	return r
}

// visibleJob returns a job the caller may see today, with what the scope hides of it. NOT_FOUND for others.
func (s *Service) visibleJob(ctx context.Context, id string) (Job, hiddenPart, error) {
	j, err := s.byID(ctx, id)
	if err != nil {
		return j, hiddenPart{}, err
	}
	if who := role.From(ctx); !owns(who, &j) && !readsAll(who) {
		return Job{}, hiddenPart{}, noJob(id)
	}
	hidden, isSeen, err := s.confine(ctx, &j)
	if err == nil && !isSeen {
		err = noJob(id)
	}
	return j, hidden, err
}

func noJob(id string) error { return fault.New(fault.NotFound, "NOT_FOUND", "no job %s", id) }

type byID struct {
	ID string `path:"id"`
}

// Cancel stops a job after the chunk at hand. TRANSITION_NOT_ALLOWED once it has ended.
func (s *Service) Cancel(ctx context.Context, in byID) (Document, error) {
	return s.change(ctx, in.ID, "cancel", func(ctx context.Context, j *Job) error {
		if !cancellable(j) {
			return fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "job %s is %s", j.ID, j.State)
		}
		if j.State == Queued || j.State == Planned || j.State == AwaitingDecision { // nobody works on it
			_, err := s.DB.Exec(ctx, "UPDATE jobs SET state = $1, finished = $2, holder = '', pass = pass + 1 WHERE id = $3",
				string(Cancelled), s.Now().UnixMilli(), j.ID)
			return err
		}
		_, err := s.DB.Exec(ctx, "UPDATE jobs SET cancel = 1 WHERE id = $1", j.ID)
		return err
	})
}

type undoInput struct {
	ID     string `path:"id"`
	DryRun bool   `query:"dryRun"` // tries it, answers what would happen, changes nothing
}

// Undo takes back what a job has done, within seven days. TRANSITION_NOT_ALLOWED later, and for what cannot be undone.
func (s *Service) Undo(ctx context.Context, in undoInput) (UndoAnswer, error) {
	if in.DryRun {
		return s.wouldUndo(ctx, in.ID)
	}
	out, err := s.change(ctx, in.ID, "undo", func(ctx context.Context, j *Job) error {
		if !s.canUndo(j, s.Now()) {
			return notUndoable(j)
		}
		if busy := s.kinds[j.Kind].Busy; busy != nil {
			if err := busy(ctx, j); err != nil {
				return err
			}
		}
		before, err := json.Marshal(priorOutcome{j.State, j.Progress})
		if err != nil {
			return err
		}
		_, err = s.DB.Exec(ctx, `
			UPDATE jobs
			   SET before_undo = $6, state = $1, undo_by = $2, pass = pass + 1, checkpoint = '', phase = '', processed = 0, added = 0, updated = 0,
			       skipped = 0, conflicts = 0, failed = 0, holder = '', cancel = 0, lease_until = $3, started = $4, finished = NULL
			 WHERE id = $5`, string(Undoing), role.From(ctx).ID, s.Now().Add(queueLimit).UnixMilli(), s.Now().UnixMilli(), j.ID, string(before))
		if err != nil {
			return err
		}
		j.pass++
		return s.request(ctx, j)
	})
	return UndoAnswer{Document: out}, err
}

func notUndoable(j *Job) error {
	return fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "job %s is %s and cannot be undone now", j.ID, j.State)
}

func (s *Service) wouldUndo(ctx context.Context, id string) (out UndoAnswer, err error) {
	j, err := s.changeable(ctx, id)
	if err != nil {
		return out, err
	}
	if out.Document = s.document(ctx, &j, true); !out.CanUndo {
		return out, notUndoable(&j)
	}
	preview, err := s.tryUndo(ctx, &j)
	out.Preview = &preview
	return out, err
}

// changeable is a job that the caller may stop and take back. NOT_FOUND for others, FORBIDDEN for those the caller may
// only read.
func (s *Service) changeable(ctx context.Context, id string) (Job, error) {
	who := role.From(ctx)
	if err := s.Recheck(ctx, who); err != nil {
		return Job{}, err
	}
	j, err := s.byID(ctx, id)
	if err != nil {
		return j, err
	}
	_, isSeen, err := s.confine(ctx, &j)
	if err != nil {
		return j, err
	}
	may, err := s.mayControl(ctx, &j)
	switch {
	case err != nil:
		return j, err
	case !isSeen:
		return j, noJob(id)
	case !may && !owns(who, &j) && !readsAll(who):
		return j, noJob(id)
	case !may:
		return j, resource.Forbidden(s.needs(&j)...)
	}
	return j, nil
}

// change alters a job in the name of the caller and answers it as it stands then.
func (s *Service) change(ctx context.Context, id, action string, fn func(ctx context.Context, j *Job) error) (Document,
	error,
) {
	var out Document
	err := s.DB.Write(ctx, func(ctx context.Context) error {
		j, err := s.changeable(ctx, id)
		if err != nil {
			return err
		}
		if err := fn(ctx, &j); err != nil {
			return err
		}
		if err := s.recordAction(ctx, action, &j); err != nil {
			return err
		}
		now, err := s.byID(ctx, id)
		if err == nil {
			_, _, err = s.confine(ctx, &now)
		}
		out = s.document(ctx, &now, true)
		return err
	})
	return out, err
}

func (s *Service) needs(j *Job) []role.Permission {
	if k := s.kinds[j.Kind]; k.Needs != nil {
		return k.Needs(j)
	}
	return nil
}

// recordAction keeps in the audit log who started, cancelled or undid a job.
func (s *Service) recordAction(ctx context.Context, action string, j *Job) error {
	return s.Audit(ctx, store.Entry{
		Entity: "job", Act: resource.Act{Action: "job." + action},
		After: map[string]any{"jobId": j.ID, "kind": j.Kind, "entity": j.Entity, "action": j.Action},
	})
}
