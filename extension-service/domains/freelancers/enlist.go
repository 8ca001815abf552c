package freelancers

import (
	"context"
	"encoding/json"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/canonical"
	"poolkeeper.example/extension-service/platform/fault"
)

// CreateUnverified makes records of people whom somebody else tells of, unverified, in spite of whom they resemble, and
// without a mail to them. An id is 0 where somebody has the address by now.
func (s *Service) CreateUnverified(ctx context.Context, people []Freelancer) ([]int64, error) {
	out := make([]int64, len(people))
	deleteReasons := &matching{s: s, people: make([]Sought, len(people)), out: make([]Matched, len(people))}
	for i := range people {
		deleteReasons.people[i].at = canonical.EmailKey(people[i].Email)
	}
	if err := deleteReasons.byEmail(ctx); err != nil {
		return nil, err
	}
	var fresh []*Freelancer
	for i := range people {
		p := &people[i]
		p.SendVerification = false
		switch {
		case deleteReasons.out[i].HasEmail != 0:
		case p.Force:
			if err := s.Create(ctx, p); err != nil {
				return nil, err
			}
		default:
			fresh = append(fresh, p)
		}
	}
	if err := s.insertNew(ctx, fresh); err != nil {
		return nil, err
	}
	for i := range people {
		out[i] = people[i].ID
	}
	return out, nil
}

// insertNew makes the records of people who are known to resemble nobody.
func (s *Service) insertNew(ctx context.Context, people []*Freelancer) error {
	for _, p := range people {
		s.initialise(ctx, p)
	}
	if err := s.Table.CreateAll(ctx, people); err != nil {
		return err
	}
	for _, p := range people {
		if err := s.link(ctx, nil, p); err != nil {
			return err
		}
	}
	return nil
}

// Amended is a record that was changed: how it was, and the version that it was left at.
type Amended struct {
	ID      int64      `json:"id"`
	Version int64      `json:"v"`
	Was     Amendments `json:"was"`
}

// Amendments are what others may say anew of somebody.
type Amendments struct {
	MobileNumber   string           `json:"mobileNumber"`
	LinkedinHandle string           `json:"linkedinHandle"`
	Street         string           `json:"street"`
	PostalCode     string           `json:"postalCode"`
	City           string           `json:"city"`
	Country        string           `json:"country"`
	Skills         []string         `json:"skills"`
	HourRate       *decimal.Decimal `json:"hourRate"`
	DayRate        *decimal.Decimal `json:"dayRate"`
	Currency       money.Currency   `json:"currency"`
	ExternalIDs    []ExternalID     `json:"externalIds"`
}

func amendmentsOf(p *Freelancer) Amendments {
	return Amendments{
		MobileNumber: p.MobileNumber, LinkedinHandle: p.LinkedinHandle,
		Street: p.HomeAddress.Street, PostalCode: p.HomeAddress.PostalCode, City: p.HomeAddress.City,
		Country: p.HomeAddress.Country,
		Skills:  slices.Clone(p.Skills), HourRate: p.HourRate, DayRate: p.DayRate, Currency: p.Currency,
		ExternalIDs: slices.Clone(p.ExternalIDs),
	}
}

// ApplyTo says the same of a record.
func (a Amendments) ApplyTo(p *Freelancer) {
	p.MobileNumber, p.LinkedinHandle, p.Skills = a.MobileNumber, a.LinkedinHandle, a.Skills
	home := &p.HomeAddress
	home.Street, home.PostalCode, home.City, home.Country = a.Street, a.PostalCode, a.City, a.Country
	p.HourRate, p.DayRate, p.Currency, p.ExternalIDs = a.HourRate, a.DayRate, a.Currency, a.ExternalIDs
}

// Name sets the id that another system has for somebody; "" forgets all of that system. One id is replaced by another;
// where the system has several for somebody, whose records were merged, another one joins them.
func (a *Amendments) Name(system, id string) {
	ofSystem := func(x ExternalID) bool { return x.System == system }
	has := slices.DeleteFunc(slices.Clone(a.ExternalIDs), func(x ExternalID) bool { return !ofSystem(x) })
	if named := (ExternalID{System: system, ID: id}); id == "" || len(has) < 2 && !slices.Contains(has, named) {
		a.ExternalIDs = slices.DeleteFunc(slices.Clone(a.ExternalIDs), ofSystem)
	} else if slices.Contains(has, named) {
		return
	}
	if id != "" && len(a.ExternalIDs) < mostIDs {
		a.ExternalIDs = append(a.ExternalIDs, ExternalID{System: system, ID: id})
	}
}

// Amend changes records, each by what change says of the i-th, and returns how they were; nil where nothing is new.
func (s *Service) Amend(ctx context.Context, ids []int64, change func(i int, a *Amendments)) ([]*Amended, error) {
	records, err := s.Table.ByID(ctx, ids)
	if err != nil {
		return nil, err
	}
	out, changed := make([]*Amended, len(ids)), []store.Changed[Freelancer]{}
	for i, id := range ids {
		old, there := records[id]
		if !there || old.UserStatus == Deleted {
			continue
		}
		now := amendmentsOf(&old)
		change(i, &now)
		p := old
		now.ApplyTo(&p)
		changed = append(changed, store.Changed[Freelancer]{Was: old, Is: &p})
	}
	if err := s.Table.UpdateAll(ctx, changed); err != nil {
		return nil, err
	}
	for _, c := range changed {
		if err := s.follow(ctx, c.Was, c.Is); err != nil {
			return nil, err
		}
		if c.Is.Version != c.Was.Version {
			out[slices.Index(ids, c.Is.ID)] = &Amended{ID: c.Is.ID, Version: c.Is.Version, Was: amendmentsOf(&c.Was)}
		}
	}
	return out, nil
}

// RevertAmendment gives a record back what it was, of which image is an Amended as JSON; false: it has changed since.
// What an image of an earlier version of the product does not name stays as it is.
func (s *Service) RevertAmendment(ctx context.Context, image []byte) (bool, error) {
	var a struct {
		Amended

		Was json.RawMessage `json:"was"`
	}
	if err := json.Unmarshal(image, &a); err != nil {
		return false, err
	}
	old, err := s.Table.Get(ctx, a.ID)
	if fault.KindOf(err) == fault.NotFound || err == nil && old.Version != a.Version {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	was := amendmentsOf(&old)
	was.HourRate, was.DayRate = nil, nil // every image names them
	if err := json.Unmarshal(a.Was, &was); err != nil {
		return false, err
	}
	p := old
	was.ApplyTo(&p)
	return true, s.save(ctx, old, &p)
}
