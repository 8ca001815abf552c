package demo

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/brianvoe/gofakeit/v7"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/skills"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/postal"
	"poolkeeper.example/extension-service/platform/role"
)

// The sizes of design: who is active stands in the roster that applications come from.
const (
	inactivePeople   = 180
	unverifiedPeople = 120
	deletedPeople    = 30
	wantedBindings   = 400
	endedBindings    = 40 // of those
	suspectedTwins   = 12 // of the unverified ones
	erasureRequests  = 3
)

// talents are the applications as freelancers see them. The demo exports and merges nobody.
// fillFreelancers lets the people come long before the first project, those of the roster first so that their ids are
// their places in it. Who has not confirmed an address yet came within the last month.
func (f *generator) fillFreelancers(ctx context.Context) error {
	fake := gofakeit.New(seed + 2) // of its own, so that everything else stays as it is
	ctx = role.With(ctx, f.actors[0])
	var early []freelancers.Freelancer
	for i := range roster + inactivePeople + deletedPeople {
		p := f.person(fake, i)
		f.clock = f.clock.Add(20 * time.Second)
		p.Created = f.clock.Add(-time.Duration(fake.Number(1, 400*24*60)) * time.Minute).Truncate(time.Millisecond)
		p.UserStatus, p.EmailVerifiedAt, p.StatusChangedAt, p.StatusChangedBy = freelancers.Active, p.Created, p.Created,
			f.actors[0].Name
		p.Consent = freelancers.Consent{
			DataProcessingAt: p.Created, PoolAt: p.Created, ShareAt: p.Created, ValidUntil: f.today.AddDate(0, 1+i%30, 0),
			TextVersion: "2024-03",
		}
		if i%43 == 7 {
			p.Consent.ValidUntil = f.today.AddDate(0, 0, 4+i%20)
		}
		p.LastLoginAt = f.today.Add(-time.Duration(fake.Number(30, 300*24*60)) * time.Minute)
		p.Handle = f.handle("F")
		if err := f.freelancers.Table.Create(ctx, &p); err != nil {
			return err
		}
		early = append(early, p)
	}
	f.planLeaving(early[roster:])
	f.planUnverified(fake, early[:roster])
	f.planBindings(early[:roster])
	return nil
}

// person is the nth, complete.
func (f *generator) person(fake *gofakeit.Faker, n int) freelancers.Freelancer {
	p := freelancers.NewFreelancer()
	p.FirstName, p.LastName = fake.FirstName(), fake.LastName()
	if n < roster {
		p.FirstName, p.LastName, _ = strings.Cut(f.people[n], " ")
	}
	p.Name = p.FirstName + " " + p.LastName
	p.Email = strings.ToLower(fmt.Sprintf("%s.%s%d@%s", p.FirstName, p.LastName, n,
		[]string{"example.org", "example.com", "example.net"}[n%3]))
	at := f.made[n%len(f.made)].demoClient.cities[n/7%2]
	p.Salutation = []freelancers.Salutation{"MS", "MR", "MR", "MS", "MX", freelancers.NoSalutation}[n%6]
	p.Gender = []freelancers.Gender{"FEMALE", "MALE", "MALE", "FEMALE", "DIVERSE", freelancers.Undisclosed}[n%6]
	if n%11 == 0 {
		p.AcademicTitle = "Dr."
	}
	p.MobileNumber = fmt.Sprintf("+4915%09d", 1_000_000+n)
	p.HomeAddress = postal.Address{Street: fake.Street(), PostalCode: at.postal, City: at.name, Country: at.country}
	if n%4 != 3 {
		p.LinkedinHandle = strings.ToLower(strings.ReplaceAll(p.FirstName+"-"+p.LastName, "'", "")) + fmt.Sprintf("-%d", n)
	}
	hour := int64(45 + fake.Number(0, 90))
	p.HourRate, p.DayRate = new(decimal.FromInt(hour)), new(decimal.FromInt(8*hour))
	p.Currency = f.made[n%len(f.made)].client.Currency
	p.Skills = pickSkills(n, n/3+7, n/5+11)
	p.Languages = []skills.Language{
		{Code: "en", Level: "C1"},
		{Code: []string{"de", "sv", "fr", "pl"}[n%4], Level: []skills.LanguageLevel{"B1", "B2", "C2"}[n%3]},
	}
	p.AvailabilityFrom, p.AvailabilityPct = date.FromTime(f.today.AddDate(0, 0, fake.Number(-60, 120))),
		new(int64(50+25*(n%3)))
	p.Locale = []string{"en", "de"}[n%2]
	if n%9 == 0 {
		p.SecurityInfo.ClearanceLevel, p.SecurityInfo.ClearanceValidUntil = "BASIC",
			date.FromTime(f.today.AddDate(1, n%12, 0))
	}
	if n%37 == 5 {
		p.SecurityInfo.RightToWorkUntil = date.FromTime(f.today.AddDate(0, 0, n%40-8))
	}
	if n >= roster {
		return p
	}
	if m := f.represents(n); m != nil {
		p.MSPID, p.MSPName = &m.ID, m.Name
	}
	return p
}

// planLeaving deactivates some and deletes the others, the latter within the last month.
func (f *generator) planLeaving(people []freelancers.Freelancer) {
	for i, p := range people {
		when, to := f.today.AddDate(0, 0, -40-2*i), freelancers.Inactive
		reasons := []string{"Asked for a break", "Has taken a permanent job", "Does not answer any more"}
		if i >= inactivePeople {
			when, to = f.today.Add(-time.Duration(i-inactivePeople)*22*time.Hour), freelancers.Deleted
			reasons = []string{"Entered twice", "Wants to leave the pool", "Address does not exist"}
		}
		f.schedule(when, func(ctx context.Context) error {
			now, err := f.freelancers.Get(ctx, p.ID)
			if err != nil {
				return err
			}
			_, err = f.freelancers.ChangeStatus(withAction(ctx, "status"), &now,
				freelancers.Change{Status: to, Reason: reasons[i%len(reasons)]})
			return err
		})
	}
}

// planUnverified lets people come who have not confirmed their address yet. Some may be in the pool already.
func (f *generator) planUnverified(fake *gofakeit.Faker, known []freelancers.Freelancer) {
	for i := range unverifiedPeople {
		p := f.person(fake, roster+inactivePeople+deletedPeople+i)
		p.SendVerification = false
		if i < suspectedTwins {
			twin := known[i*97]
			p.FirstName, p.LastName, p.MobileNumber, p.Force = twin.FirstName, twin.LastName, twin.MobileNumber, true
			p.HomeAddress = twin.HomeAddress
		}
		f.schedule(f.today.Add(-time.Duration(i)*6*time.Hour), func(ctx context.Context) error {
			p.Handle = f.handle("F")
			return f.freelancers.Create(ctx, &p)
		})
	}
	for i := range erasureRequests {
		p := known[i*211+50]
		f.schedule(f.today.AddDate(0, 0, -4*i).Add(-time.Hour), func(ctx context.Context) error {
			no := false
			_, err := f.freelancers.Erase(withAction(ctx, "erase"), &p,
				freelancers.EraseInput{Reason: "Asked by letter", LegalBasisNote: "Invoices are kept for ten years", DryRun: &no})
			return err
		})
	}
}

// planBindings binds people to clients for a year. Some bindings have ended since.
func (f *generator) planBindings(people []freelancers.Freelancer) {
	for i := range wantedBindings {
		of := f.made[i%len(f.made)]
		v := freelancers.NewBoundClient()
		v.FreelancerID, v.ClientID = people[i*6+3].ID, of.client.ID
		if i%5 == 0 {
			v.Scope, v.LegalEntityID = freelancers.OfLegalEntity, of.entities[i%len(of.entities)]
		}
		v.Source = freelancers.Sources[i%len(freelancers.Sources)]
		begun := f.today.Add(-time.Duration(20*i+5) * time.Hour)
		if i < endedBindings {
			begun = begun.AddDate(-1, 0, -3)
		}
		f.schedule(begun, func(ctx context.Context) error { return f.freelancers.Bindings.Create(ctx, &v) })
		if i < endedBindings {
			f.schedule(begun.AddDate(1, 0, 2), func(ctx context.Context) error {
				old, err := f.freelancers.Bindings.Get(ctx, v.ID)
				if err != nil {
					return err
				}
				now := old
				return f.freelancers.Bindings.Update(withAction(ctx, "close"), old, &now)
			})
		}
	}
}
