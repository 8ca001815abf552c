package pools

import (
	"context"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/platform/canonical"
	"poolkeeper.example/extension-service/platform/spreadsheet"
)

// twice remembers whom the rows of a file tell of, since the second row about somebody is one too many.
type twice struct {
	people map[int64]int64
	emails map[string]int64
}

// analyseFile plans what becomes of each row of a file.
func (s *Service) analyseFile(ctx context.Context, b *importJob, j *evaluator, f *spreadsheet.File) error {
	seen := twice{map[int64]int64{}, map[string]int64{}}
	zone, err := s.deps.Clients.Zone(ctx, j.target.ClientID)
	if err != nil {
		return err
	}
	how := b.source.reading()
	how.zone, how.now = zone, s.Now()
	for n := int64(0); ; {
		rows, readable := []planRow{}, []ImportRow{}
		for len(rows) < planChunk {
			from, more := f.Next()
			if !more {
				break
			}
			n++
			row, g := planRow{n: n, line: from.Line, cells: from.Cells}, ImportRow{}
			if from.Broken {
				row.addError("row", "pool.file.error.quotes", nil)
			} else {
				values, bad := read(from.Cells, how)
				row.wrong.Fields, row.wrong.Params, g = bad.Fields, bad.Params, values
			}
			rows, readable = append(rows, row), append(readable, g)
		}
		if len(rows) == 0 {
			return nil
		}
		if err := j.fileRows(ctx, rows, readable, &seen); err != nil {
			return err
		}
		if err := s.storeRows(ctx, b.jobID, rows); err != nil {
			return err
		}
	}
}

// fileRows plans what becomes of some rows.
func (j *evaluator) fileRows(ctx context.Context, rows []planRow, readable []ImportRow, seen *twice) error {
	var good []ImportRow
	for i := range rows {
		if len(rows[i].wrong.Fields) == 0 {
			good = append(good, readable[i])
		}
	}
	found, err := j.s.deps.match(ctx, j.target.ClientID, good)
	if err != nil {
		return err
	}
	var ids []int64
	for _, one := range found {
		if one.ID != 0 {
			ids = append(ids, one.ID)
		}
	}
	if err := j.load(ctx, ids); err != nil {
		return err
	}
	at := 0
	for i := range rows {
		var whom freelancers.Matched
		if len(rows[i].wrong.Fields) == 0 {
			whom = found[at]
			at++
			seen.addRow(&rows[i], &readable[i], whom)
		}
		j.row(&rows[i], &readable[i], whom)
	}
	return nil
}

// addRow refuses a row about a person whom another row is about.
func (t *twice) addRow(row *planRow, g *ImportRow, whom freelancers.Matched) {
	email := canonical.EmailKey(g.Email)
	line, again := t.emails[email]
	if was, known := t.people[whom.ID]; known && whom.ID != 0 {
		line, again = was, true
	}
	if again {
		row.addError("row", "pool.file.error.twice", map[string]any{"line": line})
		return
	}
	if t.emails[email] = row.line; whom.ID != 0 {
		t.people[whom.ID] = row.line
	}
}

// row plans what becomes of one row, knowing whom it tells of.
func (j *evaluator) row(row *planRow, g *ImportRow, whom freelancers.Matched) {
	if has := ratesOf(j.people[whom.ID]); whom.ID != 0 && len(row.wrong.Fields) == 0 && !g.IsCompatible(has) {
		row.addError("currency", "pool.file.error.otherCurrency", map[string]any{"currency": has.Currency})
	}
	if len(row.wrong.Fields) == 0 {
		j.warn(row, g, ratesOf(j.people[whom.ID]))
	}
	switch {
	case len(row.wrong.Fields) > 0:
		row.class = InvalidRow
		j.decide(row)
	case whom.ID != 0:
		row.freelancerID = whom.ID
		j.planPerson(row)
	default:
		row.found, row.wrong.HasEmail = whom.Candidates, whom.HasEmail != 0
		if len(whom.Candidates) > 0 {
			row.class = PossibleDuplicate
		}
		if whom.IsSeveral {
			row.class = Ambiguous
		}
		j.planStranger(row)
	}
}

// addError says what is wrong with a row.
func (r *planRow) addError(field, message string, params map[string]any) {
	r.wrong.Fields = map[string][]string{field: {message}}
	if params != nil {
		r.wrong.Params = map[string]map[string]any{field: {message: params}}
	}
}
