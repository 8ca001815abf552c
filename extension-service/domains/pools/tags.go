package pools

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// TagKind is the kind of the jobs that tidy the tags of a pool.
const TagKind = "pool.tags"

// Spelling is a tag as members have it, how many do, and the first of these whom the caller can see.
type Spelling struct {
	Tag     string   `json:"tag"`
	Count   int64    `json:"count"`
	Members []Tagged `json:"members"`
}

// Tagged is a member who has a tag; who it is may be left out of what is tidied.
type Tagged struct {
	ID   int64  `json:"id" kind:"id"`
	Name string `json:"name"`
}

const (
	mostTagged = 50   // members that are named of one spelling
	mostNamed  = 5000 // and of all
)

// Cluster are spellings that mean the same, the one that most members have first.
type Cluster struct {
	Key       string     `json:"key"`
	Spellings []Spelling `json:"spellings"`
}

// fingerprint is what spellings of one tag have in common: its words without case, accents and marks, in order and each
// once.
func fingerprint(tag string) string {
	words := strings.FieldsFunc(store.Fold(tag), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

type ofPool struct {
	ID int64 `path:"id"`
}

// Clusters lists the tags of a pool that are spelled in several ways. NOT_FOUND.
func (s *Service) Clusters(ctx context.Context, in ofPool) (out resource.List[Cluster], err error) {
	if err := s.Visible(ctx, in.ID); err != nil {
		return out, err
	}
	members, counts := map[string][]int64{}, map[string]int64{}
	if err := s.Members.eachTags(ctx, in.ID, func(id int64, tags []string) {
		for _, tag := range tags {
			if counts[tag]++; counts[tag] <= mostTagged {
				members[tag] = append(members[tag], id)
			}
		}
	}); err != nil {
		return out, err
	}
	found := map[string]*Cluster{}
	for tag, n := range counts {
		key := fingerprint(tag)
		if found[key] == nil {
			found[key] = &Cluster{Key: key}
		}
		found[key].Spellings = append(found[key].Spellings, Spelling{tag, n, []Tagged{}})
	}
	out.Results = []Cluster{}
	for key, c := range found {
		if len(c.Spellings) < 2 || key == "" {
			continue
		}
		slices.SortFunc(c.Spellings, func(a, b Spelling) int {
			return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Tag, b.Tag))
		})
		out.Results = append(out.Results, *c)
	}
	slices.SortFunc(out.Results, func(a, b Cluster) int { return cmp.Compare(a.Key, b.Key) })
	out.TotalResults = int64(len(out.Results))
	return out, s.Members.name(ctx, out.Results, members)
}

// name tells of spellings who has them, as far as the caller can see them.
func (m *Members) name(ctx context.Context, clusters []Cluster, members map[string][]int64) error {
	var ids []int64
	for _, c := range clusters {
		for _, one := range c.Spellings {
			ids = append(ids, members[one.Tag]...)
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	seen, err := m.ByID(ctx, ids[:min(len(ids), mostNamed)])
	for _, c := range clusters {
		for i := range c.Spellings {
			one := &c.Spellings[i]
			for _, id := range members[one.Tag] {
				if v, there := seen[id]; there {
					one.Members = append(one.Members, Tagged{id, v.FreelancerName})
				}
			}
		}
	}
	return err
}

// eachTags hands on the tags of every member of a pool that has any.
func (m *Members) eachTags(ctx context.Context, poolID int64, each func(id int64, tags []string)) error {
	var id int64
	var text string
	return m.DB().Each(ctx, []any{&id, &text}, func() error {
		var tags []string
		if err := json.Unmarshal([]byte(text), &tags); err != nil {
			return err
		}
		each(id, tags)
		return nil
	}, "SELECT id, tags FROM pool_members WHERE pool_id = $1 AND deleted_at IS NULL AND tags NOT IN ('', '[]') "+
		"ORDER BY id",
		poolID)
}

// Renaming says which spellings become which; whoever is left out keeps theirs.
type Renaming struct {
	Tags []string `json:"tags" check:"required,max=100"`
	Into string   `json:"into" check:"required,max=40"`
}

// TagRenames asks for the tags of a pool to be spelled in one way.
type TagRenames struct {
	Renamings []Renaming `json:"renamings" check:"required,max=200"`
	But       []int64    `json:"but"       kind:"id" check:"max=1000"` // members who keep their tags
}

// tagJob is a job of this kind.
type tagJob struct {
	TagRenames

	PoolID int64 `json:"poolId"`
}

// Action names what the job is shown under.
func (tagJob) Action() string { return "tidyTags" }

// RenameTags spells the tags of a pool in one way, as one batch that can be undone.
func (s *Service) RenameTags(ctx context.Context, p *Pool, in TagRenames) (jobs.Accepted, error) {
	bad := fault.Validation()
	for _, one := range in.Renamings {
		if len(one.Tags) == 0 || collapsed(one.Into) == "" {
			bad.Field("renamings", "validation.required", nil)
		}
	}
	if err := bad.OrNil(); err != nil {
		return jobs.Accepted{}, err
	}
	job, err := s.deps.Jobs.Start(ctx, TagKind, "poolMember", tagJob{in, p.ID})
	if err != nil {
		return jobs.Accepted{}, err
	}
	return job.Reply(ctx), nil
}

// TagJob is the kind of the jobs that tidy tags.
func (s *Service) TagJob() jobs.Kind {
	return jobs.Kind{
		Name: TagKind, Run: s.Members.renameTags, Restore: s.Members.restoreTags,
		Needs: func(*jobs.Job) []role.Permission { return []role.Permission{role.PoolMemberWrite} },
		Reach: func(ctx context.Context, j *jobs.Job) (bool, error) {
			var in tagJob
			if err := j.DecodeInput(&in); err != nil {
				return false, err
			}
			return true, s.Visible(ctx, in.PoolID)
		},
	}
}

// tagProgress is how far such a job has come: the id of the last member.
type tagProgress struct {
	Done int64 `json:"done"`
}

// renameTags renames the tags of the members, some in each transaction.
func (m *Members) renameTags(ctx context.Context, r *jobs.Run) error {
	var in tagJob
	if err := r.Input(&in); err != nil {
		return err
	}
	if !role.From(ctx).Can(role.PoolMemberWrite) {
		return resource.Forbidden(role.PoolMemberWrite)
	}
	ctx = resource.WithAct(ctx, resource.Act{Action: "tag"})
	var at tagProgress
	_, err := r.Checkpoint(&at)
	for more := true; err == nil && more; {
		more, err = m.renameSomeTags(ctx, r, in, &at)
	}
	return err
}

func (m *Members) renameSomeTags(ctx context.Context, r *jobs.Run, in tagJob, at *tagProgress) (bool, error) {
	v := new(Member)
	id := field.At(v, &v.ID)
	q := query.All(v, importChunk, query.Where(v, &v.PoolID, in.PoolID),
		query.Cond{Field: id, Op: query.AtLeast, Values: []any{at.Done + 1}})
	q.Sort = []query.Sort{{Field: id}}
	more := false
	err := m.DB().Write(ctx, func(ctx context.Context) error {
		page, err := m.List(ctx, q)
		if more = len(page.Rows) > 0; err != nil || !more {
			return err
		}
		progress := r.Job().Progress
		progress.Phase, progress.Total = "MEMBERS", progress.Processed+page.Total
		for i := range page.Rows {
			old := page.Rows[i]
			progress.Processed++
			now := old
			now.Tags = in.renamed(&old)
			if slices.Equal(now.Tags, old.Tags) {
				continue
			}
			if err := m.update(ctx, old, &now); err != nil {
				return err
			}
			progress.Updated++
			row := jobs.Row{
				ID: old.ID, Title: old.FreelancerName, OK: true, Version: now.Version,
				Before: tagsImage{old.Tags, now.Version},
			}
			if err := r.Report(ctx, row); err != nil {
				return err
			}
		}
		at.Done = page.Rows[len(page.Rows)-1].ID
		return r.Save(ctx, *at, progress)
	})
	return more, err
}

// renamed are the tags of a member afterwards.
func (in *tagJob) renamed(v *Member) []string {
	if slices.Contains(in.But, v.ID) {
		return v.Tags
	}
	out := slices.Clone(v.Tags)
	for i, tag := range out {
		for _, one := range in.Renamings {
			if slices.Contains(one.Tags, tag) {
				out[i] = one.Into
			}
		}
	}
	return tidyTags(out)
}

// tagsImage is what undoing needs: the tags as they were, and at which version the membership was left.
type tagsImage struct {
	Tags    []string `json:"tags"`
	Version int64    `json:"v"`
}

// restoreTags gives a member the tags back, unless the membership has changed since.
func (m *Members) restoreTags(ctx context.Context, _ *jobs.Job, row jobs.Row) (jobs.Row, error) {
	var was tagsImage
	if err := row.Image(&was); err != nil {
		return row, err
	}
	old, err := m.Get(ctx, row.ID)
	if fault.KindOf(err) == fault.NotFound || err == nil && old.Version != was.Version {
		return jobs.Row{Outcome: jobs.Skipped, Reasons: resource.Reasons{
			Code:     string(Changed),
			Messages: []string{"pool.conflict.CHANGED.detail"},
		}}, nil
	}
	if err != nil {
		return row, err
	}
	now := old
	now.Tags = was.Tags
	return jobs.Row{OK: true}, m.update(resource.WithAct(ctx, resource.Act{Action: "tag", Reason: "undo"}), old, &now)
}
