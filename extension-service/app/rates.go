package app

import (
	"time"

	"poolkeeper.example/extension-service/domains/rates"
)

// newRates builds the rates. What they need of other domains is handed over once those are there.
func (s *Service) newRates() *rates.Service {
	r := rates.New(rates.Deps{DB: s.DB, Audit: s.Audit.Record, Now: time.Now, Recheck: s.recheck, Jobs: s.parts.jobs})
	s.parts.jobs.Register(r.ApplyKind())
	return r
}
