package content

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	linesPerTransaction = 1000 // lines of a plan that one transaction adds
	linesInRow          = 100  // lines that one statement adds
)

// changeJob is one job as it is stored.
type changeJob struct {
	jobID, planID, batch string
	client               int64
	isPlanned, isUsed    bool
	facts                TextPlan // without its lines
	expires              time.Time
}

// count takes over how many lines of each kind a plan has.
func (p *TextPlan) count(from *TextPlan) {
	file := p.File
	*p = *from
	p.File, p.Lines = file, nil
}

func flag(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

func (s *Service) addChange(ctx context.Context, b *changeJob) error {
	facts, err := json.Marshal(b.facts)
	if err != nil {
		return err
	}
	_, err = s.cfg.DB.Exec(ctx, `
		INSERT INTO text_jobs (job_id, plan_id, batch_id, client_id, is_planned, is_used, facts, expires, created)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		b.jobID, b.planID, b.batch, b.client, flag(b.isPlanned), flag(b.isUsed), string(facts), b.expires.UnixMilli(),
		s.cfg.Now().UnixMilli())
	return err
}

func (s *Service) savePlan(ctx context.Context, b *changeJob) error {
	facts, err := json.Marshal(b.facts)
	if err != nil {
		return err
	}
	_, err = s.cfg.DB.Exec(ctx, "UPDATE text_jobs SET is_planned = 1, facts = $1, expires = $2 WHERE job_id = $3",
		string(facts), b.expires.UnixMilli(), b.jobID)
	return err
}

// changeBy reads a job by its id, its plan or its batch. NOT_FOUND, also for one of a client that the caller does not
// see.
func (s *Service) changeBy(ctx context.Context, column, id string) (*changeJob, error) {
	b := &changeJob{}
	var facts string
	var planned, used, expires int64
	found, err := s.cfg.DB.Row(ctx, []any{&b.jobID, &b.planID, &b.batch, &b.client, &planned, &used, &facts, &expires}, `
		SELECT job_id, plan_id, batch_id, client_id, is_planned, is_used, facts, expires
		  FROM text_jobs
		 WHERE `+column+` = $1`, id)
	if err == nil && (!found || !canSeeClient(role.From(ctx), b.client)) {
		err = fault.New(fault.NotFound, "NOT_FOUND", "no such change of texts")
	}
	if err != nil {
		return nil, err
	}
	b.isPlanned, b.isUsed, b.expires = planned != 0, used != 0, time.UnixMilli(expires)
	return b, json.Unmarshal([]byte(facts), &b.facts)
}

// linesToAdd are lines of a job that come behind others.
type linesToAdd struct {
	jobID    string
	after    int
	lines    []PlanLine
	isChosen bool
}

func (s *Service) addLines(ctx context.Context, add linesToAdd) error {
	after := add.after
	for part := range slices.Chunk(add.lines, linesInRow) {
		var args store.Args
		var values []string
		for _, l := range part {
			text, err := json.Marshal(l)
			if err != nil {
				return err
			}
			after++
			marks := []string{
				args.Add(add.jobID), args.Add(after), args.Add(l.ID), args.Add(string(l.Kind)),
				args.Add(flag(add.isChosen)), args.Add(string(text)),
			}
			values = append(values, "("+strings.Join(marks, ", ")+")")
		}
		_, err := s.cfg.DB.Exec(ctx, "INSERT INTO text_job_lines (job_id, n, line_id, kind, is_chosen, line) VALUES "+
			strings.Join(values, ", "), args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// chooseLines sets which lines are carried out.
func (s *Service) chooseLines(ctx context.Context, jobID string, in Deciding) error {
	for _, kind := range []PlanKind{IsNew, IsChanged, IsConflict, IsRemoved} {
		isChosen, err := Deciding{Policies: in.Policies}.decides("", kind)
		if err != nil {
			return err
		}
		if _, err := s.cfg.DB.Exec(ctx, "UPDATE text_job_lines SET is_chosen = $1 WHERE job_id = $2 AND kind = $3",
			flag(isChosen), jobID, string(kind)); err != nil {
			return err
		}
	}
	for id := range in.Decisions {
		var kind string
		found, err := s.cfg.DB.Row(ctx, []any{&kind}, "SELECT kind FROM text_job_lines WHERE job_id = $1 AND line_id = $2",
			jobID, id)
		if err != nil {
			return err
		}
		if !found {
			return fieldError("decisions."+id, "validation.reference")
		}
		isChosen, err := in.decides(id, PlanKind(kind))
		if err != nil {
			return err
		}
		if _, err := s.cfg.DB.Exec(ctx, "UPDATE text_job_lines SET is_chosen = $1 WHERE job_id = $2 AND line_id = $3",
			flag(isChosen), jobID, id); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) countChosen(ctx context.Context, jobID string) (n int64, err error) {
	_, err = s.cfg.DB.Row(ctx, []any{&n}, "SELECT count(*) FROM text_job_lines WHERE job_id = $1 AND is_chosen = 1", jobID)
	return n, err
}

// chosenLines are the next lines to carry out, and the place of the last of them.
func (s *Service) chosenLines(ctx context.Context, jobID string, after int64) (out []PlanLine, last int64, err error) {
	return s.readLines(ctx, "job_id = $1 AND is_chosen = 1 AND n > $2 ORDER BY n LIMIT $3", jobID, after, maxRows)
}

// linesOf are some lines of a plan, with how many there are of the kind.
func (s *Service) linesOf(ctx context.Context, jobID string, q LinesQuery) (total int, out []PlanLine, err error) {
	args := store.Args{jobID}
	where := "job_id = $1"
	if q.Kind != "" {
		where += " AND kind = " + args.Add(string(q.Kind))
	}
	if _, err := s.cfg.DB.Row(ctx, []any{&total}, "SELECT count(*) FROM text_job_lines WHERE "+where,
		args...); err != nil {
		return 0, nil, err
	}
	offset, limit := q.PageOf(shownLines)
	where += ` ORDER BY CASE kind WHEN 'CONFLICT' THEN 0 WHEN 'REFUSED' THEN 1 ELSE 2 END, n LIMIT ` + args.Add(limit)
	where += " OFFSET " + args.Add(offset)
	out, _, err = s.readLines(ctx, where, args...)
	return total, out, err
}

func (s *Service) readLines(ctx context.Context, where string, args ...any) (out []PlanLine, last int64, err error) {
	out = []PlanLine{}
	var text string
	err = s.cfg.DB.Each(ctx, []any{&last, &text}, func() error {
		var l PlanLine
		err := json.Unmarshal([]byte(text), &l)
		out = append(out, l)
		return err
	}, "SELECT n, line FROM text_job_lines WHERE "+where, args...)
	return out, last, err
}

// recordedIn finds what the history has of a batch already.
func (s *Service) recordedIn(batch string, client int64) func(context.Context, []string) (map[string]bool, error) {
	return func(ctx context.Context, keys []string) (map[string]bool, error) {
		args := store.Args{batch, client}
		out := map[string]bool{}
		var locale, key string
		err := s.cfg.DB.Each(ctx, []any{&locale, &key}, func() error {
			out[locale+" "+key] = true
			return nil
		}, "SELECT locale, message_key FROM text_changes WHERE batch_id = $1 AND client_id = $2 AND message_key IN "+
			store.OneOf(keys, args.Add), args...)
		return out, err
	}
}

// purgePlans removes the lines of plans that nobody can carry out any more, and of jobs that have ended a week ago.
func (s *Service) purgePlans(ctx context.Context) error {
	ids, err := s.cfg.DB.Texts(ctx, `
		SELECT t.job_id
		  FROM text_jobs t
		  JOIN job_state_facts j ON j.id = t.job_id
		 WHERE t.is_used = 0 AND t.is_planned = 1 AND t.expires < $1
		    OR j.state IN ('COMPLETED', 'COMPLETED_WITH_CONFLICTS', 'FAILED', 'CANCELLED', 'UNDONE')
		 ORDER BY t.job_id`, s.cfg.Now().UnixMilli())
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.dropLines(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) dropLines(ctx context.Context, jobID string) error {
	return s.cfg.DB.Write(ctx, func(ctx context.Context) error {
		_, err := s.cfg.DB.Exec(ctx, "DELETE FROM text_job_lines WHERE job_id = $1", jobID)
		return err
	})
}

// changedText is what undoing needs of a text: which one it is. What it was before stands in the history.
type changedText struct {
	Client int64  `json:"client"`
	Locale string `json:"locale"`
	Key    string `json:"messageKey"`
}

// title is what the row of a text is called.
func (t changedText) title() string { return t.Locale + " " + t.Key }

// text says which text a change is of.
func (c Change) text() changedText { return changedText{c.Client, c.Locale, c.Key} }

// rowsOfJob are what became of lines.
func rowsOfJob(lines, left []PlanLine) []jobs.Row {
	isLeft := map[string]bool{}
	for _, l := range left {
		isLeft[l.ID] = true
	}
	out := make([]jobs.Row, len(lines))
	for i, l := range lines {
		out[i] = jobs.Row{Title: l.address(), OK: !isLeft[l.ID]}
		if isLeft[l.ID] {
			out[i].Outcome, out[i].Reasons = jobs.Skipped, resource.ReasonCode("STALE_VERSION")
			continue
		}
		out[i].Before = changedText{Locale: l.Locale, Key: l.Key}
	}
	return out
}

func countInto(p *jobs.Progress, lines, left []PlanLine) {
	for _, l := range lines {
		p.Processed++
		if l.Before == nil {
			p.Added++
		} else {
			p.Updated++
		}
	}
	for _, l := range left {
		p.Conflicts++
		if l.Before == nil {
			p.Added--
		} else {
			p.Updated--
		}
	}
}

// restoreChange takes texts of a job back, as far as they are what it made of them, or says what would become of them.
func (s *Service) restoreChange(ctx context.Context, j *jobs.Job, rows []jobs.Row, isDry bool) ([]jobs.Row, error) {
	b, err := s.changeBy(ctx, "job_id", j.ID)
	if err != nil {
		return nil, err
	}
	return s.undoRows(ctx, undoing{
		batch: b.batch, client: b.client, as: "txu_" + strings.TrimPrefix(b.jobID, "txj_"),
		isDry: isDry,
	}, rows)
}

// undoing says which batch is undone, and as which one.
type undoing struct {
	batch  string
	client int64 // of texts that name none
	as     string
	isDry  bool
}

// undoRows takes the texts of rows back to what they were before a batch, and says which of them are so then.
func (s *Service) undoRows(ctx context.Context, u undoing, rows []jobs.Row) ([]jobs.Row, error) {
	texts := make([]changedText, len(rows))
	for i := range rows {
		if err := rows[i].Image(&texts[i]); err != nil {
			return nil, err
		}
		texts[i].Client = cmp.Or(texts[i].Client, u.client)
	}
	isBack, err := s.revertTexts(ctx, u, texts)
	if err != nil {
		return nil, err
	}
	out := make([]jobs.Row, len(rows))
	for i := range rows {
		out[i] = jobs.Row{N: rows[i].N, OK: isBack[texts[i]]}
		if !out[i].OK {
			out[i].Outcome, out[i].Reasons = jobs.Skipped, resource.ReasonCode("STALE_VERSION")
		}
	}
	return out, nil
}

// revertTexts takes texts back to what they were before the batch, and says which of them are so then.
func (s *Service) revertTexts(ctx context.Context, u undoing, texts []changedText) (map[changedText]bool, error) {
	keys := make([]string, len(texts))
	for i, text := range texts {
		keys[i] = text.Key
	}
	s.Gateway.changing.Lock()
	defer s.Gateway.changing.Unlock()
	args := store.Args{u.batch}
	found, err := s.history().read(ctx, "batch_id = $1 AND message_key IN "+store.OneOf(keys,
		args.Add)+" ORDER BY id DESC", args)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(c Change) bool { return !slices.Contains(texts, c.text()) })
	var planned Restored
	steps, err := s.Gateway.findReversals(ctx, found, &planned)
	if err != nil {
		return nil, err
	}
	out := map[changedText]bool{}
	for _, c := range append(planned.Changes, planned.already...) {
		out[c.text()] = true
	}
	if u.isDry || len(steps) == 0 {
		return out, nil
	}
	return out, s.Gateway.writeReversals(ctx, u.as, steps)
}

func (s *Service) history() *History { return &History{DB: s.cfg.DB, Now: s.cfg.Now} }
