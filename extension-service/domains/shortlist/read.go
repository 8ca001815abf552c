package shortlist

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/store"
)

// keyed returns the key of a skill.
type keyed func(name string) string

// projectNeed reads what a project asks for. must are the skills without which nobody is proposed; nil are the first of
// the project.
func (s *Service) projectNeed(p projects.Project, must []string, keys keyed) Need {
	n := Need{
		Languages: p.Languages, Country: p.SiteCountry, City: store.Fold(p.SiteCity), Start: s.start(p),
		Capacity: capacityOf(p.HoursPerWeek),
		Unit:     p.RateUnit, Currency: p.Currency, Limit: p.RateMax,
	}
	if p.RemoteSharePct != nil {
		n.Remote = *p.RemoteSharePct
	}
	musts := p.Skills[:min(len(p.Skills), firstMusts)]
	if must != nil {
		musts = must
	}
	n.Must = keys.skills(musts)
	n.Wished = slices.DeleteFunc(keys.skills(p.Skills), func(w Skill) bool { return contains(n.Must, w) })
	return n
}

// capacityOf is the percentage of full time that some hours a week are; all of it where they are not known.
func capacityOf(hours *decimal.Decimal) int64 {
	if hours == nil {
		return allPercent
	}
	return max(1, min(allPercent, int64(*hours)*allPercent/int64(fullTime)))
}

// possibleHours are the hours a week that a project asks for, as far as somebody's capacity goes.
func possibleHours(hours *decimal.Decimal, capacity *int64) *decimal.Decimal {
	if hours == nil || capacity == nil || *capacity <= 0 {
		return hours
	}
	return new(min(*hours, fullTime*decimal.Decimal(*capacity)/allPercent))
}

// start is from when people are needed: not before today.
func (s *Service) start(p projects.Project) date.Date {
	return max(p.AssignmentPeriodStart, date.FromTime(s.deps.Now()))
}

// skills gives each its key; those that mean the same are one.
func (k keyed) skills(names []string) (out []Skill) {
	for _, name := range names {
		if one := (Skill{Key: k(name), Name: name}); !contains(out, one) {
			out = append(out, one)
		}
	}
	return out
}

func contains(list []Skill, one Skill) bool {
	return slices.ContainsFunc(list, func(s Skill) bool { return s.Key == one.Key })
}

// offered are the people to rank: those who were chosen, or who have the skills that are a must.
func (s *Service) offered(ctx context.Context, n Need) ([]freelancers.Freelancer, error) {
	if n.Among != nil {
		return s.deps.People.Offered(ctx, n.Among)
	}
	return s.deps.People.Skilled(ctx, names(n.Must), mostRead)
}

// candidates reads who may be ranked, and what there is of their records by id.
func (s *Service) candidates(ctx context.Context, p projects.Project, n Need, keys keyed) ([]Person,
	map[int64]freelancers.Freelancer, error,
) {
	rows, err := s.offered(ctx, n)
	if err != nil {
		return nil, nil, err
	}
	ids, records := make([]int64, len(rows)), map[int64]freelancers.Freelancer{}
	for i, f := range rows {
		ids[i], records[f.ID] = f.ID, f
	}
	requested, err := s.deps.People.ErasureRequests(ctx, ids)
	if err != nil {
		return nil, nil, err
	}
	known, err := s.deps.Applications.HistoryWith(ctx, p, ids)
	if err != nil {
		return nil, nil, err
	}
	people := make([]Person, len(rows))
	for i, f := range rows {
		people[i] = s.read(f, n, keys)
		people[i].WantsErasure = !requested[f.ID].IsZero()
		people[i].IsApplied, people[i].WorkedForClient = known[f.ID].Applied, known[f.ID].WorkedForClient
	}
	return people, records, nil
}

// read is all that the ranking reads of a record.
func (s *Service) read(f freelancers.Freelancer, n Need, keys keyed) Person {
	p := Person{
		ID: f.ID, Languages: f.Languages, Country: f.HomeAddress.Country, City: store.Fold(f.HomeAddress.City),
		Rate:     rateOf(f, n),
		FreeFrom: f.AvailabilityFrom, Capacity: allPercent, RightToWorkUntil: f.SecurityInfo.RightToWorkUntil,
		HasConsent: f.Consent.Valid(s.deps.Now()),
	}
	if f.AvailabilityPct != nil {
		p.Capacity = *f.AvailabilityPct
	}
	for _, name := range f.Skills {
		p.Skills = append(p.Skills, keys(name))
	}
	return p
}

// rateOf is what somebody asks for in the unit and currency of a project; nil where that is not known.
func rateOf(f freelancers.Freelancer, n Need) *decimal.Decimal {
	switch {
	case f.Currency != n.Currency:
		return nil
	case n.Unit == money.PerHour:
		return f.HourRate
	case n.Unit == money.PerDay:
		return f.DayRate
	}
	return nil
}

// rateCurrency is the currency of what somebody asks for; nil asks for nothing.
func rateCurrency(f freelancers.Freelancer) *money.Currency {
	if f.HourRate == nil && f.DayRate == nil {
		return nil
	}
	return &f.Currency
}
