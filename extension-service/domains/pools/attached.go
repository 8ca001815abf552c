package pools

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// Projects is what pools need of the projects that draw from them.
type Projects interface {
	// Repoint lets the projects that draw from one pool draw from another, and returns what they drew from before.
	Repoint(ctx context.Context, from, to int64) (map[int64][]int64, error)
	// Redraw lets a project that draws from some pools draw from others. One that draws from yet others by now is left as
	// it is, and its title comes back.
	Redraw(ctx context.Context, projectID int64, from, to []int64) (left string, err error)
}

// attach says what hangs on the sources of a merge, and which these are; a copy leaves all of it where it is.
func (s *Service) attach(ctx context.Context, b *importJob, out *Plan) error {
	if b.mode == CopyMode {
		return nil
	}
	sources, err := s.ByID(ctx, b.from())
	if err != nil {
		return err
	}
	list, msps := store.IDList(b.from()), map[int64]bool{}
	for _, id := range b.from() {
		p, seen := sources[id]
		if !seen {
			continue
		}
		out.Sources = append(out.Sources, PlannedSource{
			id, p.VMSName, append([]string{}, p.VMSAliases...), p.Description,
			p.CategoryName, p.Visibility,
		})
		for _, msp := range p.MSPIDs {
			msps[msp] = true
		}
	}
	at := &out.Attached
	at.MSPs = int64(len(msps))
	_, err = s.DB().Row(ctx, []any{&at.Projects},
		"SELECT count(DISTINCT project_id) FROM pool_project_facts WHERE pool_id IN "+s.DB().InList(1), list)
	if err != nil {
		return err
	}
	_, err = s.DB().Row(ctx, []any{&at.Invitations},
		"SELECT count(*) FROM pool_members WHERE status = 'INVITED' AND pool_id IN "+s.DB().InList(1), list)
	if err != nil {
		return err
	}
	searches, err := s.searches(ctx, b.from(), 0)
	at.SavedSearches = int64(len(searches))
	return err
}

// poolsImage is what undoing needs of the pools themselves.
type poolsImage struct {
	Target   Pool              `json:"target"`
	Sources  []Pool            `json:"sources"`
	Projects map[int64][]int64 `json:"projects,omitempty"`
	Searches []Search          `json:"searches,omitempty"`
}

// Search is a saved search that looks for another pool since a merge.
type Search struct {
	Owner  int64  `json:"owner"`
	Key    string `json:"key"`    // under which it is saved
	Mark   string `json:"mark"`   // of what it looks for now
	PoolID int64  `json:"poolId"` // that it looked for
}

// finishMerge lets what hangs on the sources of a merge come along, and ends them. Of a file it keeps what is faulty,
// for who asked for the import, and forgets the rest.
func (s *Service) finishMerge(ctx context.Context, own *role.Caller, r *jobs.Run, b *importJob) error {
	return s.DB().Write(ctx, func(ctx context.Context) error {
		var at point
		if _, err := r.Checkpoint(&at); err != nil {
			return err
		}
		at.Settled = true
		progress := r.Job().Progress
		if b.mode == MergeMode {
			img, err := s.join(ctx, b)
			if err != nil {
				return err
			}
			row := jobs.Row{N: at.Done + 1, Title: img.Target.VMSName, OK: true, Before: image{Pools: img}}
			if err := r.Report(ctx, row); err != nil {
				return err
			}
		}
		if b.source != nil {
			if err := s.finishFile(ctx, own, r, b); err != nil {
				return err
			}
		}
		progress.Phase = "ATTACHED"
		return r.Save(ctx, at, progress)
	})
}

// join makes the sources part of the target.
func (s *Service) join(ctx context.Context, b *importJob) (*poolsImage, error) {
	target, err := s.Table.Get(ctx, b.target)
	if err != nil {
		return nil, err
	}
	img := &poolsImage{Target: target, Projects: map[int64][]int64{}}
	for _, id := range b.from() {
		old, err := s.Table.Get(ctx, id)
		if err != nil {
			return nil, err
		}
		img.Sources = append(img.Sources, old)
		ended := old
		ended.Status, ended.MergedIntoID = Merged, target.ID
		if err := s.save(ctx, old, &ended); err != nil {
			return nil, err
		}
		drew, err := s.deps.Projects.Repoint(ctx, old.ID, target.ID)
		if err != nil {
			return nil, err
		}
		for project, was := range drew {
			if _, known := img.Projects[project]; !known { // the first repointing saw what it drew from before all
				img.Projects[project] = was
			}
		}
	}
	if img.Searches, err = s.searches(ctx, b.from(), target.ID); err != nil {
		return nil, err
	}
	now := img.joined()
	return img, s.save(ctx, target, &now)
}

// mergedWith is a pool that another one has become part of.
func (p Pool) mergedWith(source *Pool) Pool {
	p.VMSAliases = withNames(p, append([]string{source.VMSName}, source.VMSAliases...))
	p.MSPIDs = slices.Clone(p.MSPIDs)
	for _, msp := range source.MSPIDs {
		if !slices.Contains(p.MSPIDs, msp) {
			p.MSPIDs = append(p.MSPIDs, msp)
		}
	}
	return p
}

// withNames are the aliases of a pool with further names that nobody could take for one of its own.
func withNames(p Pool, names []string) []string {
	out := slices.Clone(p.VMSAliases)
	for _, name := range names {
		isOwn := func(had string) bool { return sameName(had) == sameName(name) }
		if !isOwn(p.VMSName) && !slices.ContainsFunc(out, isOwn) {
			out = append(out, name)
		}
	}
	return out
}
