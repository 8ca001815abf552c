package pools

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/jobs"
)

// restoring puts back what a merge did to the pools themselves, and collects what has changed since and is left as it
// is.
type restoring struct {
	s   *Service
	img *poolsImage
	out jobs.Row
}

// restorePools gives the sources back what they were, and takes from the target what it had of them.
func (s *Service) restorePools(ctx context.Context, img *poolsImage) (jobs.Row, error) {
	r := &restoring{s, img, jobs.Row{OK: true}}
	for _, step := range []func(ctx context.Context) error{r.target, r.sources, r.projects, r.searches} {
		if err := step(ctx); err != nil {
			return r.out, err
		}
	}
	return r.out, nil
}

// list says that something was left as it is, or could not be put back wholly.
func (r *restoring) list(message string, params map[string]any) {
	r.out.Code = string(Changed)
	r.out.Messages = append(r.out.Messages, message)
	if len(params) == 0 {
		return
	}
	if r.out.Params == nil {
		r.out.Params = map[string]map[string]any{}
	}
	r.out.Params[message] = map[string]any{message: params}
}

// target takes from the target what it had of the sources. What else has been changed of it since stays.
func (r *restoring) target(ctx context.Context) error {
	was := r.img.Target
	old, err := r.s.Table.Get(ctx, was.ID)
	if err != nil {
		return err
	}
	now, joined := old, r.img.joined()
	now.VMSAliases = removeAdded(old.VMSAliases, joined.VMSAliases, was.VMSAliases)
	now.MSPIDs = removeAdded(old.MSPIDs, joined.MSPIDs, was.MSPIDs)
	if !slices.Equal(old.VMSAliases, joined.VMSAliases) || !slices.Equal(old.MSPIDs, joined.MSPIDs) ||
		old.Status != was.Status {
		r.list("pool.undo.targetChanged", nil)
	}
	return r.s.save(ctx, old, &now)
}

// removeAdded are the values that there are now but for those that a change has brought.
func removeAdded[T comparable](now, after, before []T) []T {
	return slices.DeleteFunc(slices.Clone(now), func(one T) bool {
		return slices.Contains(after, one) && !slices.Contains(before, one)
	})
}

// sources takes the sources into use again. One whose name another pool has by now gets a second one, and does without
// a former name that another pool has.
func (r *restoring) sources(ctx context.Context) error {
	var renamed []string
	for _, was := range r.img.Sources {
		now, err := r.s.Table.Get(ctx, was.ID)
		if err != nil {
			return err
		}
		p := now
		p.Status, p.MergedIntoID = was.Status, was.MergedIntoID
		if p.VMSName, err = r.free(ctx, &p); err != nil {
			return err
		}
		if p.VMSName != was.VMSName {
			renamed = append(renamed, p.VMSName)
		}
		if p.VMSAliases, err = r.unclaimed(ctx, &p); err != nil {
			return err
		}
		if err := r.s.save(ctx, now, &p); err != nil {
			return err
		}
	}
	if len(renamed) > 0 {
		r.list("pool.undo.renamed", map[string]any{"names": strings.Join(renamed, ", ")})
	}
	return nil
}

// free is the name of a pool, with a number behind it when another pool has it.
func (r *restoring) free(ctx context.Context, p *Pool) (string, error) {
	for n := 1; ; n++ {
		name := p.VMSName
		if n > 1 {
			name += " (" + strconv.Itoa(n) + ")"
		}
		if owner, err := r.s.Named(ctx, p.ClientID, name); err != nil || owner == 0 || owner == p.ID {
			return name, err
		}
	}
}

// unclaimed are the former names of a pool that no other pool has.
func (r *restoring) unclaimed(ctx context.Context, p *Pool) (out []string, err error) {
	for _, name := range p.VMSAliases {
		owner, err := r.s.Named(ctx, p.ClientID, name)
		if err != nil {
			return nil, err
		}
		if owner == 0 || owner == p.ID {
			out = append(out, name)
		}
	}
	if len(out) < len(p.VMSAliases) {
		r.list("pool.undo.aliasTaken", map[string]any{"pool": p.VMSName})
	}
	return out, nil
}

// projects lets projects draw again from what they drew from.
func (r *restoring) projects(ctx context.Context) error {
	var left []string
	for _, id := range slices.Sorted(maps.Keys(r.img.Projects)) {
		before := r.img.Projects[id]
		title, err := r.s.deps.Projects.Redraw(ctx, id, r.img.repointed(before), before)
		if err != nil {
			return err
		}
		if title != "" {
			left = append(left, title)
		}
	}
	if len(left) > 0 {
		r.list("pool.undo.projectsChanged", map[string]any{"projects": strings.Join(left, ", ")})
	}
	return nil
}

func (r *restoring) searches(ctx context.Context) error {
	left, err := r.s.restoreSearches(ctx, r.img.Searches)
	if left > 0 {
		r.list("pool.undo.searchesChanged", map[string]any{"smart_count": left})
	}
	return err
}

// joined is the target as the merge has left it.
func (img *poolsImage) joined() Pool {
	out := img.Target
	for i := range img.Sources {
		out = out.mergedWith(&img.Sources[i])
	}
	return out
}

// repointed are the pools that a project drew from after the merge, which drew from others before.
func (img *poolsImage) repointed(before []int64) []int64 {
	isSource := func(id int64) bool { return slices.ContainsFunc(img.Sources, func(p Pool) bool { return p.ID == id }) }
	out := slices.DeleteFunc(slices.Clone(before), isSource)
	if !slices.Contains(out, img.Target.ID) {
		out = append(out, img.Target.ID)
	}
	return out
}
