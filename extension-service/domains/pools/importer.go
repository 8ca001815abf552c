package pools

import (
	"context"
	"fmt"
	"slices"
	"time"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/canonical"
)

// importer brings people into a pool, out of what was read for many at once.
type importer struct {
	s        *Service
	b        *importJob
	target   Pool
	names    map[int64]string // of the sources
	members  map[int64]Member
	there    map[int64]Member // who is in the pool, by person
	people   map[int64]freelancers.Freelancer
	fileRows map[int64]ImportRow // what rows of a file say, by their place
	amended  map[int64]any       // how the records of people were, by the place of the row that changed them
	waiting  []saving            // what is yet to be saved
	zone     *time.Location      // of the client
	now      time.Time
}

func (s *Service) newImporter(ctx context.Context, b *importJob, rows []planRow) (*importer, error) {
	x := &importer{
		s: s, b: b, names: map[int64]string{}, there: map[int64]Member{}, fileRows: map[int64]ImportRow{},
		amended: map[int64]any{}, now: s.Members.Now(),
	}
	var err error
	if x.target, err = s.Table.Get(ctx, b.target); err != nil {
		return nil, err
	}
	if x.zone, err = s.deps.Clients.Zone(ctx, x.target.ClientID); err != nil {
		return nil, err
	}
	sources, err := s.ByID(ctx, b.from())
	if err != nil {
		return nil, err
	}
	for id, p := range sources {
		x.names[id] = p.VMSName
	}
	var ids, persons []int64
	for i := range rows {
		persons = append(persons, rows[i].freelancerID)
		for _, one := range rows[i].sources {
			ids = append(ids, one.ID)
		}
	}
	m := s.Members
	if x.members, err = m.ByID(ctx, ids); err != nil {
		return nil, err
	}
	v := new(Member)
	page, err := m.List(ctx, query.All(v, int64(len(rows)), query.Where(v, &v.PoolID, b.target),
		m.Where("freelancerId", query.Is, query.IDs(persons)...)))
	if err != nil {
		return nil, err
	}
	for _, one := range page.Rows {
		x.there[one.FreelancerID] = one
	}
	if x.people, err = s.deps.freelancersByID(ctx, persons); err != nil || b.source == nil {
		return x, err
	}
	return x, x.prepare(ctx, rows)
}

// count adds what has become of one person.
func (x *importer) count(p *jobs.Progress, row *planRow, report *jobs.Row) {
	p.Processed++
	switch {
	case report.Outcome == jobs.Skipped:
		p.Skipped++
	case !report.OK:
		p.Failed++
	case row.target.ID != 0:
		p.Updated++
	default:
		p.Added++
	}
	if report.Code != "" && report.OK {
		p.Conflicts++
	}
}

// image is what undoing needs of one person: the memberships as they were, and at which versions all of them were left.
type image struct {
	Was    []Member          `json:"was,omitempty"`
	After  []versionedMember `json:"after,omitempty"`
	Made   []int64           `json:"made,omitempty"`   // of these, those that were not there before
	Person any               `json:"person,omitempty"` // how the record of the person was
	Pools  *poolsImage       `json:"pools,omitempty"`
}

// importPerson does what is planned for one person.
func (x *importer) importPerson(ctx context.Context, row *planRow) (jobs.Row, error) {
	out := jobs.Row{N: row.n, ID: row.freelancerID, Title: x.people[row.freelancerID].Name, OK: true}
	if row.freelancerID == 0 {
		out.Title = fmt.Sprintf("#%d", row.line)
	}
	// two rows tell of one person
	if slices.ContainsFunc(x.waiting, func(one saving) bool { return one.is.FreelancerID == row.freelancerID }) {
		if err := x.save(ctx); err != nil {
			return out, err
		}
	}
	skip := func(class Class) (jobs.Row, error) {
		out.Outcome, out.Reasons = jobs.Skipped, resource.Reasons{
			Code:     string(class),
			Messages: []string{"pool.conflict." + string(class) + ".detail"},
		}
		out.FieldErrors, out.Params = row.wrong.Fields, row.wrong.Params
		return out, nil
	}
	switch class, isLeft := x.exclusion(row); {
	case row.outcome == WillSkip:
		return skip(row.class)
	case isLeft:
		return skip(class)
	case row.freelancerID == 0: // somebody has the address by now
		out.OK, out.Reasons = false, resource.ReasonCode("EMAIL_TAKEN")
		return out, nil
	}
	sources, _ := x.currentSources(row)
	out.Before = x.write(row, sources)
	return out, nil
}

// exclusion says whether somebody who was to come is left out, since something has changed since that was planned.
func (x *importer) exclusion(row *planRow) (Class, bool) {
	if row.freelancerID == 0 {
		return "", false
	}
	who, known := x.people[row.freelancerID]
	if !known || isGone(who) {
		return UserStatus, true
	}
	sources, isSame := x.currentSources(row)
	return Changed, !isSame && (x.b.policies[Changed] != Apply || len(sources) == 0 && x.b.source == nil)
}

// currentSources are the memberships that a person is brought from as they are now, and whether all is as it was
// planned for.
func (x *importer) currentSources(row *planRow) (sources []Member, isSame bool) {
	isSame = true
	for _, one := range row.sources {
		m, there := x.members[one.ID]
		if _, comes := x.b.versions[m.PoolID]; !there || m.Status == Removed || !comes || m.PoolID == x.b.target {
			isSame = false
			continue
		}
		isSame = isSame && m.Version == one.Version
		sources = append(sources, m)
	}
	has, in := x.there[row.freelancerID]
	return sources, isSame && in == (row.target.ID != 0) &&
		(!in || has.ID == row.target.ID && has.Version == row.target.Version)
}

// write makes one membership of all, which is saved with those of others.
func (x *importer) write(row *planRow, sources []Member) *image {
	has, isIn := x.there[row.freelancerID]
	v, first, rest := x.mergedMembership(row, sources)
	if who := x.people[row.freelancerID]; v.Status == Active && !who.Consent.AllowsPools(x.now) &&
		(!isIn || has.Status != Active) {
		v.Status, v.InvitedAt = Invited, x.now
		if x.b.source != nil {
			v.JoinedAt, v.ExpiresAt = has.JoinedAt, x.fileRows[row.n].ExpiresAt
		}
	}
	img := &image{Person: x.amended[row.n]}
	x.waiting = append(x.waiting, saving{img: img, was: first, is: &v, isNew: !isIn && x.b.mode == CopyMode})
	if x.b.mode == CopyMode {
		return img
	}
	for _, m := range rest {
		gone := m
		x.s.Members.markRemoved(&gone, RemovedByMerge)
		x.waiting = append(x.waiting, saving{img: img, was: m, is: &gone})
	}
	return img
}

// mergedMembership is the membership that a person shall have, that which it is made of first, and the others.
func (x *importer) mergedMembership(row *planRow, sources []Member) (v, first Member, rest []Member) {
	has, isIn := x.there[row.freelancerID]
	switch {
	case x.b.source != nil:
		v = x.fromFile(row, has, isIn)
		first = has
	case isIn:
		first, rest = has, sources
	default:
		first, rest = sources[0], sources[1:]
	}
	if x.b.source == nil {
		v = x.fromPools(first, has, rest, sources)
	}
	v.PoolID, v.ClientID, v.LegalEntityID = x.target.ID, x.target.ClientID, x.target.LegalEntityID
	return v, first, rest
}

// fromPools makes one of the memberships in several pools.
func (x *importer) fromPools(first, has Member, rest, sources []Member) Member {
	parts := make([]part, len(rest))
	for i, m := range rest {
		parts[i] = part{m, x.names[m.PoolID]}
	}
	v := mergeMemberships(first, parts)
	v.Source, v.SourcePoolIDs = ByMerge, slices.Clone(has.SourcePoolIDs)
	for _, m := range sources {
		if !slices.Contains(v.SourcePoolIDs, m.PoolID) {
			v.SourcePoolIDs = append(v.SourcePoolIDs, m.PoolID)
		}
	}
	return v
}

// saving is a membership before and after, and whether it is to be one of its own.
type saving struct {
	img   *image
	was   Member
	is    *Member
	isNew bool
}

// save saves what waits, and notes in the images what undoing that takes.
func (x *importer) save(ctx context.Context) error {
	var made []*Member
	var changed []store.Changed[Member]
	for _, one := range x.waiting {
		if one.isNew {
			one.is.Record = resource.Record{}
			made = append(made, one.is)
		} else {
			changed = append(changed, store.Changed[Member]{Was: one.was, Is: one.is})
		}
	}
	m := x.s.Members
	if err := m.CreateAll(ctx, made); err != nil {
		return err
	}
	if err := m.updateAll(ctx, changed); err != nil {
		return err
	}
	for _, one := range x.waiting {
		v := *one.is
		if one.isNew {
			one.img.Made = append(one.img.Made, v.ID)
		} else {
			one.img.Was = append(one.img.Was, one.was)
		}
		one.img.After = append(one.img.After, versionedMember{v.ID, v.Version})
		if v.Status == Removed {
			continue
		}
		x.there[v.FreelancerID] = v
		if x.b.mail && v.Status == Invited && one.was.Status != Invited {
			if err := m.invite(ctx, v, x.people[v.FreelancerID]); err != nil {
				return err
			}
		}
	}
	x.waiting = nil
	return nil
}

// fromFile makes one membership of what there is and what a row says.
func (x *importer) fromFile(row *planRow, has Member, isIn bool) Member {
	g := x.fileRows[row.n]
	came := Member{Status: Active, JoinedAt: x.now, ExpiresAt: g.ExpiresAt, Tags: g.Tags}
	switch {
	case g.hasField(ExpiresAt):
	case isIn && has.Status != Expired:
		came.ExpiresAt = has.ExpiresAt
	default:
		came.ExpiresAt = membershipEnd(x.now, x.target, x.zone)
	}
	if !isIn {
		came.FreelancerID, came.FreelancerName, came.Source = row.freelancerID, x.people[row.freelancerID].Name, ByImport
		return came
	}
	v := mergeMemberships(has, []part{{member: came}})
	if g.hasField(Tags) && len(g.Tags) == 0 {
		v.Tags = nil
	}
	return v
}

// prepare makes the records of those who are new, and changes those of others by what the file says of them.
func (x *importer) prepare(ctx context.Context, rows []planRow) error {
	how := x.b.source.reading()
	how.zone = x.zone
	var strangers, known []*planRow
	for i := range rows {
		row := &rows[i]
		x.fileRows[row.n], _ = read(row.cells, how) // it was good when it was planned
		_, isLeft := x.exclusion(row)
		switch {
		case row.outcome == WillSkip || isLeft:
		case row.freelancerID == 0:
			strangers = append(strangers, row)
		default:
			known = append(known, row)
		}
	}
	if err := x.createFreelancers(ctx, strangers); err != nil {
		return err
	}
	return x.amend(ctx, known)
}

// importedRows are what rows say.
func (x *importer) importedRows(rows []*planRow) []ImportRow {
	out := make([]ImportRow, len(rows))
	for i, row := range rows {
		out[i] = x.fileRows[row.n]
	}
	return out
}

func (x *importer) createFreelancers(ctx context.Context, rows []*planRow) error {
	sure := map[int]bool{}
	for i, row := range rows {
		sure[i] = len(row.found) > 0
	}
	ids, err := x.s.deps.createStrangers(ctx, x.target.ClientID, x.importedRows(rows), sure)
	if err != nil {
		return err
	}
	for i, id := range ids {
		if id == 0 {
			continue
		}
		g := x.fileRows[rows[i].n]
		rows[i].freelancerID = id
		x.people[id] = freelancers.Freelancer{
			Record: resource.Record{ID: id}, Name: g.name(),
			Email: canonical.EmailKey(g.Email),
		}
	}
	return nil
}

func (x *importer) amend(ctx context.Context, rows []*planRow) error {
	ids, first := []int64{}, []*planRow{}
	for _, row := range rows { // two rows may have been decided to tell of one person
		if !slices.Contains(ids, row.freelancerID) {
			ids, first = append(ids, row.freelancerID), append(first, row)
		}
	}
	images, err := x.s.deps.amend(ctx, x.target.ClientID, ids, x.importedRows(first))
	for i, img := range images {
		if img != nil {
			x.amended[first[i].n] = img
		}
	}
	return err
}
