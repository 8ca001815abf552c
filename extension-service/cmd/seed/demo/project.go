package demo

import (
	"context"
	"fmt"
	"strings"
	"time"

	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/domains/skills"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// The sizes of design: what lives, and what lies in the trash.
const (
	livingProjects  = 240
	deletedProjects = 12
)

// decimal reads a constant of ours.
func amount(s string) *decimal.Decimal {
	d, err := decimal.Parse(s)
	if err != nil {
		return nil
	}
	return &d
}

// plan is the life of one project.
type plan struct {
	of      madeClient
	p       projects.Project
	created time.Time
	changed time.Time // of the status; after every application
	status  projects.Status
	reason  projects.Reason
	hires   int64
}

func (f *generator) planProjects() {
	for i := range livingProjects + deletedProjects {
		p := f.planProject(i, statusOf(i))
		f.assigned(p, i)
		f.schedule(p.created, func(ctx context.Context) error {
			p.p.Handle = f.handle("P")
			return f.projects.Create(ctx, &p.p)
		})
		f.planApplications(p, i)
		f.planChange(p)
	}
}

// statusOf spreads the statuses evenly over clients: 12 deleted, then 2 in 4 open, 1 paused, 1 closed.
func statusOf(i int) projects.Status {
	if i >= livingProjects {
		return projects.Deleted
	}
	return []projects.Status{
		projects.Active, projects.Active, projects.Closed, projects.Active,
		projects.Paused,
	}[(i/len(houses))%5]
}

func (f *generator) planProject(i int, status projects.Status) *plan {
	p := &plan{of: f.made[i%len(f.made)], status: status, p: projects.NewProject()}
	p.p.Owned = f.owners(i)
	f.planTimes(p)
	f.describe(p, i/len(f.made))
	f.price(p)
	return p
}

// isOpen says whether nothing has ended the project: then neither its dates nor its hires may, in the first night.
func (p *plan) isOpen() bool { return p.status == projects.Active || p.status == projects.Paused }

// planTimes says when the project came, ended and changed; the present lies inside every open assignment or before it.
func (f *generator) planTimes(p *plan) {
	ago := func(from, to int) time.Time {
		minutes := f.fake.Number(from*24*60, to*24*60)
		return f.today.Add(-time.Duration(minutes) * time.Minute)
	}
	switch p.status {
	case projects.Closed:
		p.created, p.changed = ago(160, 420), ago(2, 150)
		p.reason = []projects.Reason{
			projects.FilledHere, projects.FilledElsewhere, projects.CancelledByClient,
			projects.Budget,
		}[f.fake.Number(0, 3)]
	case projects.Deleted:
		p.created, p.changed, p.reason = ago(40, 90), ago(1, 25), projects.Mistake
	case projects.Paused:
		p.created, p.changed = ago(30, 200), ago(1, 20)
	default:
		p.created, p.changed = ago(2, 150), f.today
	}
	start := p.created.AddDate(0, 0, f.fake.Number(14, 70))
	end := start.AddDate(0, f.fake.Number(2, 12), 0)
	if p.status != projects.Closed && end.Before(f.today.AddDate(0, 0, 1)) {
		end = f.today.AddDate(0, 0, f.fake.Number(1, 120))
	}
	p.p.AssignmentPeriodStart, p.p.AssignmentPeriodEnd = date.FromTime(start), date.FromTime(end)
	deadline := start.AddDate(0, 0, -7)
	if f.fake.Number(0, 3) > 0 && (!p.isOpen() || deadline.After(f.today)) {
		p.p.ApplicationDeadline = date.FromTime(deadline)
	}
}

func (f *generator) describe(p *plan, nth int) {
	h := p.of.demoClient
	title := func() string {
		if nth < len(h.titles) {
			return h.titles[nth]
		}
		// 20 roles and 6 topics meet without repeating a pair.
		k := nth - len(h.titles)
		return roles[k%len(roles)] + ", " + h.topics[(k+k/len(roles))%len(h.topics)]
	}()
	at := h.cities[nth%len(h.cities)]
	v := &p.p
	v.Title, v.ClientID = title, p.of.client.ID
	v.LegalEntityID = p.of.entities[nth%len(p.of.entities)]
	v.SiteCity, v.SitePostalCode, v.SiteCountry, v.SiteAddress = at.name, at.postal, at.country, f.fake.Street()
	v.SiteCoordinates = &projects.Coordinates{Lat: new(projects.Degrees(at.lat)), Lon: new(projects.Degrees(at.lon))}
	v.Description = f.fake.Sentence() + "\n\n" + f.fake.Sentence()
	role, topic, _ := strings.Cut(title, ", ")
	v.PublicDescription = fmt.Sprintf("<p>We look for a <strong>%s</strong>%s.</p><ul><li>%s</li><li>%s</li></ul>",
		role, map[bool]string{true: "", false: " for our " + topic + " team"}[topic == ""], names[nth%len(names)],
		names[(nth+5)%len(names)])
	v.PublicVisible = f.fake.Number(0, 9) < 7
	v.XMLVisible = v.PublicVisible && f.fake.Bool()
	v.Skills = pickSkills(nth, nth+5, nth+11)
	v.Languages = []skills.Language{{Code: "en", Level: "C1"}}
	if len(h.languages) > 1 {
		v.Languages = append(v.Languages, skills.Language{Code: "de", Level: "B2"})
	}
	v.ContactName = f.fake.FirstName() + " " + f.fake.LastName()
	v.ContactEmail = strings.ToLower(h.code) + "." + fmt.Sprint(nth+1) + "@example.org"
	if f.fake.Number(0, 9) < 7 {
		v.Source, v.VMSID = projects.FromVMS, fmt.Sprintf("%s-%d", h.vms, 20_000+f.fake.Number(0, 999)*100+nth)
		v.VMSStatusRaw, v.VMSLastInboundAt = "Open", p.created.Add(time.Hour)
	}
}

func (f *generator) price(p *plan) {
	v := &p.p
	v.Positions = int64(f.fake.Number(1, 4))
	v.Currency = p.of.client.Currency
	low := int64(f.fake.Number(50, 110))
	if v.Currency == "SEK" {
		low *= 11
	}
	v.RateMin, v.RateMax = new(decimal.FromInt(low)), new(decimal.FromInt(low+low/2))
	v.HoursPerWeek = new(decimal.FromInt([]int64{20, 32, 40, 40, 40}[f.fake.Number(0, 4)]))
	v.RemoteSharePct = new(int64(f.fake.Number(0, 5) * 20))
	p.hires = min(v.Positions, int64(f.fake.Number(0, 2)))
	if p.isOpen() {
		v.Positions = max(v.Positions, p.hires+1)
	}
	if p.status == projects.Deleted {
		p.hires = 0
	}
	v.PositionsFilled = p.hires
}

// planChange moves the project to the status it has today.
func (f *generator) planChange(p *plan) {
	if p.status == projects.Active {
		return
	}
	f.schedule(p.changed, func(ctx context.Context) error {
		if p.status == projects.Deleted {
			if err := f.change(ctx, p, projects.Paused, ""); err != nil {
				return err
			}
		}
		return f.change(ctx, p, p.status, p.reason)
	})
}

func (f *generator) change(ctx context.Context, p *plan, to projects.Status, reason projects.Reason) error {
	v, err := f.projects.Get(ctx, p.p.ID)
	if err != nil {
		return err
	}
	ctx = resource.WithAct(ctx, resource.Act{Action: "changeStatus", Reason: string(reason)})
	_, err = f.projects.ChangeStatus(ctx, &v, projects.Change{ID: v.ID, Status: to, Reason: reason})
	return err
}
