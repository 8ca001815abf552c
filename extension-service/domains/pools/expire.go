package pools

import (
	"context"
	"strconv"
	"time"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Reminder is the template of the mail that says when a membership ends.
const Reminder = "pool.membershipReminder"

const (
	firstReminder = 30 // days before the end
	nextReminder  = 7
	lastReminder  = 1
	perRun        = 5000 // memberships of each kind in one run
)

// Expire is the job that ends memberships whose time is over, and reminds of those that end.
func (m *Members) Expire() schedule.Job {
	return schedule.Job{Name: "pool.membershipExpiry", Schedule: "0 6 * * *", Timeout: 30 * time.Minute, Do: m.expire}
}

func (m *Members) expire(ctx context.Context, r *schedule.Run) error {
	now := m.Now()
	ended, err := m.DB().IDs(ctx, `
		SELECT id
		  FROM pool_members
		 WHERE expires_at <= $1
		   AND status = 'ACTIVE'
		   AND deleted_at IS NULL
		 ORDER BY expires_at, id
		 LIMIT $2`, now.UnixMilli(), perRun)
	if err != nil {
		return err
	}
	ending, err := m.ending(ctx, now)
	if err != nil {
		return err
	}
	r.Count("checked", int64(len(ended)+len(ending)))
	if err := r.Each(ctx, ended, "ended", m.endOne); err != nil {
		return err
	}
	return r.Each(ctx, ending, "reminded", m.remind)
}

func (m *Members) endOne(ctx context.Context, id int64) (string, error) {
	old, err := m.Get(ctx, id)
	if err != nil || old.Status != Active || old.ExpiresAt.After(m.Now()) {
		return "", err
	}
	v := old
	v.Status = Expired
	return "membership " + strconv.FormatInt(id, 10) + " ended",
		m.update(resource.WithAct(ctx, resource.Act{Action: "expire"}), old, &v)
}

// ending lists the memberships of which nobody was reminded since the last day on which that was due.
func (m *Members) ending(ctx context.Context, now time.Time) ([]int64, error) {
	const day = int64(24 * time.Hour / time.Millisecond)
	at := func(days int) int64 { return now.AddDate(0, 0, days).UnixMilli() }
	return m.DB().IDs(ctx, `
		SELECT p.id
		  FROM pool_members p
		  LEFT JOIN pool_reminders r ON r.member_id = p.id
		 WHERE p.expires_at > $1
		   AND p.expires_at <= $2
		   AND p.status = 'ACTIVE'
		   AND p.deleted_at IS NULL
		   AND (r.sent IS NULL
		        OR r.sent < p.expires_at - CASE WHEN p.expires_at <= $3 THEN CAST($4 AS BIGINT) WHEN p.expires_at <= $5 THEN CAST($6 AS BIGINT) ELSE CAST($7 AS BIGINT) END)
		 ORDER BY p.expires_at, p.id
		 LIMIT $8`, now.UnixMilli(), at(firstReminder), at(lastReminder), lastReminder*day, at(nextReminder), nextReminder*day, firstReminder*day, perRun)
}

func (m *Members) remind(ctx context.Context, id int64) (string, error) {
	v, err := m.Get(ctx, id)
	if err != nil || v.Status != Active {
		return "", err
	}
	who, err := m.person(ctx, v.FreelancerID)
	if err != nil || who.UserStatus != freelancers.Active || who.Email == "" || m.deps.Mail == nil {
		return "", err
	}
	p, err := m.pools.Table.Get(ctx, v.PoolID)
	if err != nil {
		return "", err
	}
	now := m.Now()
	left := int(v.ExpiresAt.Sub(now).Hours()/24) + 1
	_, err = m.deps.Mail.Queue(ctx, mail.Mail{
		Template: Reminder, To: who.Email, Locale: who.Locale, ClientID: p.ClientID, Entity: "freelancer",
		EntityID: v.FreelancerID,
		Params: map[string]string{
			"name": who.Name, "pool": p.VMSName, "days": strconv.Itoa(left),
			"membership": strconv.FormatInt(id, 10),
		},
	})
	if err != nil {
		return "", err
	}
	_, err = m.DB().Exec(ctx, `
		INSERT INTO pool_reminders (member_id, sent)
		VALUES ($1, $2)
		ON CONFLICT (member_id) DO UPDATE SET sent = excluded.sent`, id, now.UnixMilli())
	return "membership " + strconv.FormatInt(id, 10) + " reminded", err
}

// StillEndsSoon says whether the membership that a mail reminds of still ends soon.
func (m *Members) StillEndsSoon(ctx context.Context, sent mail.Mail) (bool, error) {
	id, err := field.ParseID(sent.Params["membership"])
	if err != nil {
		return false, err
	}
	v, err := m.Get(role.AsSystem(ctx, "mail"), id)
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	return err == nil && v.Status == Active && !v.ExpiresAt.IsZero() &&
		v.ExpiresAt.Before(m.Now().AddDate(0, 0, firstReminder+1)), err
}
