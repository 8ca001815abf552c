package content

import (
	"context"
	"net/http"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// RestoreKind is the kind of the jobs that take many changes back.
const RestoreKind = "text.restore"

const (
	restorePrefix     = "txr_"
	restoredKeysInOne = 50 // keys, each with its texts in all languages and of all clients, that are taken back at once
)

// restoring is what a restore job is asked for: the changes up to one of them, so that its own are none of them.
type restoring struct {
	Restoring

	UpTo int64 `json:"upTo"`
}

// Action names what the job is shown under.
func (restoring) Action() string { return "restore" }

// RestoreJob declares the jobs that take back more changes than a caller waits for: of a batch, or of somebody in a
// time.
func (s *Service) RestoreJob() jobs.Kind {
	return jobs.Kind{
		Name: RestoreKind, Prefix: restorePrefix, Run: s.runRestore, RestoreMany: s.undoRestore, Reach: s.seesRestored,
		Needs: func(*jobs.Job) []role.Permission { return []role.Permission{role.TranslationWrite} },
	}
}

// restoreByJob lets a job take changes back.
func (s *Service) restoreByJob(ctx context.Context, history *History, in Restoring) (Restored, error) {
	q := in.query()
	q.Window = resource.Window{Limit: new(int64(1))}
	last, err := history.List(ctx, q)
	if err != nil || len(last.Results) == 0 {
		return Restored{}, err
	}
	job, err := s.cfg.Jobs.Start(ctx, RestoreKind, defaultTexts, restoring{in, last.Results[0].EntryID})
	resource.ReplyOf(ctx).Status = http.StatusAccepted
	return Restored{Changes: []Change{}, Conflicts: []Change{}, Total: last.TotalResults, JobID: job.JobID}, err
}

// restorePoint is how far a restore job has come.
type restorePoint struct {
	Key string `json:"messageKey"` // the last whose texts were taken back
}

// restoreBatch names what a job writes: it can be taken back as a batch.
func restoreBatch(jobID string) string { return "txt_" + strings.TrimPrefix(jobID, restorePrefix) }

// runRestore takes the texts of the next keys back until none is left. What an interrupted pass has taken back counts
// as taken back.
func (s *Service) runRestore(ctx context.Context, r *jobs.Run) error {
	if !role.From(ctx).Can(role.TranslationWrite) {
		return resource.Forbidden(role.TranslationWrite)
	}
	var input restoring
	if err := r.Input(&input); err != nil {
		return err
	}
	var at restorePoint
	_, err := r.Checkpoint(&at)
	for more := true; err == nil && more; {
		more, err = s.restoreSome(ctx, r, input, &at)
	}
	return err
}

// restoreSome takes the texts of the next keys back, and says whether there were any.
func (s *Service) restoreSome(ctx context.Context, r *jobs.Run, input restoring, at *restorePoint) (bool, error) {
	where, args := input.query().where(role.From(ctx))
	where += " AND id <= " + args.Add(input.UpTo)
	progress := r.Job().Progress
	if progress.Phase == "" {
		progress.Phase = "TEXTS"
		counted := "SELECT count(*) FROM (SELECT DISTINCT client_id, locale, message_key FROM text_changes WHERE " + where +
			") texts"
		if _, err := s.cfg.DB.Row(ctx, []any{&progress.Total}, counted, args...); err != nil {
			return false, err
		}
	}
	next := where + " AND message_key > " + args.Add(at.Key) + " ORDER BY message_key LIMIT " + args.Add(restoredKeysInOne)
	keys, err := s.cfg.DB.Texts(ctx, "SELECT DISTINCT message_key FROM text_changes WHERE "+next, args...)
	if err != nil || len(keys) == 0 {
		return false, err
	}
	where, args = input.query().where(role.From(ctx))
	where += " AND id <= " + args.Add(input.UpTo) + " AND message_key IN " + store.OneOf(keys,
		args.Add) + " ORDER BY id DESC"
	out, err := s.revert(ctx, where, args, restoreBatch(r.Job().ID))
	if err != nil {
		return false, err
	}
	rows := rowsOfRestored(out)
	progress.Processed += int64(len(rows))
	progress.Updated += int64(len(out.Changes))
	left := countLeft(rows)
	progress.Conflicts += left
	progress.Skipped += int64(len(rows)-len(out.Changes)) - left
	at.Key = keys[len(keys)-1]
	return true, s.cfg.DB.Write(ctx, func(ctx context.Context) error {
		if err := r.Report(ctx, rows...); err != nil {
			return err
		}
		return r.Save(ctx, at, progress)
	})
}

// revert takes the texts of some changes back as one batch.
func (s *Service) revert(ctx context.Context, where string, args store.Args, batch string) (out Restored, err error) {
	s.Gateway.changing.Lock()
	defer s.Gateway.changing.Unlock()
	found, err := s.history().read(ctx, where, args)
	if err != nil {
		return out, err
	}
	steps, err := s.Gateway.findReversals(ctx, found, &out)
	if err != nil || len(steps) == 0 {
		return out, err
	}
	return out, s.Gateway.writeReversals(ctx, batch, steps)
}

// rowsOfRestored are what became of texts: taken back, so already, or left because they have changed since.
func rowsOfRestored(out Restored) []jobs.Row {
	var rows []jobs.Row
	isReported := map[changedText]bool{}
	add := func(list []Change, make func(changedText) jobs.Row) {
		for _, c := range list {
			if text := c.text(); !isReported[text] {
				isReported[text] = true
				rows = append(rows, make(text))
			}
		}
	}
	add(out.Changes, func(text changedText) jobs.Row { return jobs.Row{Title: text.title(), OK: true, Before: text} })
	add(out.already, func(text changedText) jobs.Row { return jobs.Row{Title: text.title(), Outcome: jobs.Skipped} })
	add(out.Conflicts, func(text changedText) jobs.Row {
		return jobs.Row{Title: text.title(), Outcome: jobs.Skipped, Reasons: resource.ReasonCode("STALE_VERSION")}
	})
	return rows
}

// countLeft counts the texts that were left because they have changed since.
func countLeft(rows []jobs.Row) (n int64) {
	for _, row := range rows {
		if row.Code != "" {
			n++
		}
	}
	return n
}

// seesRestored says whether the caller sees every client whose texts a job took back.
func (s *Service) seesRestored(ctx context.Context, j *jobs.Job) (bool, error) {
	var client int64
	seesAll := true
	err := s.cfg.DB.Each(ctx, []any{&client}, func() error {
		seesAll = seesAll && canSeeClient(role.From(ctx), client)
		return nil
	}, "SELECT DISTINCT client_id FROM text_changes WHERE batch_id = $1", restoreBatch(j.ID))
	return seesAll, err
}

// undoRestore brings back what a restore job took back, as far as nobody has changed it since.
func (s *Service) undoRestore(ctx context.Context, j *jobs.Job, rows []jobs.Row, isDry bool) ([]jobs.Row, error) {
	return s.undoRows(ctx, undoing{
		batch: restoreBatch(j.ID), as: "txu_" + strings.TrimPrefix(j.ID, restorePrefix),
		isDry: isDry,
	}, rows)
}
