package demo

import (
	"context"
	"fmt"
	"strings"
	"time"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/store"
)

// crowd is any number of freelancers whose names are combined from lists, so that the nth is known without being read.
type crowd struct {
	firsts, lasts []string
	size          int
	base          int64 // id of the one before the first
	begun         time.Time
	today         time.Time
}

const (
	crowdNames  = 700 // first names and last names each: half a million people before a pair of names comes again
	crowdModels = 200 // freelancers that are thought up; the others are like them
	crowdChunk  = 10_000
)

func (f *generator) newCrowd(size int) *crowd {
	c := &crowd{size: size, begun: f.today.AddDate(0, 0, -seedDays), today: f.today}
	if size == 0 {
		return c
	}
	c.firsts = distinct(crowdNames, f.fake.FirstName)
	c.lasts = distinct(crowdNames, f.fake.LastName)
	return c
}

// distinct draws names until there are so many different ones, or no more to be had.
func distinct(n int, draw func() string) []string {
	seen, out := map[string]bool{}, make([]string, 0, n)
	for range 200 * n {
		if name := draw(); !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
		if len(out) == n {
			break
		}
	}
	return out
}

// name is that of the nth.
func (c *crowd) name(n int) (first, last string) {
	return c.firsts[n%len(c.firsts)], c.lasts[(n/len(c.firsts)+n*31)%len(c.lasts)]
}

func (c *crowd) status(n int) freelancers.Status {
	switch n % 20 {
	case 7:
		return freelancers.Unverified
	case 13:
		return freelancers.Inactive
	}
	return freelancers.Active
}

// freelancer is the nth, complete.
func (f *generator) freelancer(c *crowd, n int) freelancers.Freelancer {
	p := freelancers.NewFreelancer()
	p.FirstName, p.LastName = c.name(n)
	p.Name = p.FirstName + " " + p.LastName
	p.Email = fmt.Sprintf("%s.%d@example.org", strings.ToLower(store.Fold(p.LastName)), n)
	p.MobileNumber = fmt.Sprintf("+4917%09d", n)
	p.Created = c.begun.Add(c.today.Sub(c.begun) / time.Duration(c.size) * time.Duration(n)).Truncate(time.Millisecond)
	p.LastUpdated, p.StatusChangedAt = p.Created, p.Created
	p.Version, p.CreatedBy, p.LastUpdatedBy, p.StatusChangedBy = 1, f.actors[0].Name, f.actors[0].Name, f.actors[0].Name
	if p.UserStatus = c.status(n); p.UserStatus != freelancers.Unverified {
		p.EmailVerifiedAt = p.Created
	}
	p.HourRate = amount(fmt.Sprint(40 + n%90))
	p.DayRate = amount(fmt.Sprint(8 * (40 + n%90)))
	p.Skills = pickSkills(n, n/3+7)
	p.Consent = freelancers.Consent{DataProcessingAt: p.Created, ShareAt: p.Created, TextVersion: "2025-01"}
	return p
}

// differing are the columns in which a freelancer differs from the model.
var differing = []string{
	"handle", "name", "name_fold", "first_name", "first_name_fold", "last_name", "last_name_fold", "email", "email_fold",
	"email_key", "mobile_number",
	"created", "last_updated", "status_changed_at",
}

// seedCrowd adds the freelancers, and remembers where their ids begin.
func (s *seeder) seedCrowd(ctx context.Context) error {
	if s.crowd.size == 0 {
		return nil
	}
	table := freelancers.New(freelancers.Deps{DB: s.db, Now: func() time.Time { return s.today }}).Table
	models := make([]freelancers.Freelancer, min(crowdModels, s.crowd.size))
	for i := range models {
		models[i] = s.freelancer(s.crowd, i)
		models[i].Handle = s.handle("F")
	}
	first, err := table.Load(ctx, models)
	if err != nil {
		return err
	}
	s.crowd.base = first - 1
	for done := len(models); done < s.crowd.size; done += crowdChunk {
		n := min(crowdChunk, s.crowd.size-done)
		c := store.Copies{Columns: differing, Rows: make([][]any, n)}
		for i := range n {
			p := s.freelancer(s.crowd, done+i)
			c.Rows[i] = []any{
				first + int64((done+i)%len(models)), s.handle("F"), p.Name, store.Fold(p.Name), p.FirstName,
				store.Fold(p.FirstName), p.LastName,
				store.Fold(p.LastName), p.Email, store.Fold(p.Email), p.Email, p.MobileNumber, p.Created.UnixMilli(),
				p.Created.UnixMilli(), p.Created.UnixMilli(),
			}
		}
		if _, err := table.Multiply(ctx, c); err != nil {
			return err
		}
	}
	return nil
}
