package pools

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"poolkeeper.example/extension-service/platform/role"
)

// conflicts shows rows of a plan. Of people whom only a file names, it tells what the file tells.
func (s *Service) conflicts(ctx context.Context, b *importJob, rows []planRow) ([]Conflict, error) {
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i] = rows[i].freelancerID
	}
	named, err := s.deps.freelancersByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	likely, err := s.likely(ctx, b, rows)
	out := make([]Conflict, len(rows))
	for i := range rows {
		r := &rows[i]
		out[i] = Conflict{
			Key: strconv.FormatInt(r.n, 10), Class: orNull(r.class), Outcome: r.outcome, FreelancerID: r.freelancerID,
			Freelancer: named[r.freelancerID].Name,
			Decision:   orNull(r.decision), Allowed: permittedDecisions(ctx, allowed(r)), Line: r.line, Candidates: []Likely{},
			FieldErrors: r.wrong.Fields, Params: r.wrong.Params,
			Warning: orNull(r.warning),
		}
		if r.class != "" {
			out[i].Detail, out[i].Default = "pool.conflict."+string(r.class)+".detail", &decisions[r.class][0]
		}
		if b.source == nil {
			continue
		}
		how := b.source.reading()
		how.zone = time.UTC
		values, _ := read(r.cells, how)
		out[i].Freelancer = cmp.Or(values.name(), values.Email, out[i].Freelancer)
		for _, id := range r.found {
			if one, seen := likely[id]; seen {
				out[i].Candidates = append(out[i].Candidates, one)
			}
		}
		if len(out[i].Candidates) == 0 {
			out[i].Allowed = slices.DeleteFunc(out[i].Allowed, func(d Decision) bool { return d == Pick })
		}
	}
	return out, err
}

// orNull is a value, or nothing where it says nothing.
func orNull[T ~string](v T) *T {
	if v == "" {
		return nil
	}
	return &v
}

// likely are those whom rows may tell of, as far as the caller can see them.
func (s *Service) likely(ctx context.Context, b *importJob, rows []planRow) (map[int64]Likely, error) {
	var ids []int64
	for i := range rows {
		ids = append(ids, rows[i].found...)
	}
	out := map[int64]Likely{}
	if len(ids) == 0 {
		return out, nil
	}
	seen, err := s.deps.visibleByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	ctx = role.AsSystem(ctx, ImportKind)
	j, err := s.newEvaluator(ctx, b)
	if err != nil {
		return nil, err
	}
	if err := j.load(ctx, ids); err != nil {
		return nil, err
	}
	for id, p := range seen {
		row := planRow{freelancerID: id}
		j.planPerson(&row)
		out[id] = Likely{ID: id, Handle: p.Handle, Name: p.Name, Class: orNull(row.class)}
	}
	return out, nil
}
