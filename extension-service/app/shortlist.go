package app

import (
	"time"

	"poolkeeper.example/extension-service/domains/shortlist"
)

// newShortlist builds what ranks people for projects, on the domains below it.
func (s *Service) newShortlist(d *domains) *shortlist.Service {
	return shortlist.New(shortlist.Deps{
		Now: time.Now, Projects: d.projects, People: d.freelancers, Applications: d.applications, Skills: d.skills,
	})
}
