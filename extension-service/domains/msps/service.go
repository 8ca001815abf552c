package msps

import (
	"context"
	"strings"
	"time"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB    *store.DB
	Audit func(ctx context.Context, entries ...store.Entry) error
	Now   func() time.Time
	Mail  func(ctx context.Context, m mail.Mail) (int64, error)
	// Forget takes out of everything kept beside an MSP who it was, in the transaction of ctx.
	Forget func(ctx context.Context, was MSP) error

	Clients *clients.Service
	// Connect hands over the rest later.
	Applications Applications
	Freelancers  Freelancers
	Projects     Projects
}

// Applications is what MSPs need of the applications that come through them.
type Applications interface {
	// CountByMSP counts the open ones of each.
	CountByMSP(ctx context.Context, mspIDs []int64) (map[int64]int64, error)
	// AssignmentsOfMSP counts the hires whose assignment has not ended.
	AssignmentsOfMSP(ctx context.Context, mspID int64) (int64, error)
}

// Freelancers is what MSPs need of those they represent.
type Freelancers interface {
	// CountByMSP counts those of each.
	CountByMSP(ctx context.Context, mspIDs []int64) (map[int64]int64, error)
	// ActiveOfMSP counts the active ones, who have nobody else to speak for them.
	ActiveOfMSP(ctx context.Context, mspID int64) (int64, error)
}

// Projects is what MSPs need of the projects they are assigned to.
type Projects interface {
	// CountByMSP counts the active ones of each.
	CountByMSP(ctx context.Context, mspIDs []int64) (map[int64]int64, error)
}

// Service keeps the rules of MSPs.
type Service struct {
	*store.Table[MSP, *MSP]
	deps Deps
}

// New returns the MSPs.
func New(d Deps) *Service {
	s := &Service{
		Table: store.NewTable[MSP](d.DB, store.Config{
			Name: "msps", Entity: "msp", Handle: "M", Indexed: true, Reach: scopeCondition, Audit: d.Audit, Now: d.Now,
			Unique: []store.Unique{{
				Fields: []string{"email"},
				While:  store.While{Field: "userStatus", Except: []string{string(Deleted)}}, Code: "EMAIL_TAKEN",
			}},
		}),
		deps: d,
	}
	s.Computes(s.fillEntities, "legalEntities")
	s.Computes(s.fillGrants, "permissions")
	s.Computes(s.fillUsers, "users")
	s.Computes(s.fillCounts, "freelancerCount", "openApplicationCount", "activeProjectCount")
	return s
}

// Connect hands over the domains above, before the first call.
func (s *Service) Connect(a Applications, f Freelancers, p Projects) {
	s.deps.Applications, s.deps.Freelancers, s.deps.Projects = a, f, p
}

// scopeCondition covers the MSPs that work for a legal entity inside a scope, and those that work for none yet.
func scopeCondition(s role.Scope, arg func(any) string) string {
	links := "SELECT 1 FROM msp_legal_entities l WHERE l.msp_id = t.id"
	return "NOT EXISTS (" + links + ") OR EXISTS (" + links + " AND (l.client_id IN " + store.OneOf(s.ClientIDs, arg) +
		" OR l.legal_entity_id IN " + store.OneOf(s.LegalEntityIDs, arg) + "))"
}

// Create saves a new MSP with its contact as the first user, and invites it when asked to. EMAIL_TAKEN.
func (s *Service) Create(ctx context.Context, m *MSP) error {
	if m.Locale == "" {
		m.Locale = "en"
	}
	if err := s.Table.Create(ctx, m); err != nil {
		return err
	}
	if err := s.addContact(ctx, m); err != nil || !m.Invite {
		return err
	}
	return s.invite(ctx, m)
}

func (s *Service) addContact(ctx context.Context, m *MSP) error {
	name := strings.TrimSpace(m.ContactFirstName + " " + m.ContactLastName)
	if name == "" {
		name = m.Name
	}
	_, err := s.DB().Exec(ctx, `
		INSERT INTO msp_users (msp_id, name, email, status, created)
		VALUES ($1, $2, $3, $4, $5)`, m.ID, name, m.Email, string(m.UserStatus), s.Now().UnixMilli())
	return err
}

// Update saves a changed MSP. EMAIL_TAKEN.
func (s *Service) Update(ctx context.Context, old MSP, m *MSP) error {
	if m.Locale == "" {
		m.Locale = old.Locale
	}
	return s.Table.Update(ctx, old, m)
}

// Statuses returns the status of each MSP that the caller can see.
func (s *Service) Statuses(ctx context.Context, ids []int64) (map[int64]string, error) {
	m := new(MSP)
	found, err := s.ByID(ctx, ids, field.AllAt(m, &m.ID, &m.UserStatus)...)
	out := make(map[int64]string, len(found))
	for id, one := range found {
		out[id] = string(one.UserStatus)
	}
	return out, err
}

const allMSPs = 100_000

// Fees returns the fees and tiers of the MSPs that the caller can see, by id, of all without ids (thousands at most),
// those in the trash too. Nothing else of them is filled.
func (s *Service) Fees(ctx context.Context, ids ...int64) (map[int64]MSP, error) {
	m := new(MSP)
	q := query.All(m, allMSPs)
	q.Trash, q.Fields = query.Both, field.AllAt(m, &m.ID, &m.FeePct, &m.Tier)
	if len(ids) > 0 {
		q.Where = []query.Cond{query.Where(m, &m.ID, query.IDs(ids)...)}
	}
	page, err := s.List(ctx, q)
	out := make(map[int64]MSP, len(page.Rows))
	for i := range page.Rows {
		out[page.Rows[i].ID] = page.Rows[i]
	}
	return out, err
}
