package app

import (
	"context"
	"io"
	"slices"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/pools"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// poolFiles are the uploads as pools see them.
type poolFiles struct{ *Service }

// Read opens an upload.
func (x poolFiles) Read(ctx context.Context, id string) (string, io.ReadCloser, error) {
	r, body, err := x.parts.files.Open(ctx, id)
	return r.Name, body, err
}

// Keep keeps the faulty rows of a file.
func (x poolFiles) Keep(ctx context.Context, name string, body io.Reader) (string, error) {
	r, err := x.parts.files.Keep(ctx, name, "text/csv", body)
	return r.ID, err
}

// Drop removes an upload that no job has made.
func (x poolFiles) Drop(ctx context.Context, id string) error { return x.dropUpload(ctx, id) }

// poolDirectory are the freelancers as files of pools see them.
type poolDirectory struct{ *domains }

// system is under which name a client's own ids of people are kept.
func (x poolDirectory) system(ctx context.Context, clientID int64) (string, error) {
	c, err := x.clients.Get(role.AsSystem(ctx, "pool"), clientID)
	return c.Code, err
}

// Match finds the records of those whom rows tell of.
func (x poolDirectory) Match(ctx context.Context, clientID int64, rows []pools.Given) ([]pools.Found, error) {
	system, err := x.system(ctx, clientID)
	if err != nil {
		return nil, err
	}
	sought := make([]freelancers.Sought, len(rows))
	for i, g := range rows {
		sought[i] = freelancers.Sought{
			System: system, ExternalID: g.ExternalID, Email: g.Email, MobileNumber: g.MobileNumber, FirstName: g.FirstName, LastName: g.LastName,
			LinkedinHandle: g.LinkedinHandle, City: g.City,
		}
	}
	found, err := x.freelancers.Match(ctx, sought)
	out := make([]pools.Found, len(found))
	for i, m := range found {
		out[i] = pools.Found(m)
	}
	return out, err
}

// Enlist makes records of strangers.
func (x poolDirectory) Enlist(ctx context.Context, clientID int64, rows []pools.Given, sure map[int]bool) ([]int64, error) {
	system, err := x.system(ctx, clientID)
	if err != nil {
		return nil, err
	}
	people := make([]freelancers.Freelancer, len(rows))
	for i, g := range rows {
		p := freelancers.NewFreelancer()
		p.FirstName, p.LastName, p.Email, p.Force = g.FirstName, g.LastName, g.Email, sure[i]
		a := freelancers.Amendments{Currency: p.Currency}
		amend(&a, g, system)
		a.Into(&p)
		people[i] = p
	}
	return x.freelancers.Enlist(ctx, people)
}

// Amend changes records by what rows say.
func (x poolDirectory) Amend(ctx context.Context, clientID int64, ids []int64, rows []pools.Given) ([]any, error) {
	system, err := x.system(ctx, clientID)
	if err != nil {
		return nil, err
	}
	done, err := x.freelancers.Amend(ctx, ids, func(i int, a *freelancers.Amendments) { amend(a, rows[i], system) })
	out := make([]any, len(done))
	for i, one := range done {
		if one != nil {
			out[i] = one
		}
	}
	return out, err
}

// Unamend gives a record back what it was.
func (x poolDirectory) Unamend(ctx context.Context, image []byte) (bool, error) {
	return x.freelancers.Unamend(ctx, image)
}

// Seen are those of them whom the caller can see.
func (x poolDirectory) Seen(ctx context.Context, ids []int64) (map[int64]pools.Person, error) {
	f := new(freelancers.Freelancer)
	list, err := x.freelancers.Table.ByID(ctx, ids, resource.FieldsAt(f, &f.ID, &f.Handle, &f.Name)...)
	return mapped(list, poolPerson), err
}

// amend changes what a row says something of. Amounts that would leave their currency stay as they are.
func amend(a *freelancers.Amendments, g pools.Given, system string) {
	fits := g.Fit(pools.Rates{Currency: a.Currency, Hour: a.HourRate, Day: a.DayRate})
	for _, field := range g.Says {
		if !fits && slices.Contains([]pools.Field{pools.HourRate, pools.DayRate, pools.Currency}, field) {
			continue
		}
		switch field {
		case pools.MobileNumber:
			a.MobileNumber = g.MobileNumber
		case pools.LinkedinHandle:
			a.LinkedinHandle = g.LinkedinHandle
		case pools.HourRate:
			a.HourRate = g.HourRate
		case pools.DayRate:
			a.DayRate = g.DayRate
		case pools.Currency:
			if g.Currency != "" {
				a.Currency = g.Currency
			}
		case pools.Street:
			a.Street = g.Street
		case pools.PostalCode:
			a.PostalCode = g.PostalCode
		case pools.City:
			a.City = g.City
		case pools.Country:
			a.Country = g.Country
		case pools.Skills:
			a.Skills = g.Skills
		case pools.ExternalID:
			a.Name(system, g.ExternalID)
		default: // who somebody is, and the membership
		}
	}
}
