package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/brianvoe/gofakeit/v7"

	"poolkeeper.example/extension-service/domains/pools"
	"poolkeeper.example/extension-service/platform/role"
)

// group is a pool that clients of the demo have.
type group struct {
	name, text, category string
	share                int // one of so many of the roster is in it
	visibility           pools.Visibility
}

var groups = []group{
	{"Core experts", "core", "experts", 9, pools.InviteOnly},
	{"Reserve", "reserve", "regional", 13, pools.Private},
	{"Alumni", "alumni", "juniors", 31, pools.Public},
}

// bench is the pool that clients got later than the others, which keep their handles.
var bench = group{"Bench", "bench", "regional", 17, pools.Private}

// former is a pool that some clients had once.
var former = group{"Pilot 2025", "pilot", "juniors", 41, pools.InviteOnly}

// archivedPools is how many clients had one.
const archivedPools = 3

var poolTags = []string{"senior", "remote", "SAP", "on call", "bilingual", "security cleared"}

// fillPools gives every client its pools, and people of the roster to them. It keeps a faker of its own, so that
// everything else stays as it is.
func (f *generator) fillPools(ctx context.Context) error {
	ctx, fake := role.With(ctx, f.actors[0]), gofakeit.New(seed+5)
	categories := map[string]int64{}
	for i, g := range groups {
		c := pools.NewCategory()
		c.Key, c.NameKey, c.SortOrder = g.category, "pool.category."+g.category, int64(10*(i+1))
		if err := f.pools.Categories.Create(ctx, &c); err != nil {
			return err
		}
		categories[g.category] = c.ID
	}
	for n := range f.made {
		for i, g := range groups {
			if _, err := f.fillPool(ctx, fake, poolPlan{g, n, i, categories[g.category]}); err != nil {
				return err
			}
		}
	}
	for n := range f.made {
		if _, err := f.fillPool(ctx, fake, poolPlan{bench, n, len(groups), categories[bench.category]}); err != nil {
			return err
		}
	}
	for n := range archivedPools {
		p, err := f.fillPool(ctx, fake, poolPlan{former, n, len(groups) + 1, categories[former.category]})
		if err != nil {
			return err
		}
		archived := p
		archived.Status = pools.Archived
		if err := f.pools.Table.Update(ctx, p, &archived); err != nil {
			return err
		}
	}
	return nil
}

// poolPlan is a pool to make: of which client, at which place among its pools.
type poolPlan struct {
	group
	client, at int
	categoryID int64
}

// fillPool makes a pool with its members.
func (f *generator) fillPool(ctx context.Context, fake *gofakeit.Faker, plan poolPlan) (pools.Pool, error) {
	p := pools.NewPool()
	p.ClientID, p.VMSName, p.Visibility = f.made[plan.client].client.ID, plan.name, plan.visibility
	p.DescriptionKey = "pool.sample." + plan.text
	p.CategoryID, p.Handle = plan.categoryID, f.handle("L")
	if len(f.scenes) > 0 {
		p.ImageID = f.scenes[(plan.client*len(groups)+plan.at)%len(f.scenes)]
	}
	if err := f.pools.Create(ctx, &p); err != nil {
		return p, err
	}
	return p, f.fillMembers(ctx, fake, memberPlan{p, plan.share, plan.client + 3*plan.at})
}

// memberPlan says who is taken into a pool: one of every so many of the roster, from one on.
type memberPlan struct {
	pool        pools.Pool
	share, from int
}

func (f *generator) fillMembers(ctx context.Context, fake *gofakeit.Faker, plan memberPlan) error {
	var list []pools.Member
	for n := plan.from % plan.share; n < roster; n += plan.share * len(f.made) / 2 {
		v := pools.NewMember()
		v.PoolID, v.ClientID, v.LegalEntityID = plan.pool.ID, plan.pool.ClientID, plan.pool.LegalEntityID
		v.FreelancerID, v.FreelancerName = int64(n+1), f.people[n]
		v.Source = []pools.Source{pools.ByStaff, pools.BySelf, pools.ByInvite}[n%3]
		v.JoinedAt = f.today.AddDate(0, 0, -fake.Number(20, 700)).Truncate(time.Millisecond)
		v.ExpiresAt = v.JoinedAt.AddDate(2, 0, 0)
		v.Created = v.JoinedAt
		if n%17 == 5 {
			v.Status, v.InvitedAt, v.JoinedAt, v.ExpiresAt = pools.Invited,
				f.today.AddDate(0, 0, -n%20).Truncate(time.Millisecond), time.Time{}, time.Time{}
		}
		if n%5 == 0 {
			v.Rating, v.RatedAt = new(int64(1+(n+fake.Number(0, 2))%5)),
				f.today.AddDate(0, 0, -fake.Number(1, 300)).Truncate(time.Millisecond)
		}
		if n%3 == 0 {
			v.Tags = []string{poolTags[n%len(poolTags)]}
		}
		if n%11 == 0 {
			v.Note = fmt.Sprintf("Spoken to in the %s of last year.", []string{"spring", "summer", "autumn"}[n%3])
		}
		list = append(list, v)
	}
	for i := range list {
		if err := f.pools.Members.CreateAll(ctx, []*pools.Member{&list[i]}); err != nil {
			return err
		}
	}
	return nil
}
