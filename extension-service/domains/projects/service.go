package projects

import (
	"cmp"
	"context"
	"crypto/rand"
	"reflect"
	"slices"
	"time"

	"github.com/microcosm-cc/bluemonday"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/domains/rates"
	"poolkeeper.example/extension-service/domains/skills"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Applications is what projects need of the applications for them.
type Applications interface {
	// Counts returns applications per status of each project.
	Counts(ctx context.Context, projectIDs []int64) (map[int64]map[string]int, error)
	InFlight(ctx context.Context, projectID int64) (int, error)
	AcceptedInvitations(ctx context.Context, projectID int64) (int, error)
	Withdraw(ctx context.Context, projectID int64, reason, batchID string) (int, error)
	LastBatch(ctx context.Context, projectID int64) (batchID string, count int, err error)
	Restore(ctx context.Context, projectID int64, batchID string) (restored, refused int, err error)
	SetSendingPaused(ctx context.Context, projectID int64, paused bool) (int, error)
	// PurgeProject removes the applications and invitations of a project for good.
	PurgeProject(ctx context.Context, projectID int64) error
	// Follow brings what applications repeat of their project up to date; amounts says what becomes of those in another
	// currency.
	Follow(ctx context.Context, projectID int64, amounts string) error
	// ConfirmAmounts answers CONFIRM_REQUIRED while it has to be said what another currency makes of the amounts of
	// applications.
	ConfirmAmounts(ctx context.Context, projectID int64, amounts string) error
}

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB           *store.DB
	Audit        func(ctx context.Context, entries ...store.Entry) error
	Now          func() time.Time
	Applications Applications   // Connect hands them and the pools over later
	Rates        *rates.Service // nil: there are only the built-in formulas
	Clients      *clients.Service
	MSPs         *msps.Service
	Skills       *skills.Service
	Pools        Pools
}

// Pools are those that projects draw from.
type Pools interface {
	// Visible answers NOT_FOUND when the caller cannot see the pool.
	Visible(ctx context.Context, id int64) error
	// CheckProject adds to bad each pool, by its place in poolIds, that a project of the client cannot draw from.
	CheckProject(ctx context.Context, clientID int64, n Naming, bad *fault.Error) error
}

// Naming is a list of ids that a record names, of which it had some before.
type Naming struct{ Had, IDs []int64 }

// Service keeps the rules of projects.
type Service struct {
	*store.Table[Project, *Project]
	deps Deps
	html *bluemonday.Policy
}

// New returns the projects.
func New(d Deps) *Service {
	s := &Service{
		Table: store.NewTable[Project](d.DB, store.Config{
			Name: "projects", Entity: "project", Handle: "P", Indexed: true, Counted: []string{"client_id", "status"},
			Audit: d.Audit, Now: d.Now,
		}),
		deps: d, html: subset(),
	}
	s.Computes(s.count, "applicationCounts")
	s.Computes(s.suspend, "msps")
	s.Computes(s.fillEarliestEnd, "earliestEnd").From("assignmentPeriodStart", "assignmentPeriodEnd")
	return s
}

// Connect hands over the domains above, before the first call.
func (s *Service) Connect(a Applications, p Pools) { s.deps.Applications, s.deps.Pools = a, p }

// subset is the HTML that public descriptions may hold.
func subset() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "ul", "ol", "li", "strong", "em")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("https", "http", "mailto")
	p.RequireParseableURLs(true)
	p.RequireNoFollowOnLinks(true)
	return p
}

// count fills the application counts of all its projects with one statement.
func (s *Service) count(ctx context.Context, rows []Project) error {
	list := make([]int64, len(rows))
	for i := range rows {
		list[i] = rows[i].ID
	}
	counts, err := s.deps.Applications.Counts(ctx, list)
	if err != nil {
		return err
	}
	for i := range rows {
		if rows[i].ApplicationCounts = counts[rows[i].ID]; rows[i].ApplicationCounts == nil {
			rows[i].ApplicationCounts = Counts{}
		}
	}
	return nil
}

// Create saves a new project, open or paused, with its client's defaults.
func (s *Service) Create(ctx context.Context, p *Project) error {
	c, err := s.clientOf(ctx, p.ClientID)
	if err != nil {
		return err
	}
	if p.StartPaused {
		p.Status = Paused
	}
	p.StatusChangedAt, p.StatusChangedBy = s.Now(), role.From(ctx).Name
	s.fillDefaults(p, c)
	if err := s.Table.Create(ctx, p); err != nil {
		return err
	}
	return s.link(ctx, Project{}, p)
}

// Update saves a changed project. CLIENT_LOCKED for another client while there are applications.
func (s *Service) Update(ctx context.Context, old Project, p *Project) error {
	if lockedClient(old, p) {
		return fault.New(fault.Conflict, "CLIENT_LOCKED", "project %d has applications", p.ID).Field("clientId",
			"error.clientLocked", nil)
	}
	c, err := s.clientOf(ctx, p.ClientID)
	if err != nil {
		return err
	}
	if old.Source == FromVMS && role.From(ctx).Kind != role.VMS {
		p.Title = old.Title // the VMS owns it
	}
	old.MSPs = storedAssignments(old.MSPs)
	s.fillDefaults(p, c)
	if p.Currency != old.Currency {
		if err := s.deps.Applications.ConfirmAmounts(ctx, p.ID, string(p.OpenAmounts)); err != nil {
			return err
		}
	}
	if err := s.Table.Update(ctx, old, p); err != nil {
		return err
	}
	if followed(old, p) {
		if err := s.deps.Applications.Follow(ctx, p.ID, string(p.OpenAmounts)); err != nil {
			return err
		}
	}
	return s.link(ctx, old, p)
}

// followed says whether something has changed that applications repeat or are warned of.
func followed(old Project, p *Project) bool {
	return p.Title != old.Title || p.LegalEntityID != old.LegalEntityID || p.Currency != old.Currency ||
		p.RateUnit != old.RateUnit ||
		!reflect.DeepEqual(p.RateMin, old.RateMin) || !reflect.DeepEqual(p.RateMax, old.RateMax)
}

// fillDefaults fills what was left open from the client and cuts the public description down to its subset of HTML.
func (s *Service) fillDefaults(p *Project, c client) {
	p.RateUnit = cmp.Or(p.RateUnit, money.PerHour)
	p.Currency = cmp.Or(p.Currency, c.currency)
	if p.AutoCloseWhenFilled == nil {
		p.AutoCloseWhenFilled = &c.autoClose
	}
	p.MSPs = storedAssignments(p.MSPs)
	p.PublicDescription = s.html.Sanitize(p.PublicDescription)
}

// link keeps the pairs of projects with pools and MSPs, which lists and counts go through.
func (s *Service) link(ctx context.Context, old Project, p *Project) error {
	if err := s.assign(ctx, old, p); err != nil || slices.Equal(old.PoolIDs, p.PoolIDs) {
		return err
	}
	if _, err := s.DB().Exec(ctx, "DELETE FROM project_pools WHERE project_id = $1", p.ID); err != nil {
		return err
	}
	for _, pool := range p.PoolIDs {
		if _, err := s.DB().Exec(ctx, "INSERT INTO project_pools (project_id, pool_id) VALUES ($1, $2)", p.ID,
			pool); err != nil {
			return err
		}
	}
	return nil
}

// client holds what the rules need of a project's client.
type client struct {
	active, autoClose bool
	currency          money.Currency
	zone              *time.Location
	reopenDays        int
}

func (s *Service) clientOf(ctx context.Context, id int64) (client, error) {
	var c client
	var active, autoClose int64
	var zone string
	found, err := s.DB().Row(ctx, []any{&active, &autoClose, &c.currency, &zone, &c.reopenDays}, `
		SELECT active, auto_close_when_filled, currency, time_zone, reopen_window_days
		  FROM client_facts
		 WHERE id = $1`, id)
	if err != nil {
		return c, err
	}
	if !found {
		return c, fault.Validation().Field("clientId", "validation.reference", nil)
	}
	c.active, c.autoClose = active != 0, autoClose != 0
	if c.zone, err = time.LoadLocation(zone); err != nil {
		c.zone = time.UTC
	}
	return c, nil
}

// newBatchID names the changes that closing or deleting a project causes together.
func newBatchID() string { return "bat_" + rand.Text() }
