package demo

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/engine/admin/decimal"
)

const (
	wantedApplications = 6000
	wantedInvitations  = 1500
)

// mix is how applications stand, of 100; hires are planned with the project.
var mix = []struct {
	status applications.Status
	share  int
}{
	{applications.Unconfirmed, 12},
	{applications.Active, 32},
	{applications.SendPending, 6},
	{applications.SendFailed, 5},
	{applications.SentToClient, 14},
	{applications.RejectedByMSP, 16},
	{applications.RejectedByVMS, 8},
	{applications.Withdrawn, 7},
}

func (f *generator) pickStatus() applications.Status {
	n := f.fake.Number(0, 99)
	for _, m := range mix {
		if n -= m.share; n < 0 {
			return m.status
		}
	}
	return applications.Active
}

// share is the nth part of a total that is spread evenly.
func share(total, parts, nth int) int { return total*(nth+1)/parts - total*nth/parts }

// sought says how many people one project draws beside another.
var sought = []int{5, 14, 31, 9, 22, 40, 17}

// shareOf is the nth project's part of a total, spread as unevenly as people are.
func shareOf(total, parts, nth int) int {
	before, all := 0, 0
	for i := range parts {
		if i < nth {
			before += sought[i%len(sought)]
		}
		all += sought[i%len(sought)]
	}
	return total*(before+sought[nth%len(sought)])/all - total*before/all
}

func (f *generator) planApplications(p *plan, i int) {
	all := livingProjects + deletedProjects
	first := f.fake.Number(0, roster-1)
	for n := range shareOf(wantedApplications, all, i) {
		person := (first + n*7) % roster // distinct within a project
		status := f.pickStatus()
		switch {
		case int64(n) < p.hires:
			status = applications.Hired
		case p.status == projects.Deleted:
			status = []applications.Status{applications.Unconfirmed, applications.Active}[n%2]
		case p.of.client.SendChannel == clients.Manually &&
			(status == applications.SendPending || status == applications.SendFailed):
			status = applications.SentToClient // there is no queue to wait in
		}
		a := f.application(p, person, status)
		f.schedule(a.StatusChangedAt, func(ctx context.Context) error {
			a.ProjectID, a.ProjectHandle, a.VMSID = p.p.ID, p.p.Handle, p.p.VMSID
			if m := f.represents(person); m != nil {
				a.MSPStatus = string(m.UserStatus)
			}
			if err := f.computeRates(ctx, a); err != nil {
				return err
			}
			a.Handle = f.handle("A")
			var answered []int64
			if n%answerShare == 0 && status != applications.Unconfirmed {
				var err error
				if answered, err = f.answerQuestions(a); err != nil {
					return err
				}
			}
			if err := f.applications.Table.Create(ctx, a); err != nil {
				return err
			}
			if err := f.questions.MarkAnswered(ctx, a.ID, answered); err != nil {
				return err
			}
			return f.sent(ctx, a)
		})
		if n < shareOf(wantedInvitations, all, i) {
			f.planInvitation(p, a, applications.States[(n+i)%len(applications.States)])
		}
	}
}

// timeToConfirm is as old as an application that waits for its confirmation may be, with a day to spare.
const timeToConfirm = 13 * 24 * time.Hour

// application is one bid, complete as it stands today.
func (f *generator) application(p *plan, person int, status applications.Status) *applications.Application {
	room := max(int(p.changed.Sub(p.created).Minutes())-1, 1)
	came := p.created.Add(time.Duration(f.fake.Number(0, room)) * time.Minute)
	moved := came.Add(p.changed.Sub(came) / time.Duration(f.fake.Number(2, 6)))
	if status == applications.Unconfirmed && p.isOpen() { // who has not confirmed in time is withdrawn by night
		came = f.today.Add(-f.today.Sub(came) % timeToConfirm)
		moved = came
	}
	a := &applications.Application{
		ProjectTitle: p.p.Title, ClientID: p.p.ClientID, LegalEntityID: p.p.LegalEntityID,
		FreelancerID: int64(person + 1), FreelancerName: f.people[person], FreelancerStatus: "AC",
		ProviderKind: applications.ByFreelancer,
		Status:       status, StatusChangedAt: moved.Truncate(time.Millisecond), StatusChangedBy: f.actors[0].Name,
		RateUnit: p.p.RateUnit, Currency: p.p.Currency, HoursPerWeek: p.p.HoursPerWeek,
		AvailabilityFrom: p.p.AssignmentPeriodStart,
	}
	a.Created = came.Truncate(time.Millisecond)
	a.TalentRate = new(*p.p.RateMin + decimal.FromInt(int64(f.fake.Number(0, 30))))
	if m := f.represents(person); m != nil {
		a.ProviderKind, a.MSPID, a.MSPName = applications.ByMSP, &m.ID, m.Name
	}
	if status != applications.Unconfirmed {
		a.ConfirmedAt = a.Created.Add(moved.Sub(a.Created) / 4).Truncate(time.Millisecond)
		a.ConsentToShareAt = a.ConfirmedAt
	}
	f.moved(a, p)
	return a
}

// moved adds what an application carries because of its status.
func (f *generator) moved(a *applications.Application, p *plan) {
	at := a.StatusChangedAt
	switch a.Status {
	case applications.Unconfirmed, applications.Active:
	case applications.SendPending:
		a.SendRound, a.Channel = 1, "VMS"
	case applications.SendFailed:
		a.SendRound, a.SendAttempts, a.Channel = 1, 1, "VMS"
		class := []string{"VMS_VALIDATION", "VMS_UNAVAILABLE", "VMS_DUPLICATE"}[f.fake.Number(0, 2)]
		a.StatusReason = applications.Reason(class)
		a.LastSendError = &applications.SendError{
			Class: class, Code: "422", Message: "The candidate was not accepted.",
			At: at, Retryable: class == "VMS_UNAVAILABLE",
		}
		if a.LastSendError.Retryable { // tried until the round was used up
			a.SendAttempts, a.LastSendError.Code, a.LastSendError.Message = 5, "503", "The VMS did not answer."
		}
	case applications.SentToClient, applications.Hired, applications.RejectedByVMS:
		a.SendRound, a.SendAttempts, a.SentAt, a.Channel = 1, 1, at, applications.Channel(p.of.client.SendChannel)
		if a.Channel == applications.ByVMS {
			a.ExternalID = fmt.Sprintf("%s-C%05d", p.of.vms, a.FreelancerID)
		}
		if a.Status == applications.Hired {
			a.SentAt = at.Add(-at.Sub(a.ConfirmedAt) / 2).Truncate(time.Millisecond)
			a.HiredAt = at
		}
		if a.Status == applications.RejectedByVMS {
			a.StatusReason = "CLIENT_DECISION"
		}
	case applications.RejectedByMSP:
		a.StatusReason = applications.StaffReasons[f.fake.Number(0, 6)]
	case applications.Withdrawn:
		a.StatusReason, a.WithdrawnAt = "TALENT_DECISION", at
	}
}

// sent writes down what the outbound queue has done for an application, or still has to do.
func (f *generator) sent(ctx context.Context, a *applications.Application) error {
	if a.Channel == applications.ByVMS {
		state := map[applications.Status]string{
			applications.SendPending: "QUEUED",
			applications.SendFailed:  "FAILED",
		}[a.Status]
		_, err := f.db.Exec(ctx, `
			INSERT INTO outbound_tasks (application_id, round, kind, state, due, created)
			VALUES ($1, $2, 'APPLICATION', $3, $4, $4)`, a.ID, a.SendRound, cmp.Or(state, "DONE"), a.StatusChangedAt.UnixMilli())
		if err != nil {
			return err
		}
	}
	delays := []time.Duration{0, time.Minute, 6 * time.Minute, 21 * time.Minute, 81 * time.Minute}
	for n := range a.SendAttempts {
		outcome, failure := applications.Accepted, applications.SendError{}
		if a.LastSendError != nil {
			outcome, failure = applications.Failed, *a.LastSendError
		}
		at := a.StatusChangedAt.Add(delays[n] - delays[a.SendAttempts-1])
		_, err := f.db.Exec(ctx, `
			INSERT INTO application_attempts (application_id, round, attempt, at, channel, outcome, class, code, message, external_id, duration_ms)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`, a.ID, a.SendRound, n+1, at.UnixMilli(), string(a.Channel), string(outcome),
			failure.Class, failure.Code, failure.Message, a.ExternalID, 180+a.ID*37%900)
		if err != nil {
			return err
		}
	}
	return nil
}

func (f *generator) planInvitation(p *plan, a *applications.Application, state applications.State) {
	v := &applications.Invitation{
		ClientID: p.p.ClientID, LegalEntityID: p.p.LegalEntityID, FreelancerID: a.FreelancerID, State: state,
		SentBy: f.actors[0].Name, Channel: "EMAIL", SentAt: a.Created.Add(-48 * time.Hour),
	}
	v.ExpiresAt = v.SentAt.AddDate(0, 0, 14)
	switch state {
	case "OPENED":
		v.OpenedAt = a.Created.Add(-24 * time.Hour)
	case applications.Answered, "DECLINED":
		v.OpenedAt, v.AnsweredAt = a.Created.Add(-24*time.Hour), a.Created
	}
	f.schedule(a.StatusChangedAt, func(ctx context.Context) error {
		v.ProjectID = p.p.ID
		if state == applications.Answered {
			v.ApplicationID = new(a.ID)
		}
		return f.applications.Invitations.Create(ctx, v)
	})
}
