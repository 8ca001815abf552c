package pools

import (
	"context"
	"slices"
	"strconv"
	"time"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/engine/admin/imports"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB    *store.DB
	Audit func(ctx context.Context, entries ...store.Entry) error
	Now   func() time.Time
	// Text is a text of a client in a language, or "".
	Text        func(ctx context.Context, clientID int64, locale, key string) string
	Clients     *clients.Service
	Freelancers *freelancers.Service
	Mail        *mail.Service // nil: nobody is written to

	Jobs     Jobs
	Files    imports.Files
	Projects Projects
	// EachQuery hands on the query of every saved view, with whose it is and under which key, and keeps what comes back.
	EachQuery func(ctx context.Context, change func(owner int64, key, query string) string) error
}

// text is a text of a client in the language of the reader, else the English one, else its key.
func (d Deps) text(ctx context.Context, clientID int64, key string) string {
	if d.Text == nil || key == "" {
		return key
	}
	for _, l := range []string{role.From(ctx).Locale, "en"} {
		if text := d.Text(ctx, clientID, l, key); l != "" && text != "" {
			return text
		}
	}
	return key
}

// Service keeps the rules of pools.
type Service struct {
	*store.Table[Pool, *Pool]
	Categories *Categories
	Members    *Members
	deps       Deps
	usualTTL   *int64 // by this very pointer Create knows that nobody has said how long memberships last
}

// New returns the pools with their categories and members.
func New(d Deps) *Service {
	s := &Service{deps: d, Categories: newCategories(d), usualTTL: NewPool().MembershipTTLDays}
	s.Table = store.NewTable[Pool](d.DB, store.Config{
		Name: "pools", Entity: "pool", Handle: "L", Indexed: true, Audit: d.Audit, Now: d.Now,
	})
	s.Members = newMembers(d, s)
	s.Computes(s.fillTexts, "description").From("clientId", "descriptionKey")
	s.Computes(s.fillCategories, "categoryName").From("categoryId")
	s.Computes(s.fillCounts, "memberCounts")
	s.Computes(s.fillProjects, "projectCount")
	return s
}

func (s *Service) fillTexts(ctx context.Context, rows []Pool) error {
	for i := range rows {
		rows[i].Description = s.deps.text(ctx, rows[i].ClientID, rows[i].DescriptionKey)
	}
	return nil
}

func (s *Service) fillCategories(ctx context.Context, rows []Pool) error {
	ids := make([]int64, 0, len(rows))
	for i := range rows {
		if rows[i].CategoryID != 0 {
			ids = append(ids, rows[i].CategoryID)
		}
	}
	named, err := s.Categories.Table.ByID(role.AsSystem(ctx, "pool"), ids)
	for i := range rows {
		if c, there := named[rows[i].CategoryID]; there {
			rows[i].CategoryName = s.deps.text(ctx, c.ClientID, c.NameKey)
		}
	}
	return err
}

func idsOf(rows []Pool) []int64 {
	out := make([]int64, len(rows))
	for i := range rows {
		out[i] = rows[i].ID
	}
	return out
}

// fillCounts reads what triggers have counted.
func (s *Service) fillCounts(ctx context.Context, rows []Pool) error {
	for _, one := range []struct {
		status MemberStatus
		into   func(c *Counts) *int64
	}{
		{Active, func(c *Counts) *int64 { return &c.Active }},
		{Invited, func(c *Counts) *int64 { return &c.Invited }},
		{Expired, func(c *Counts) *int64 { return &c.Expired }},
	} {
		counts, err := s.DB().CountsOf(ctx, idsOf(rows), `
			SELECT pool_id, n
			  FROM pool_members_count
			 WHERE status = $1
			   AND live = 1
			   AND pool_id IN {ids}`, string(one.status))
		if err != nil {
			return err
		}
		for i := range rows {
			*one.into(&rows[i].MemberCounts) = counts[rows[i].ID]
		}
	}
	return nil
}

func (s *Service) fillProjects(ctx context.Context, rows []Pool) error {
	counts, err := s.DB().CountsOf(ctx, idsOf(rows), `
		SELECT pool_id, count(*)
		  FROM pool_project_facts
		 WHERE pool_id IN {ids}
		 GROUP BY pool_id`)
	for i := range rows {
		rows[i].ProjectCount = counts[rows[i].ID]
	}
	return err
}

// Check holds the rules that look at several fields; resource.Checker.
func (s *Service) Check(ctx context.Context, old Pool, p *Pool, bad *fault.Error) error {
	p.VMSName = collapsed(p.VMSName)
	if p.CategoryID != 0 && p.CategoryID != old.CategoryID {
		if err := s.checkCategory(ctx, p.ClientID, p.CategoryID, bad); err != nil {
			return err
		}
	}
	if p.LegalEntityID == 0 || old.ID != 0 {
		return nil
	}
	return s.CheckEntity(ctx, p, bad)
}

// checkCategory adds to bad when a category is another client's, or is not to be used any more.
func (s *Service) checkCategory(ctx context.Context, clientID, categoryID int64, bad *fault.Error) error {
	c, err := s.Categories.Get(ctx, categoryID)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return nil // the engine has said so
	case err != nil:
		return err
	case c.ClientID != 0 && c.ClientID != clientID:
		bad.Field("categoryId", "validation.ofClient", nil)
	case !c.Active:
		bad.Field("categoryId", "pool.error.categoryRests", nil)
	}
	return nil
}

// fresh is what a pool starts with whose client is not known yet.
func (s *Service) fresh() Pool {
	p := NewPool()
	p.MembershipTTLDays = s.usualTTL
	return p
}

// Create saves a new pool; where nobody has said how long memberships last, its client does. NAME_TAKEN.
func (s *Service) Create(ctx context.Context, p *Pool) error {
	p.VMSName = collapsed(p.VMSName)
	if p.MembershipTTLDays == s.usualTTL {
		ttl, err := s.deps.Clients.MembershipTTL(ctx, p.ClientID)
		if err != nil {
			return err
		}
		p.MembershipTTLDays = ttl
	}
	if err := s.Table.Create(ctx, p); err != nil {
		return err
	}
	return s.claim(ctx, *p)
}

// Update saves a changed pool. NAME_TAKEN.
func (s *Service) Update(ctx context.Context, old Pool, p *Pool) error {
	p.VMSName = collapsed(p.VMSName)
	return s.save(ctx, old, p)
}

// save writes a pool with the names it is known by. NAME_TAKEN.
func (s *Service) save(ctx context.Context, old Pool, p *Pool) error {
	if err := s.Table.Update(ctx, old, p); err != nil {
		return err
	}
	return s.claim(ctx, *p)
}

// claim makes the names of a pool in use its own. NAME_TAKEN when another one of the client has one of them.
func (s *Service) claim(ctx context.Context, p Pool) error {
	if _, err := s.DB().Exec(ctx, "DELETE FROM pool_names WHERE pool_id = $1", p.ID); err != nil || p.Status != InUse {
		return err
	}
	for _, name := range append([]string{p.VMSName}, p.VMSAliases...) {
		n, err := s.DB().Exec(ctx, `
			INSERT INTO pool_names (client_id, name, pool_id)
			VALUES ($1, $2, $3)
			ON CONFLICT (client_id, name) DO NOTHING`, p.ClientID, sameName(name), p.ID)
		if err != nil {
			return err
		}
		if n > 0 {
			continue
		}
		owner, err := s.DB().IDs(ctx, "SELECT pool_id FROM pool_names WHERE client_id = $1 AND name = $2", p.ClientID,
			sameName(name))
		if err != nil {
			return err
		}
		if len(owner) == 1 && owner[0] == p.ID { // an alias that is its name, too
			continue
		}
		return fault.New(fault.Conflict, "NAME_TAKEN", "another pool of client %d is called %q", p.ClientID,
			name).Field("vmsName", "error.nameTaken", nil)
	}
	return nil
}

// Retires says whether deleting the pool only takes it out of use; resource.Retirer. Who was removed from it, counts
// too: that somebody has been in it is part of their history. So do the pools that have become part of it.
func (s *Service) Retires(p Pool) bool {
	return p.ProjectCount > 0 || p.MemberCounts != Counts{} || len(p.VMSAliases) > 0
}

// Delete removes a pool that nobody has been in and no project draws from, and archives any other.
func (s *Service) Delete(ctx context.Context, p *Pool) error {
	if s.Retires(*p) {
		old := *p
		p.Status = Archived
		return s.save(ctx, old, p)
	}
	if err := s.Members.dropAll(ctx, p.ID); err != nil {
		return err
	}
	return s.Table.Delete(ctx, p)
}

// Restore takes an archived pool into use again. NAME_TAKEN when another one has its name by now.
func (s *Service) Restore(ctx context.Context, p *Pool, _ resource.None) (resource.Shown[Pool], error) {
	old := *p
	p.Status = InUse
	if err := s.save(ctx, old, p); err != nil {
		return resource.Shown[Pool]{}, err
	}
	return s.show(ctx, p.ID)
}

func (s *Service) show(ctx context.Context, id int64) (resource.Shown[Pool], error) {
	now, err := s.Get(ctx, id)
	return resource.Show(&now), err
}

type categoryInput struct {
	CategoryID int64 `path:"categoryId"`
}

// SetCategory puts a pool into a category. NOT_FOUND, VALIDATION for one of another client.
func (s *Service) SetCategory(ctx context.Context, p *Pool, in categoryInput) (resource.Shown[Pool], error) {
	if err := s.Categories.Visible(ctx, in.CategoryID); err != nil {
		return resource.Shown[Pool]{}, err
	}
	bad := fault.Validation()
	if in.CategoryID != p.CategoryID {
		if err := s.checkCategory(ctx, p.ClientID, in.CategoryID, bad); err != nil {
			return resource.Shown[Pool]{}, err
		}
	}
	if err := bad.OrNil(); err != nil {
		return resource.Shown[Pool]{}, err
	}
	return s.categorise(ctx, *p, in.CategoryID)
}

// ClearCategory takes a pool out of its category.
func (s *Service) ClearCategory(ctx context.Context, p *Pool, _ resource.None) (resource.Shown[Pool], error) {
	return s.categorise(ctx, *p, 0)
}

func (s *Service) categorise(ctx context.Context, old Pool, id int64) (resource.Shown[Pool], error) {
	p := old
	p.CategoryID = id
	if err := s.Update(ctx, old, &p); err != nil {
		return resource.Shown[Pool]{}, err
	}
	return s.show(ctx, p.ID)
}

// Named returns the pool in use that a client knows by a name, its own or that of one that has become part of it; 0:
// none.
func (s *Service) Named(ctx context.Context, clientID int64, name string) (int64, error) {
	ids, err := s.DB().IDs(ctx, "SELECT pool_id FROM pool_names WHERE client_id = $1 AND name = $2", clientID,
		sameName(name))
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	return ids[0], nil
}

// CheckProject adds to bad, by its place in poolIds, each pool that a project of a client cannot draw from: one that is
// not there for the caller, is another client's or is not in use any more. What the project had may stay.
func (s *Service) CheckProject(ctx context.Context, clientID int64, n projects.Naming, bad *fault.Error) error {
	return s.checkUsable(ctx, clientID, n, bad)
}

// CheckFreelancer adds to bad, by its place in poolIds, each pool that nobody can be taken into.
func (s *Service) CheckFreelancer(ctx context.Context, ids []int64, bad *fault.Error) error {
	return s.checkUsable(ctx, 0, projects.Naming{IDs: ids}, bad)
}

func (s *Service) checkUsable(ctx context.Context, clientID int64, n projects.Naming, bad *fault.Error) error {
	found, err := s.ByID(ctx, n.IDs)
	if err != nil {
		return err
	}
	for i, id := range n.IDs {
		p, there := found[id]
		at := "poolIds[" + strconv.Itoa(i) + "]"
		switch {
		case slices.Contains(n.Had, id):
		case !there:
			bad.Field(at, "validation.reference", nil)
		case clientID != 0 && p.ClientID != clientID:
			bad.Field(at, "validation.ofClient", nil)
		case p.Status != InUse:
			bad.Field(at, "pool.error.notInUse", nil)
		}
	}
	return nil
}
