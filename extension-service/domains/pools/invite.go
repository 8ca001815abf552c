package pools

import (
	"context"
	"strconv"
	"time"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/platform/fault"
)

// Invitation is the template of the mail that invites somebody into a pool, and the kind of its link.
const Invitation = "pool.invite"

const invitationValid = 30 * 24 * time.Hour

// invite asks somebody by mail to join. The link goes by the membership, so that it leads into the pool that this
// belongs to when it is used.
func (m *Members) invite(ctx context.Context, v Member, who freelancers.Freelancer) error {
	if m.deps.Mail == nil || who.Email == "" {
		return nil
	}
	p, err := m.pools.Table.Get(ctx, v.PoolID)
	if err != nil {
		return err
	}
	_, err = m.deps.Mail.Queue(ctx, mail.Mail{
		Template: Invitation, To: who.Email, Locale: who.Locale, ClientID: p.ClientID, Entity: "freelancer",
		EntityID: v.FreelancerID,
		Params:   map[string]string{"name": who.Name, "pool": p.VMSName},
		Link:     &mail.Link{Kind: Invitation, Subject: strconv.FormatInt(v.ID, 10), Valid: invitationValid},
	})
	return err
}

// Accept makes an invited person a member, and returns the key of what they are told. NOT_FOUND when nobody waits for
// them.
func (m *Members) Accept(ctx context.Context, subject string) (string, error) {
	id, err := field.ParseID(subject)
	if err != nil {
		return "", err
	}
	old, err := m.Get(ctx, id)
	if err != nil {
		return "", err
	}
	if old.Status != Invited {
		return "", fault.New(fault.NotFound, "NOT_FOUND", "membership %d does not wait", id)
	}
	p, err := m.pools.Table.Get(ctx, old.PoolID)
	if err != nil {
		return "", err
	}
	v := old
	v.Status, v.JoinedAt = Active, m.Now()
	if v.ExpiresAt.IsZero() {
		zone, err := m.deps.Clients.Zone(ctx, p.ClientID)
		if err != nil {
			return "", err
		}
		v.ExpiresAt = membershipEnd(v.JoinedAt, p, zone)
	}
	return "pool.mailLink.joined", m.update(resource.WithAct(ctx, resource.Act{Action: "join"}), old, &v)
}
