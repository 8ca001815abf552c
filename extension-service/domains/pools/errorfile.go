package pools

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/imports"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
	"poolkeeper.example/extension-service/platform/spreadsheet"
)

// finishFile ends the import of a file: its faulty rows become a file of their own, what its columns were taken for is
// remembered, and its words are forgotten.
func (s *Service) finishFile(ctx context.Context, own *role.Caller, r *jobs.Run, b *importJob) error {
	target, err := s.Table.Get(ctx, b.target)
	if err != nil {
		return err
	}
	if err := s.remember(ctx, target.ClientID, b.source.File.ColumnChoices()); err != nil {
		return err
	}
	rows, err := s.faulty(ctx, b, target.ClientID, own)
	if err != nil {
		return err
	}
	if len(rows) > 1 {
		var out bytes.Buffer
		file := &b.source.File
		if err := spreadsheet.Write(&out, file.ErrorDelimiter(own.Locale), rows); err != nil {
			return err
		}
		name := file.ErrorName(s.word(ctx, target.ClientID, own, "pool.file.errorName"))
		id, err := s.deps.Files.Store(role.With(ctx, own), name, &out)
		if err != nil {
			return err
		}
		if err := s.storeErrorFile(ctx, r, b, id); err != nil {
			return err
		}
	}
	return s.blank(ctx, b.jobID)
}

// word is a text in the language of somebody.
func (s *Service) word(ctx context.Context, clientID int64, who *role.Caller, key string) string {
	return s.deps.text(role.With(ctx, who), clientID, key)
}

// faulty are the rows that were wrong, as they stood in the file under its headings, each with its faults in words.
// Once mended they can be imported as they are.
func (s *Service) faulty(ctx context.Context, b *importJob, clientID int64, own *role.Caller) ([][]string, error) {
	var head []string
	for _, c := range b.source.File.Columns {
		head = append(head, c.Heading)
	}
	head, width := imports.BesideErrors(head, s.word(ctx, clientID, own, "pool.file.errorHeading"))
	out := [][]string{head}
	rows, err := s.planRows(ctx, b.jobID, `
		   AND (class = 'INVALID_ROW'
		        OR EXISTS (SELECT 1 FROM job_outcome_facts f WHERE f.job_id = pool_plan_rows.job_id AND f.n = pool_plan_rows.n AND f.outcome = 'FAILED'))
		 ORDER BY n`, store.Args{b.jobID})
	if err != nil {
		return nil, err
	}
	for i := range rows {
		line := imports.FaultyRow(rows[i].cells, width, len(b.source.File.Columns), s.inWords(ctx, clientID, own, &rows[i]))
		out = append(out, line)
	}
	return out, nil
}

// inWords says what is wrong with a row.
func (s *Service) inWords(ctx context.Context, clientID int64, own *role.Caller, row *planRow) string {
	if len(row.wrong.Fields) == 0 {
		return s.word(ctx, clientID, own, "error.emailTaken")
	}
	var out []string
	for _, field := range slices.Sorted(maps.Keys(row.wrong.Fields)) {
		for _, message := range row.wrong.Fields[field] {
			params, _ := row.wrong.Params[field][message].(map[string]any)
			text := imports.FillIn(s.word(ctx, clientID, own, message), params)
			if field != "row" {
				text = s.word(ctx, clientID, own, "pool.file.field."+field) + ": " + text
			}
			out = append(out, text)
		}
	}
	return strings.Join(out, "; ")
}
