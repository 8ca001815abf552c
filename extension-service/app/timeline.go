package app

import (
	"context"

	"poolkeeper.example/extension-service/engine/timeline"
)

// newTimeline builds what tells in one order what happened to a record.
func (s *Service) newTimeline() *timeline.Service {
	p := s.parts
	return timeline.New(timeline.Deps{
		Records: s.Registry, Changes: s.Audit.Changes, Mask: s.maskEntry, Mails: p.mail.Concerning, Notes: p.notes.Timeline,
		Address: func(ctx context.Context, id int64) (string, error) {
			f, err := p.domains.freelancers.Get(ctx, id)
			return f.Email, err
		},
	})
}
