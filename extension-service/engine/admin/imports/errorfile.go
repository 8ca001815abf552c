package imports

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
	"poolkeeper.example/extension-service/platform/spreadsheet"
)

// storeErrors writes the rows that were left out or refused into a file, each with its reasons in words.
func (w *work) storeErrors(ctx context.Context) error {
	p, err := w.s.planBy(ctx, w.Job().ID)
	if err != nil {
		return err
	}
	lines, err := w.faulty(ctx, p)
	if err != nil || len(lines) < 2 {
		return err
	}
	var out bytes.Buffer
	if err := spreadsheet.Write(&out, p.file.ErrorDelimiter(role.From(ctx).Locale), lines); err != nil {
		return err
	}
	id, err := w.s.Files.Store(ctx, p.file.ErrorName(w.s.word(ctx, "pool.file.errorName")), &out)
	if err != nil {
		return err
	}
	return w.s.DB.Write(ctx, func(ctx context.Context) error {
		if err := w.ErrorFile(ctx, id); err != nil {
			return err
		}
		_, err := w.s.DB.Exec(ctx, "UPDATE imports SET error_file = $1, error_until = $2 WHERE job_id = $3", id,
			w.s.Now().Add(errorsValid).UnixMilli(), p.jobID)
		return err
	})
}

// word is a text in the language of the caller.
func (s *Service) word(ctx context.Context, key string) string {
	locale := role.From(ctx).Locale
	if text := s.Text(locale, key); text != key {
		return text
	}
	return s.Text("en", key)
}

// faulty are the lines of the error file, its headings first.
func (w *work) faulty(ctx context.Context, p *plan) ([][]string, error) {
	var head []string
	for _, c := range p.file.Columns {
		head = append(head, c.Heading)
	}
	columns := len(head)
	head, width := BesideErrors(head, w.s.word(ctx, "pool.file.errorHeading"))
	out := [][]string{head}
	failed := map[int64]resource.Reasons{}
	for _, outcome := range []jobs.Outcome{jobs.LeftOut, jobs.Refused} {
		rows, err := w.Rows(ctx, jobs.RowQuery{Outcome: outcome, Limit: mostRows})
		if err != nil {
			return nil, err
		}
		for i := range rows {
			failed[rows[i].N] = rows[i].Reasons
		}
	}
	if len(failed) == 0 {
		return nil, nil
	}
	rows, err := w.s.rows(ctx, "ORDER BY n", store.Args{p.jobID})
	if err != nil {
		return nil, err
	}
	for i := range rows {
		if why, isFaulty := failed[rows[i].n]; isFaulty {
			out = append(out, FaultyRow(rows[i].Cells, width, columns, w.inWords(ctx, why, rows[i].Candidates)))
		}
	}
	return out, nil
}

// inWords says why a row was refused.
func (w *work) inWords(ctx context.Context, why resource.Reasons, candidates []Candidate) string {
	var out []string
	for _, field := range slices.Sorted(maps.Keys(why.FieldErrors)) {
		for _, message := range why.FieldErrors[field] {
			params, _ := why.Params[field][message].(map[string]any)
			text := FillIn(w.s.word(ctx, message), params)
			if label := w.label(ctx, field); label != "" {
				text = label + ": " + text
			}
			out = append(out, text)
		}
	}
	if len(out) == 0 {
		for _, message := range why.Messages {
			out = append(out, w.s.word(ctx, message))
		}
	}
	for _, c := range candidates {
		out = append(out, strings.TrimSpace(c.Handle+" "+c.Name))
	}
	return strings.Join(out, "; ")
}

// label is what the field of a refusal is called; "" where it is about the whole row.
func (w *work) label(ctx context.Context, field string) string {
	if field == "row" {
		return ""
	}
	if at := strings.IndexByte(field, '['); at > 0 {
		field = field[:at]
	}
	for _, prefix := range []string{"resources." + w.Job().Entity + ".fields.", "record.fields."} {
		if text := w.s.word(ctx, prefix+field); text != prefix+field {
			return text
		}
	}
	return field
}
