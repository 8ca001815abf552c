package applications

import (
	"context"
	"maps"
	"slices"

	"poolkeeper.example/extension-service/domains/questions"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
)

// RowReadiness says what is missing before an application can be sent.
type RowReadiness struct {
	ID        int64     `json:"id" kind:"id"`
	Met       int       `json:"met"`
	Readiness Readiness `json:"readiness"`
}

const maxReadinessRows = 100

// readiness answers for the rows of a list; applications the caller cannot see are left out.
func (s *Service) readiness(ctx context.Context, in compareInput) (out resource.List[RowReadiness], err error) {
	if len(in.ID) == 0 || len(in.ID) > maxReadinessRows {
		return out, fault.Validation().Field("id", "validation.maxItems", map[string]any{"max": maxReadinessRows})
	}
	list, err := s.Locked(ctx, in.ID)
	if err != nil {
		return out, err
	}
	checks, err := s.checks(ctx, list)
	if err != nil {
		return out, err
	}
	out = resource.List[RowReadiness]{Results: make([]RowReadiness, len(list)), TotalResults: int64(len(list))}
	for i, one := range list {
		out.Results[i] = RowReadiness{ID: one.ID, Met: checks[i].Met(), Readiness: checks[i]}
	}
	return out, nil
}

// checks answers for each of a list what is missing before it can be sent.
func (s *Service) checks(ctx context.Context, list []Application) ([]Readiness, error) {
	around, err := s.loadSources(ctx, list)
	if err != nil {
		return nil, err
	}
	out := make([]Readiness, len(list))
	for i, one := range list {
		out[i] = Readiness{}
		if !one.isPending() {
			continue
		}
		f, err := s.factsFrom(ctx, one, staff, around)
		if err != nil {
			return nil, err
		}
		out[i] = f.readiness()
	}
	return out, nil
}

// fillRows fills what no column holds of the rows of an answer, as far as it is asked for by name.
func (s *Service) fillRows(ctx context.Context, rows []Application, wanted []*field.Field) error {
	if len(rows) == 0 {
		return nil
	}
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	if field.Find(wanted, "attempts") != nil {
		attempts, err := s.attempts(ctx, ids)
		if err != nil {
			return err
		}
		for i, id := range ids {
			rows[i].Attempts = attempts[id]
		}
	}
	if field.Find(wanted, "sendWait") != nil {
		if err := s.fillSendBlocks(ctx, rows); err != nil {
			return err
		}
	}
	if field.Find(wanted, "readiness") == nil {
		return nil
	}
	list, err := s.Locked(ctx, ids) // whole ones, of which rows may hold a few fields
	if err != nil {
		return err
	}
	checks, err := s.checks(ctx, list)
	if err != nil {
		return err
	}
	known := make(map[int64]Readiness, len(list))
	for i, one := range list {
		known[one.ID] = checks[i]
	}
	for i, id := range ids {
		rows[i].Readiness = known[id]
	}
	return nil
}

// fillSendBlocks says what is in the way of those that are due to be sent through a VMS, and of withdrawals that the
// VMS has not been notified of yet.
func (s *Service) fillSendBlocks(ctx context.Context, rows []Application) error {
	var ids []int64
	for _, a := range rows {
		if a.Status == SendPending || a.Status == Withdrawn {
			ids = append(ids, a.ID)
		}
	}
	if len(ids) == 0 || s.deps.Connections == nil {
		return nil
	}
	due, err := s.queuedTasks(ctx, ids)
	if err != nil {
		return err
	}
	for kind, clients := range due {
		blocking, err := s.deps.Connections.Obstacles(ctx, kind, slices.Collect(maps.Values(clients)))
		if err != nil {
			return err
		}
		for i := range rows {
			if client, isDue := clients[rows[i].ID]; isDue {
				rows[i].SendWait = blocking[client]
			}
		}
	}
	return nil
}

// queuedTasks are the first tasks of applications in the outbound queue, as far as they are not held: by kind, the
// client of each application.
func (s *Service) queuedTasks(ctx context.Context, ids []int64) (map[string]map[int64]int64, error) {
	out, seen := map[string]map[int64]int64{}, map[int64]bool{}
	var id, client int64
	var kind string
	err := s.DB().Each(ctx, []any{&id, &client, &kind}, func() error {
		if seen[id] {
			return nil
		}
		if seen[id] = true; out[kind] == nil {
			out[kind] = map[int64]int64{}
		}
		out[kind][id] = client
		return nil
	}, `
		SELECT a.id, a.client_id, t.kind
		  FROM outbound_tasks t
		  JOIN applications a ON a.id = t.application_id
		 WHERE t.state = 'QUEUED'
		   AND a.send_hold = 0
		   AND a.id IN `+s.DB().InList(1)+`
		 ORDER BY t.id`, store.IDList(ids))
	return out, err
}

// loadSources asks for everything around those of a list that wait to be sent at once, instead of row by row.
func (s *Service) loadSources(ctx context.Context, list []Application) (from sources, err error) {
	projects, people := map[int64]bool{}, map[int64]bool{}
	for _, a := range list {
		if a.isPending() {
			projects[a.ProjectID], people[a.FreelancerID] = true, true
		}
	}
	from.project, from.freelancer = s.assignment, s.freelancer
	if s.deps.Projects != nil {
		if from.project, err = remembered(ctx, projects, s.assignments, s.assignment); err != nil {
			return from, err
		}
	}
	if s.deps.Freelancers != nil {
		if from.freelancer, err = remembered(ctx, people, s.freelancersByID, s.freelancer); err != nil {
			return from, err
		}
	}
	if from.answers, err = s.answerStates(ctx, list); err != nil {
		return from, err
	}
	from.twin, err = s.duplicatesOf(ctx, people)
	return from, err
}

// answerStates asks for the questions of those of a list that wait to be sent at once.
func (s *Service) answerStates(
	ctx context.Context, list []Application,
) (func(context.Context, *Application) (AnswerState, error), error) {
	waiting := slices.DeleteFunc(slices.Clone(list), func(a Application) bool { return !a.isPending() })
	if s.deps.Questions == nil || len(waiting) == 0 {
		return s.answerState, nil
	}
	forms := make([]questions.Application, len(waiting))
	for i := range waiting {
		forms[i] = waiting[i].forQuestions()
	}
	sheets, err := s.deps.Questions.ForApplications(ctx, forms...)
	if err != nil {
		return nil, err
	}
	known := make(map[int64]AnswerState, len(sheets))
	for i, sheet := range sheets {
		known[waiting[i].ID] = answerStateFrom(sheet)
	}
	return func(_ context.Context, a *Application) (AnswerState, error) { return known[a.ID], nil }, nil
}

// remembered asks for all records once and answers for each; for one that is not there it asks again, to say why.
func remembered[T any](
	ctx context.Context, ids map[int64]bool, all func(context.Context, []int64) (map[int64]T, error),
	one func(context.Context, int64) (T, error),
) (func(context.Context, int64) (T, error), error) {
	if len(ids) == 0 {
		return one, nil
	}
	known, err := all(ctx, slices.Sorted(maps.Keys(ids)))
	return func(ctx context.Context, id int64) (T, error) {
		if v, there := known[id]; there {
			return v, nil
		}
		return one(ctx, id)
	}, err
}

// duplicatesOf finds what duplicateOf finds, for everything that the talents applied for.
func (s *Service) duplicatesOf(ctx context.Context,
	people map[int64]bool,
) (func(context.Context, Application) (duplicateApplication, error), error) {
	type projectPerson struct{ project, person int64 }
	out := map[projectPerson][]duplicateApplication{}
	find := func(_ context.Context, a Application) (duplicateApplication, error) {
		for _, t := range out[projectPerson{a.ProjectID, a.FreelancerID}] {
			if t.id != a.ID {
				return t, nil
			}
		}
		return duplicateApplication{}, nil
	}
	if len(people) == 0 {
		return find, nil
	}
	var t duplicateApplication
	var of projectPerson
	err := s.DB().Each(ctx, []any{&t.id, &t.handle, &of.project, &of.person}, func() error {
		out[of] = append(out[of], t)
		return nil
	}, `
		SELECT id, handle, project_id, freelancer_id
		  FROM applications
		 WHERE freelancer_id IN `+s.DB().InList(1)+`
		   AND status IN ('sp', 's2c', 'h')
		   AND deleted_at IS NULL
		 ORDER BY id`, store.IDList(slices.Sorted(maps.Keys(people))))
	return find, err
}
