package pools

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/platform/role"
)

// systemOf is under which name a client's own ids of people are kept.
func (d Deps) systemOf(ctx context.Context, clientID int64) (string, error) {
	c, err := d.Clients.Get(role.AsSystem(ctx, "pool"), clientID)
	return c.Code, err
}

// match finds the records of those whom rows of a client's file are about.
func (d Deps) match(ctx context.Context, clientID int64, rows []ImportRow) ([]freelancers.Matched, error) {
	system, err := d.systemOf(ctx, clientID)
	if err != nil {
		return nil, err
	}
	sought := make([]freelancers.Sought, len(rows))
	for i, g := range rows {
		sought[i] = freelancers.Sought{
			System: system, ExternalID: g.ExternalID, Email: g.Email, MobileNumber: g.MobileNumber, FirstName: g.FirstName,
			LastName:       g.LastName,
			LinkedinHandle: g.LinkedinHandle, City: g.City,
		}
	}
	return d.Freelancers.Match(ctx, sought)
}

// createStrangers makes records of strangers; an id is 0 where somebody has the address by now. Those at the places of
// sure are known to resemble somebody.
func (d Deps) createStrangers(ctx context.Context, clientID int64, rows []ImportRow, sure map[int]bool) ([]int64,
	error,
) {
	system, err := d.systemOf(ctx, clientID)
	if err != nil {
		return nil, err
	}
	list := make([]freelancers.Freelancer, len(rows))
	for i, g := range rows {
		f := freelancers.NewFreelancer()
		f.FirstName, f.LastName, f.Email, f.Force = g.FirstName, g.LastName, g.Email, sure[i]
		a := freelancers.Amendments{Currency: f.Currency}
		amend(&a, g, system)
		a.ApplyTo(&f)
		list[i] = f
	}
	return d.Freelancers.CreateUnverified(ctx, list)
}

// amend changes records by what rows say of their fields, and returns what giving that back takes; nil where nothing is
// new.
func (d Deps) amend(ctx context.Context, clientID int64, ids []int64, rows []ImportRow) ([]*freelancers.Amended,
	error,
) {
	system, err := d.systemOf(ctx, clientID)
	if err != nil {
		return nil, err
	}
	return d.Freelancers.Amend(ctx, ids, func(i int, a *freelancers.Amendments) { amend(a, rows[i], system) })
}

// amend changes what a row says something of. Amounts that would leave their currency stay as they are.
func amend(a *freelancers.Amendments, g ImportRow, system string) {
	fits := g.IsCompatible(Rates{Currency: a.Currency, Hour: a.HourRate, Day: a.DayRate})
	for _, field := range g.Fields {
		if !fits && slices.Contains([]Field{HourRate, DayRate, Currency}, field) {
			continue
		}
		switch field {
		case MobileNumber:
			a.MobileNumber = g.MobileNumber
		case LinkedinHandle:
			a.LinkedinHandle = g.LinkedinHandle
		case HourRate:
			a.HourRate = g.HourRate
		case DayRate:
			a.DayRate = g.DayRate
		case Currency:
			if g.Currency != "" {
				a.Currency = g.Currency
			}
		case Street:
			a.Street = g.Street
		case PostalCode:
			a.PostalCode = g.PostalCode
		case City:
			a.City = g.City
		case Country:
			a.Country = g.Country
		case Skills:
			a.Skills = g.Skills
		case ExternalID:
			a.Name(system, g.ExternalID)
		default: // who somebody is, and the membership
		}
	}
}
