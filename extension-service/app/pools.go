package app

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/pools"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// newPools builds the pools on the clients and freelancers of d, which need not stand yet.
func (s *Service) newPools(d *domains) *pools.Service {
	p := pools.New(pools.Deps{
		DB: s.DB, Audit: s.Audit.Record, Now: time.Now, Text: s.mailText, Client: d.clients.Visible, People: d.poolPeople, Find: d.findPeople,
		Ignores: d.clients.IgnoresOwnership, MembershipTTL: d.clients.MembershipTTL, Zone: d.clients.Zone, RatesDiffer: freelancers.RatesDiffer, Mail: s.parts.mail.Queue, Jobs: s.parts.jobs, Projects: d.projects, EachQuery: s.parts.preferences.EachQuery,
		Files: poolFiles{s}, Directory: poolDirectory{d},
	})
	s.parts.jobs.Register(p.ImportJob())
	s.parts.jobs.Register(p.TagJob())
	s.parts.mail.OnLink(pools.Invitation, p.Members.Accept)
	s.parts.mail.Holds(pools.Reminder, p.Members.Ends)
	return p
}

// poolPeople answers for freelancers at once, whoever asks.
func (d *domains) poolPeople(ctx context.Context, ids []int64) (map[int64]pools.Person, error) {
	f := new(freelancers.Freelancer)
	list, err := d.freelancers.Table.ByID(role.AsSystem(ctx, "pool"), ids, resource.FieldsAt(f, &f.ID, &f.Handle, &f.Name, &f.Email, &f.Locale, &f.UserStatus,
		&f.MSPID, &f.Currency, &f.HourRate, &f.DayRate, &f.Consent, &f.BoundClientID, &f.BoundLegalEntityID, &f.BoundUntil)...)
	return mapped(list, poolPerson), err
}

func poolPerson(f freelancers.Freelancer) pools.Person {
	p := pools.Person{
		ID: f.ID, Handle: f.Handle, Name: f.Name, Email: f.Email, Locale: f.Locale, Status: string(f.UserStatus), Consents: f.Consent.AllowsPools(time.Now()),
	}
	if f.MSPID != nil {
		p.MSPID = *f.MSPID
	}
	p.Rates = pools.Rates{Currency: f.Currency, Hour: f.HourRate, Day: f.DayRate}
	p.BoundClientID, p.BoundLegalEntityID = f.BoundAt(time.Now())
	return p
}

// findPeople lists freelancers that the caller can see by a part of their name.
func (d *domains) findPeople(ctx context.Context, name string, limit int64) ([]pools.Person, error) {
	f := new(freelancers.Freelancer)
	q := resource.All(f, limit)
	if name != "" {
		q.Where = []resource.Cond{{Field: resource.FieldAt(f, &f.Name), Op: resource.Contains, Values: []any{name}}}
	}
	page, err := d.freelancers.Table.List(ctx, q)
	out := make([]pools.Person, len(page.Rows))
	for i, f := range page.Rows {
		out[i] = poolPerson(f)
	}
	return out, err
}

// freelancerPools are the pools as freelancers see them.
type freelancerPools struct{ *domains }

// Of lists the memberships of freelancers in pools that the caller can see.
func (x freelancerPools) Of(ctx context.Context, ids []int64) (map[int64][]freelancers.Membership, error) {
	all, err := x.pools.Members.MembershipsOf(ctx, ids)
	out := make(map[int64][]freelancers.Membership, len(all))
	for id, list := range all {
		for _, m := range list {
			out[id] = append(out[id], freelancers.Membership{PoolID: m.PoolID, PoolName: m.PoolName, Status: string(m.Status), ExpiresAt: m.ExpiresAt})
		}
	}
	return out, err
}

// Visible answers NOT_FOUND for a pool that the caller cannot see.
func (x freelancerPools) Visible(ctx context.Context, id int64) error {
	return x.pools.Visible(ctx, id)
}

// CheckFreelancer adds to bad each pool that nobody can be taken into.
func (x freelancerPools) CheckFreelancer(ctx context.Context, ids []int64, bad *fault.Error) error {
	return x.pools.CheckFreelancer(ctx, ids, bad)
}

// Join invites a new freelancer into pools.
func (x freelancerPools) Join(ctx context.Context, id int64, poolIDs []int64) error {
	return x.pools.Members.Join(ctx, id, poolIDs)
}

// Follow brings what memberships repeat of a freelancer up to date.
func (x freelancerPools) Follow(ctx context.Context, id int64, name string, isGone bool) error {
	return x.pools.Members.Follow(ctx, id, name, isGone)
}

// Forget takes a freelancer out of the plans of imports.
func (x freelancerPools) Forget(ctx context.Context, id int64) ([]string, error) {
	return x.pools.ForgetPerson(ctx, id)
}
