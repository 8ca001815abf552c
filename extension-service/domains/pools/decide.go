package pools

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// merged are the policies of a plan with those that it is carried out with.
func merged(a, b map[Class]Decision) map[Class]Decision {
	out := map[Class]Decision{}
	maps.Copy(out, a)
	maps.Copy(out, b)
	return out
}

// undecided are the keys of rows that somebody has to decide about, as many as one call can.
func (s *Service) undecided(ctx context.Context, jobID string) ([]string, error) {
	ids, err := s.DB().IDs(ctx, "SELECT n FROM pool_plan_rows WHERE job_id = $1 AND outcome = 'ASK' ORDER BY n LIMIT 1000",
		jobID)
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = strconv.FormatInt(id, 10)
	}
	return out, err
}

// decide keeps what was decided: of each class first, then of single people.
func (s *Service) decide(ctx context.Context, b *importJob, in Importing) error {
	for class, d := range in.Policies {
		if err := s.decideClass(ctx, b, class, d); err != nil {
			return err
		}
	}
	bad := fault.Validation()
	for i := range in.Decisions {
		if err := s.decideOne(ctx, b, decisionAt{in.Decisions[i], "decisions[" + strconv.Itoa(i) + "]"}, bad); err != nil {
			return err
		}
	}
	return bad.OrNil()
}

// decideClass does the same with every row of a class. Whoever has the address of somebody else is not made anew.
func (s *Service) decideClass(ctx context.Context, b *importJob, class Class, d Decision) error {
	outcome, but := "accepted", ""
	switch d {
	case Skip:
		outcome = "'SKIP'"
	case Undecided:
		outcome = "'ASK'"
	case Create:
		but = ` AND wrong NOT LIKE '%"hasEmail":true%'`
	default: // they come as it was planned
	}
	_, err := s.DB().Exec(ctx, "UPDATE pool_plan_rows SET decision = $1, outcome = "+outcome+
		" WHERE job_id = $2 AND class = $3"+but, string(d), b.jobID, string(class))
	return err
}

// decisionAt is a decision, and where in the request it stands.
type decisionAt struct {
	Decided

	at string
}

// decideOne does what was decided about one row.
func (s *Service) decideOne(ctx context.Context, b *importJob, one decisionAt, bad *fault.Error) error {
	at := one.at
	n, notKey := strconv.ParseInt(one.Key, 10, 64)
	if notKey != nil {
		n = 0 // no row has this place
	}
	args := store.Args{b.jobID}
	rows, err := s.planRows(ctx, b.jobID, "AND n = "+args.Add(n), args)
	if err != nil {
		return err
	}
	if len(rows) == 0 || rows[0].class == "" {
		bad.Field(at+".key", "validation.reference", nil)
		return nil
	}
	row := &rows[0]
	if can := allowed(row); !slices.Contains(can, one.Decision) {
		bad.Field(at+".decision", "validation.oneOf", map[string]any{"values": can})
		return nil
	}
	row.decision, row.outcome = one.Decision, row.resultOf(one.Decision)
	if one.Decision == Pick {
		if known, err := s.pick(ctx, b, row, one.FreelancerID); err != nil || !known {
			bad.Field(at+".freelancerId", "validation.reference", nil)
			return err
		}
	}
	_, err = s.DB().Exec(ctx, `
		UPDATE pool_plan_rows
		   SET decision = $1, outcome = $2, accepted = $3, class = $4, freelancer_id = $5, target_id = $6, target_version = $7
		 WHERE job_id = $8
		   AND n = $9`,
		string(row.decision), string(row.outcome), string(row.accepted), string(row.class), row.freelancerID, row.target.ID,
		row.target.Version, b.jobID, n)
	return err
}

// pick says whom a row tells of, one of those it may. What prevents that person is decided as it is for everybody.
func (s *Service) pick(ctx context.Context, b *importJob, row *planRow, id int64) (bool, error) {
	seen, err := s.deps.visibleByID(ctx, row.found)
	if _, can := seen[id]; err != nil || !can || !slices.Contains(row.found, id) {
		return false, err
	}
	ctx = role.AsSystem(ctx, ImportKind)
	j, err := s.newEvaluator(ctx, b)
	if err != nil {
		return false, err
	}
	if err := j.load(ctx, []int64{id}); err != nil {
		return false, err
	}
	was := row.class
	row.freelancerID = id
	j.planPerson(row)
	if row.class == "" {
		row.class, row.decision = was, Pick
	}
	return true, nil
}
