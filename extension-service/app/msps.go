package app

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/msps"
)

// newMSPs builds the MSPs on the clients, projects, applications and freelancers of d.
func (s *Service) newMSPs(d *domains) *msps.Service {
	m := msps.New(msps.Deps{
		DB: s.DB, Audit: s.Audit.Record, Now: time.Now, Mail: s.parts.mail.Queue,
		Client: d.clients.Visible,
		Entity: func(ctx context.Context, id int64) (msps.Entity, error) {
			e, err := d.clients.Entities.Get(ctx, id)
			return msps.Entity{ID: e.ID, Name: e.Name, ClientID: e.ClientID}, err
		},
		Applications: d.applications, Freelancers: d.freelancers, Projects: d.projects,
	})
	s.parts.mail.Holds(msps.Invitation, m.StillInvited)
	s.parts.mail.OnLink(msps.Invitation, m.Accept)
	return m
}

// mspStatuses answers for the MSPs that projects are assigned to.
func (d *domains) mspStatuses(ctx context.Context, ids []int64) (map[int64]string, error) {
	return d.msps.Statuses(ctx, ids)
}

// mspName answers NOT_FOUND for an MSP outside the caller's scope.
func (d *domains) mspName(ctx context.Context, id int64) (string, error) {
	m, err := d.msps.Get(ctx, id)
	return m.Name, err
}
