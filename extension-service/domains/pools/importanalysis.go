package pools

import (
	"cmp"
	"context"
	"slices"
	"time"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
	"poolkeeper.example/extension-service/platform/spreadsheet"
)

// plannedMembership is a membership as a plan looks at it.
type plannedMembership struct {
	versionedMember
	pool, freelancer int64
	status           MemberStatus
	removal          Removal
}

const memberColumns = "SELECT m.id, m.version, m.pool_id, m.freelancer_id, m.status, m.removal FROM pool_members m"

// readMemberships reads memberships, those of one person together.
func (s *Service) readMemberships(ctx context.Context, where string, args ...any) (out []plannedMembership, err error) {
	var m plannedMembership
	err = s.DB().Each(ctx, []any{&m.ID, &m.Version, &m.pool, &m.freelancer, &m.status, &m.removal}, func() error {
		out = append(out, m)
		return nil
	}, memberColumns+" WHERE "+where+" ORDER BY m.freelancer_id, m.id", args...)
	return out, err
}

// planChunk is for how many people some queries answer at once.
const planChunk = 1000

// analyse finds out what there is to do and keeps it; nothing else is changed. What it has kept when it was cut off is
// replaced.
func (s *Service) analyse(ctx context.Context, b *importJob) error {
	var file *spreadsheet.File
	if b.source != nil {
		var err error
		if file, err = s.open(ctx, b.source); err != nil {
			return err
		}
	}
	ctx = role.AsSystem(ctx, ImportKind)
	if err := s.clear(ctx, b.jobID); err != nil {
		return err
	}
	j, err := s.newEvaluator(ctx, b)
	if err != nil {
		return err
	}
	if file != nil {
		return s.analyseFile(ctx, b, j, file)
	}
	coming, err := s.readMemberships(ctx, "m.pool_id IN "+s.DB().InList(1)+" AND m.status <> 'REMOVED'",
		store.IDList(b.from()))
	if err != nil {
		return err
	}
	n := int64(0)
	for group := range slices.Chunk(groups(coming), planChunk) {
		if err := j.load(ctx, personsOf(group)); err != nil {
			return err
		}
		rows := make([]planRow, len(group))
		for i, list := range group {
			n++
			rows[i] = planRow{n: n, freelancerID: list[0].freelancer}
			for _, m := range list {
				rows[i].sources = append(rows[i].sources, m.versionedMember)
			}
			j.planPerson(&rows[i])
		}
		if err := s.storeRows(ctx, b.jobID, rows); err != nil {
			return err
		}
	}
	return nil
}

// clear forgets what an analysis that was cut off has kept.
func (s *Service) clear(ctx context.Context, jobID string) error {
	return s.DB().Write(ctx, func(ctx context.Context) error {
		_, err := s.DB().Exec(ctx, "DELETE FROM pool_plan_rows WHERE job_id = $1", jobID)
		return err
	})
}

func byPerson(list []plannedMembership) map[int64][]plannedMembership {
	out := map[int64][]plannedMembership{}
	for _, m := range list {
		out[m.freelancer] = append(out[m.freelancer], m)
	}
	return out
}

// groups are the memberships of each person.
func groups(list []plannedMembership) (out [][]plannedMembership) {
	for from := 0; from < len(list); {
		to := from + 1
		for to < len(list) && list[to].freelancer == list[from].freelancer {
			to++
		}
		out, from = append(out, list[from:to]), to
	}
	return out
}

func personsOf(group [][]plannedMembership) []int64 {
	out := make([]int64, len(group))
	for i, list := range group {
		out[i] = list[0].freelancer
	}
	return out
}

// evaluator says what prevents people coming into a pool.
type evaluator struct {
	s        *Service
	target   Pool
	now      time.Time
	ignored  bool // it does not matter to whom people are bound
	policies map[Class]Decision
	people   map[int64]freelancers.Freelancer
	there    map[int64][]plannedMembership // who of them is in the pool, or was
}

func (s *Service) newEvaluator(ctx context.Context, b *importJob) (*evaluator, error) {
	target, err := s.Table.Get(ctx, b.target)
	if err != nil {
		return nil, err
	}
	ignored, err := s.deps.Clients.IgnoresOwnership(ctx, target.ClientID, target.LegalEntityID)
	return &evaluator{s: s, target: target, now: s.Now(), ignored: ignored, policies: b.policies}, err
}

// load reads what is known of people.
func (j *evaluator) load(ctx context.Context, ids []int64) (err error) {
	if j.people, err = j.s.deps.freelancersByID(ctx, ids); err != nil {
		return err
	}
	there, err := j.s.readMemberships(ctx, "m.pool_id = $1 AND m.freelancer_id IN "+j.s.DB().InList(2), j.target.ID,
		store.IDList(ids))
	j.there = byPerson(there)
	return err
}

// planPerson plans what becomes of a person.
func (j *evaluator) planPerson(row *planRow) {
	id := row.freelancerID
	wasRemoved, isActive := false, false
	row.class, row.accepted = "", WillAdd
	for _, m := range j.there[id] {
		if m.status == Removed {
			wasRemoved = wasRemoved || m.removal == RemovedByStaff
			continue
		}
		row.target, row.accepted, isActive = m.versionedMember, WillUpdate, m.status == Active
	}
	who, known := j.people[id]
	if !who.Consent.AllowsPools(j.now) && !isActive {
		row.accepted = WillInvite
	}
	switch {
	case !known || isGone(who):
		row.class = UserStatus
	case j.owned(who):
		row.class = Ownership
	case wasRemoved && row.target.ID == 0:
		row.class = RemovedInTarget
	case row.accepted == WillInvite:
		row.class = NoConsent
	}
	j.decide(row)
}

// planStranger plans what becomes of somebody who has no record, and so has agreed to nothing.
func (j *evaluator) planStranger(row *planRow) {
	row.accepted, row.class = WillInvite, cmp.Or(row.class, NoConsent)
	j.decide(row)
}

// decide does with a row what is done with its class.
func (j *evaluator) decide(row *planRow) {
	row.outcome = row.accepted
	if row.class == "" {
		return
	}
	row.decision = decisions[row.class][0]
	if d, chosen := j.policies[row.class]; chosen && (d == Undecided || d == Skip || slices.Contains(allowed(row), d)) {
		row.decision = d
	}
	row.outcome = row.resultOf(row.decision)
}

// resultOf is what a decision leads to.
func (r *planRow) resultOf(d Decision) Result {
	switch d {
	case Skip:
		return WillSkip
	case Undecided:
		return NeedsDecision
	default:
		return r.accepted
	}
}

func (j *evaluator) owned(who freelancers.Freelancer) bool {
	return !j.ignored && isOwned(who, j.target, j.now)
}
