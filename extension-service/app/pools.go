package app

import (
	"time"

	"poolkeeper.example/extension-service/domains/pools"
)

// newPools builds the pools on the domains below them.
func (s *Service) newPools(d *domains) *pools.Service {
	p := pools.New(pools.Deps{
		DB: s.DB, Audit: s.Audit.Record, Now: time.Now, Text: s.mailText, Clients: d.clients, Freelancers: d.freelancers,
		Mail: s.parts.mail,
		Jobs: s.parts.jobs, Projects: d.projects, EachQuery: s.parts.preferences.EachQuery, Files: importFiles{s},
	})
	s.parts.jobs.Register(p.ImportJob())
	s.parts.jobs.Register(p.TagJob())
	s.parts.mail.OnLink(pools.Invitation, p.Members.Accept)
	s.parts.mail.SetCondition(pools.Reminder, p.Members.StillEndsSoon)
	return p
}
