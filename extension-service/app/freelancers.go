package app

import (
	"context"
	"slices"
	"time"

	"poolkeeper.example/extension-service/applications"
	"poolkeeper.example/extension-service/freelancers"
	"poolkeeper.example/extension-service/mail"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
)

// newFreelancers builds the freelancers on the applications, mails and MSPs of d.
func (s *Service) newFreelancers(d *domains) *freelancers.Service {
	return freelancers.New(freelancers.Deps{
		DB: s.DB, Audit: s.Audit.Record, Now: time.Now, Applications: bids{d.applications}, Mails: mail.New(mail.Deps{DB: s.DB, Now: time.Now}),
		Recheck: func(ctx context.Context, c *role.Caller) error { return s.parts.staff.Recheck(ctx, c) },
		MSP:     d.mspName,
	})
}

// bids are the applications as freelancers see them.
type bids struct{ *applications.Service }

// Open counts the applications of a freelancer that are not final.
func (b bids) Open(ctx context.Context, freelancerID int64) (map[string]int, error) {
	rows, err := b.DB().Query(ctx, `
		SELECT status, count(*)
		  FROM applications
		 WHERE freelancer_id = $1
		   AND status IN ('uc', 'a', 'sp', 'sf', 's2c')
		   AND deleted_at IS NULL
		 GROUP BY status
		 ORDER BY status`, freelancerID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string]int{}
	for rows.Next() {
		var status string
		var n int
		if err := rows.Scan(&status, &n); err != nil {
			return nil, err
		}
		out[status] = n
	}
	return out, rows.Err()
}

// Assignments counts the hires of a freelancer whose assignment has not ended.
func (b bids) Assignments(ctx context.Context, freelancerID int64) (n int, err error) {
	_, err = b.DB().Row(ctx, []any{&n}, `
		SELECT count(*)
		  FROM applications a
		  JOIN projects p ON p.id = a.project_id
		 WHERE a.freelancer_id = $1
		   AND a.status = 'h'
		   AND a.deleted_at IS NULL
		   AND (p.assignment_period_end = '' OR p.assignment_period_end >= $2)`, freelancerID, string(resource.DateOf(b.Now())))
	return n, err
}

// Withdraw ends the applications of a freelancer that are in the statuses, as the system.
func (b bids) Withdraw(ctx context.Context, freelancerID int64, reason string, statuses []string) (int, error) {
	act := resource.Act{Action: "withdraw", Reason: reason}
	return b.each(ctx, freelancerID, act, func(a *applications.Application) bool {
		if !slices.Contains(statuses, string(a.Status)) {
			return false
		}
		now := b.Now().Truncate(time.Millisecond)
		a.Status, a.StatusReason, a.StatusChangedAt, a.WithdrawnAt = applications.Withdrawn, applications.Reason(reason), now, now
		return true
	})
}

// Follow brings the name and status that applications repeat up to date.
func (b bids) Follow(ctx context.Context, freelancerID int64, name, status string) error {
	_, err := b.each(ctx, freelancerID, resource.Act{Action: "follow"}, func(a *applications.Application) bool {
		a.FreelancerName, a.FreelancerStatus = name, status
		return true
	})
	return err
}

const allOfOne = 10_000 // applications of one freelancer, who has far fewer

// each changes the applications of a freelancer, as the system, and says how many.
func (b bids) each(ctx context.Context, freelancerID int64, act resource.Act, change func(a *applications.Application) bool) (n int, err error) {
	ctx = resource.Acting(role.AsSystem(ctx, "freelancer"), act)
	a := new(applications.Application)
	page, err := b.List(ctx, resource.Query{
		Where: []resource.Cond{resource.Where(a, &a.FreelancerID, freelancerID)}, Sort: []resource.Sort{{Field: resource.FieldAt(a, &a.ID)}}, Limit: allOfOne, NoTotal: true,
	})
	for _, old := range page.Rows {
		now := old
		if !change(&now) {
			continue
		}
		if err := b.Update(ctx, old, &now); err != nil {
			return n, err
		}
		n++
	}
	return n, err
}
