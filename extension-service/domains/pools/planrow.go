package pools

import (
	"context"
	"encoding/json"
	"errors"

	"poolkeeper.example/extension-service/engine/store"
)

// planRow is what is planned for one person.
type planRow struct {
	n            int64
	freelancerID int64 // 0: somebody new
	class        Class
	accepted     Result // what becomes of them unless they are left out
	outcome      Result
	decision     Decision
	sources      []versionedMember
	target       versionedMember // the membership that stays; none when the person is not in the pool

	line  int64 // of the file
	cells []string
	found []int64 // who it may be
	wrong rowErrors

	warning Warning
}

// rowErrors is what prevents a row of a file.
type rowErrors struct {
	Fields   map[string][]string       `json:"fields,omitempty"`
	Params   map[string]map[string]any `json:"params,omitempty"`
	HasEmail bool                      `json:"hasEmail,omitempty"` // somebody has the address, confirmed or not
}

// text is a value as JSON, "" where there is nothing to say.
func text(v any, isThere bool) (string, error) {
	if !isThere {
		return "", nil
	}
	out, err := json.Marshal(v)
	return string(out), err
}

// stored is a row as its columns hold it.
func (r *planRow) stored(jobID string) ([]any, error) {
	sources, err := text(r.sources, true)
	cells, failed := text(r.cells, len(r.cells) > 0)
	found, alike := text(r.found, len(r.found) > 0)
	message, bad := text(r.wrong, len(r.wrong.Fields) > 0 || r.wrong.HasEmail)
	return []any{
		jobID, r.n, r.freelancerID, string(r.class), string(r.accepted), string(r.outcome), string(r.decision), sources,
		r.target.ID, r.target.Version,
		r.line, cells, found, message, string(r.warning),
	}, errors.Join(err, failed, alike, bad)
}

const planColumns = "n, freelancer_id, class, accepted, outcome, decision, sources, target_id, " +
	"target_version, line, cells, found, wrong, warning"

// storeRows keeps what is planned, in the transaction of ctx or in one of its own.
func (s *Service) storeRows(ctx context.Context, jobID string, rows []planRow) error {
	values := make([][]any, len(rows))
	for i := range rows {
		var err error
		if values[i], err = rows[i].stored(jobID); err != nil {
			return err
		}
	}
	return s.DB().Write(ctx, func(ctx context.Context) error {
		return s.DB().Insert(ctx, "pool_plan_rows (job_id, "+planColumns+")", values)
	})
}

// planRows reads what is planned.
func (s *Service) planRows(ctx context.Context, jobID, where string, args store.Args) ([]planRow, error) {
	return store.All(ctx, s.DB(), scanPlanRow, "SELECT "+planColumns+" FROM pool_plan_rows WHERE job_id = $1 "+where,
		append([]any{jobID}, args[1:]...)...)
}

func scanPlanRow(rows store.Rows) (r planRow, err error) {
	var sources, cells, found, messages string
	err = rows.Scan(&r.n, &r.freelancerID, &r.class, &r.accepted, &r.outcome, &r.decision, &sources, &r.target.ID,
		&r.target.Version, &r.line, &cells,
		&found, &messages, &r.warning)
	if err != nil {
		return r, err
	}
	for _, part := range []struct {
		text string
		into any
	}{{sources, &r.sources}, {cells, &r.cells}, {found, &r.found}, {messages, &r.wrong}} {
		if part.text == "" {
			continue
		}
		if err := json.Unmarshal([]byte(part.text), part.into); err != nil {
			return r, err
		}
	}
	return r, nil
}
