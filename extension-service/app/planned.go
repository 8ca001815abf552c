package app

import (
	"time"

	"poolkeeper.example/extension-service/engine/planned"
)

// newPlanned builds the part that makes planned changes when their time has come.
func (s *Service) newPlanned() *planned.Service {
	return &planned.Service{Deps: planned.Deps{
		DB: s.DB, Now: time.Now, Audit: s.Audit.Record, History: s.Audit.History, Recheck: s.recheck,
		Caller: s.parts.staff.CallerFor, Records: s.Registry, Calls: s.Endpoints,
	}}
}
