package msps

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/postal"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/statemachine"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/platform/role"
)

// anonymised is what Anonymise writes in place of an MSP's name, before its handle.
const anonymised = "Deleted "

// perPurge is how many MSPs go in one call at most.
const perPurge = 100

// Purge anonymises the MSPs whose time in the trash is over (U7), each in a transaction of its own.
func (s *Service) Purge(ctx context.Context, r *schedule.Run) error {
	due, err := s.due(ctx)
	if err != nil {
		return err
	}
	return r.Each(ctx, due, "anonymisedMsps", func(ctx context.Context, id int64) (string, error) {
		handle, err := s.anonymise(resource.WithAct(ctx, resource.Act{Action: "anonymise"}), id)
		return handle + " anonymised", err
	})
}

// due lists the MSPs that nobody can restore any more and that still say who they were.
func (s *Service) due(ctx context.Context) ([]int64, error) {
	return s.DB().IDs(ctx, `
		SELECT id
		  FROM msps
		 WHERE user_status = 'DL'
		   AND email <> ''
		   AND deleted_at <= $1
		 ORDER BY id
		 LIMIT $2`, statemachine.Purged(s.Now()).UnixMilli(), perPurge)
}

// anonymise takes out of an MSP, and of what repeats it, everything that says who it was: id, handle, status, dates,
// contract and figures stay.
func (s *Service) anonymise(ctx context.Context, id int64) (handle string, err error) {
	old, err := s.Get(ctx, id)
	if err != nil {
		return "", err
	}
	f, err := s.facts(ctx, &old)
	if err != nil {
		return old.Handle, err
	}
	x, err := transitions.Allow(role.From(ctx), statemachine.System,
		statemachine.Request[Status]{From: old.UserStatus, To: Deleted}, f)
	if err != nil {
		return old.Handle, err
	}
	m := old
	x.Do.set(&m, f)
	if err := s.Table.Update(ctx, old, &m); err != nil {
		return old.Handle, err
	}
	if _, err := s.DB().Exec(ctx, "UPDATE msp_users SET name = $1, email = '' WHERE msp_id = $2", m.Name,
		m.ID); err != nil {
		return old.Handle, err
	}
	// the audit log comes last: what was written on the way there holds what is to go
	return old.Handle, s.deps.Forget(ctx, old)
}

func anonymiseFields(m *MSP, _ facts) {
	m.Name, m.LegalName, m.Email, m.Phone, m.Website = anonymised+m.Handle, "", "", "", ""
	m.ContactFirstName, m.ContactLastName, m.Address, m.VATID, m.LogoResourceID = "", "", postal.Address{}, "", ""
}
