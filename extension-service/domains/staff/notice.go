package staff

import (
	"cmp"
	"context"

	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/platform/role"
)

// The mails that the owner of an account gets when somebody changes how it is signed in to.
const (
	// FactorRemoved says that the account is open by its password alone.
	FactorRemoved     = "staff.factorTakenOff"
	passwordChanged   = "staff.passwordChanged"
	passwordIssued    = "staff.passwordIssued"
	factorAdded       = "staff.factorAdded"
	factorRemoved     = "staff.factorRemoved"
	passkeyAdded      = "staff.passkeyAdded"
	passkeyRemoved    = "staff.passkeyRemoved"
	recoveryCodeUsed  = "staff.recoveryCodeUsed"
	addressChanged    = "staff.addressChanged"
	identityLinked    = "staff.identityLinked"
	identityDropped   = "staff.identityDropped"
	signedInElsewhere = "staff.newDevice"
)

// notify sends the owner of an account a mail, in the transaction at hand: to the address of the account, and to others
// that are named.
func (s *Service) notify(ctx context.Context, template string, a *account, others ...string) error {
	if s.Mail == nil {
		return nil
	}
	who := role.From(ctx)
	params := map[string]string{
		"name": a.FirstName, "at": s.Now().UTC().Format("2006-01-02 15:04 UTC"), "device": cmp.Or(Device(who.UserAgent), "–"),
		"ip": cmp.Or(who.IP, "–"),
	}
	for _, to := range append([]string{a.Email}, others...) {
		_, err := s.Mail(ctx, mail.Mail{
			Template: template, To: to, Locale: a.Locale, Entity: Entity, EntityID: a.ID,
			Params: params,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// isNewDevice says whether an account that has signed in before has not done so from a browser and system like this one
// lately. Call it before the session is opened.
func (s *Service) isNewDevice(ctx context.Context, id int64) (bool, error) {
	is := deviceKey(role.From(ctx).UserAgent)
	had, known := false, false
	var agent string
	err := s.DB.Each(ctx, []any{&agent}, func() error {
		had, known = true, known || deviceKey(agent) == is
		return nil
	}, `
		SELECT DISTINCT user_agent
		  FROM staff_sessions
		 WHERE staff_id = $1
		 LIMIT 1000`, id)
	return had && !known, err
}

// deviceKey is what counts as one device: browsers change the number of their version every few weeks.
func deviceKey(agent string) string { return cmp.Or(Device(agent), agent) }
