package clients

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"
	_ "time/tzdata"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB    *store.DB
	Audit func(ctx context.Context, entries ...store.Entry) error
	Now   func() time.Time
	// Auth0Login and ClassicLogin are how people sign in to the product itself, which is what new clients begin with.
	Auth0Login, ClassicLogin bool
	Formulas                 Formulas    // nil: nothing prevents any
	Connections              Connections // nil: no client has any; Connect hands them over later
}

// Formulas tells what prevents the rate formulas of a record that is being saved.
type Formulas interface {
	CheckClient(ctx context.Context, c Client, bad *fault.Error) error
	CheckEntity(ctx context.Context, e LegalEntity, bad *fault.Error) error
}

// Connections are those to VMS.
type Connections interface {
	// IsOf says whether a connection is the client's own.
	IsOf(ctx context.Context, id, clientID int64) (bool, error)
}

// Service keeps the rules of clients.
type Service struct {
	*store.Table[Client, *Client]
	Entities *Entities
	deps     Deps
}

// Entities keeps the rules of legal entities.
type Entities struct {
	*store.Table[LegalEntity, *LegalEntity]
	of *Service
}

// ContentTopic is the outbox topic under which the content service learns of new and renamed clients.
const ContentTopic = "content"

// New returns the clients and, in Entities, their legal entities.
func New(d Deps) *Service {
	s := &Service{deps: d, Table: store.NewTable[Client](d.DB, store.Config{
		Name: "clients", Entity: "client", Reach: reachClients, Now: d.Now,
		Unique: []store.Unique{{Fields: []string{"name"}, Code: "NAME_TAKEN"}, {Fields: []string{"code"}, Code: "KEY_TAKEN"}},
		Audit: func(ctx context.Context, entries ...store.Entry) error {
			for i := range entries {
				entries[i].ClientID = entries[i].ID // a client's own id is its clientId in scopes
			}
			return d.Audit(ctx, entries...)
		},
	})}
	s.Entities = &Entities{of: s, Table: store.NewTable[LegalEntity](d.DB, store.Config{
		Name: "legal_entities", Entity: "legalEntity", Reach: reachEntities, Now: d.Now,
		Unique: []store.Unique{{Fields: []string{"code"}, Within: []string{"clientId"}, Code: "KEY_TAKEN"}},
		Audit: func(ctx context.Context, entries ...store.Entry) error {
			for i := range entries {
				entries[i].LegalEntityID = entries[i].ID
			}
			return d.Audit(ctx, entries...)
		},
	})}
	return s
}

// Connect hands over the connections to VMS, before the first call.
func (s *Service) Connect(c Connections) { s.deps.Connections = c }

// New is what the record of a client starts with here: people sign in for it as they do to the product itself.
func (s *Service) New() Client {
	c := NewClient()
	c.IsAuth0LoginEnabled, c.IsClassicLoginEnabled = s.deps.Auth0Login, s.deps.ClassicLogin || !s.deps.Auth0Login
	return c
}

// reachClients also covers the clients of the legal entities in a scope: who may work for one must see whom it belongs
// to.
func reachClients(s role.Scope, arg func(any) string) string {
	return "t.id IN " + store.OneOf(s.ClientIDs, arg) +
		" OR t.id IN (SELECT e.client_id FROM legal_entities e WHERE e.id IN " + store.OneOf(s.LegalEntityIDs, arg) + ")"
}

func reachEntities(s role.Scope, arg func(any) string) string {
	return "t.client_id IN " + store.OneOf(s.ClientIDs, arg) + " OR t.id IN " + store.OneOf(s.LegalEntityIDs, arg)
}

// Create saves a new client, which starts with English unless it brings languages, and tells the content service.
// NAME_TAKEN, KEY_TAKEN.
func (s *Service) Create(ctx context.Context, c *Client) error {
	if len(c.Languages) == 0 {
		c.Languages = []string{"en"}
	}
	if err := s.Table.Create(ctx, c); err != nil {
		return err
	}
	return s.enqueueClient(ctx, c)
}

// Update saves a changed client; a new name is told to the content service. NAME_TAKEN.
func (s *Service) Update(ctx context.Context, old Client, c *Client) error {
	if err := s.Table.Update(ctx, old, c); err != nil || c.Name == old.Name {
		return err
	}
	return s.enqueueClient(ctx, c)
}

// Check holds the rules that look at more than one field; resource.Checker.
func (s *Service) Check(ctx context.Context, old Client, c *Client, bad *fault.Error) error {
	if !date.KnownZone(c.TimeZone) {
		bad.Field("timeZone", "validation.timeZone", nil)
	}
	if err := s.checkConnection(ctx, old, c, bad); err != nil {
		return err
	}
	if s.deps.Formulas == nil || c.PayRateFormula == old.PayRateFormula && c.BillRateFormula == old.BillRateFormula {
		return nil
	}
	return s.deps.Formulas.CheckClient(ctx, *c, bad)
}

// checkConnection refuses a connection to a VMS that is not the client's own; what is stored may stay.
func (s *Service) checkConnection(ctx context.Context, old Client, c *Client, bad *fault.Error) error {
	if c.VMSConnectionID == nil || old.VMSConnectionID != nil && *c.VMSConnectionID == *old.VMSConnectionID {
		return nil
	}
	isOwn := false
	if s.deps.Connections != nil && c.ID != 0 {
		var err error
		if isOwn, err = s.deps.Connections.IsOf(ctx, *c.VMSConnectionID, c.ID); err != nil {
			return err
		}
	}
	if !isOwn {
		bad.Field("vmsConnectionId", "validation.reference", nil)
	}
	return nil
}

// NamedConnections are the connections to VMS that clients name for their applications, by client; one that names none
// is missing.
func (s *Service) NamedConnections(ctx context.Context, clientIDs []int64) (map[int64]int64, error) {
	out := map[int64]int64{}
	var client, connection int64
	err := s.DB().Each(ctx, []any{&client, &connection}, func() error {
		out[client] = connection
		return nil
	}, "SELECT id, vms_connection_id FROM clients WHERE vms_connection_id IS NOT NULL AND id IN "+s.DB().InList(1),
		store.IDList(clientIDs))
	return out, err
}

// enqueueClient notes the client's name for the content service, which keeps clients by id and name and starts with its
// languages.
func (s *Service) enqueueClient(ctx context.Context, c *Client) error {
	payload, err := json.Marshal(map[string]any{"id": c.ID, "name": c.Name, "languages": c.Languages})
	if err != nil {
		return err
	}
	return s.DB().Enqueue(ctx, store.OutboxMessage{
		Topic: ContentTopic, Entity: "client", EntityID: c.ID, Version: c.Version, Payload: string(payload), Created: s.Now(),
	})
}

// Languages mirrors the languages that the content service holds for a client, in its order; an empty list is ignored,
// since a client always has one. It acts in the name of ctx.
func (s *Service) Languages(ctx context.Context, clientID int64, isos []string) error {
	return s.DB().Write(ctx, func(ctx context.Context) error {
		old, err := s.Get(ctx, clientID)
		if err != nil || len(isos) == 0 || slices.Equal(old.Languages, isos) {
			return err
		}
		c := old
		c.Languages = slices.Clone(isos)
		return s.Table.Update(resource.WithAct(ctx, resource.Act{Action: "languages"}), old, &c)
	})
}

// Create saves a legal entity, by default in its client's currency. KEY_TAKEN.
func (s *Entities) Create(ctx context.Context, e *LegalEntity) error {
	c, err := s.of.Table.Get(ctx, e.ClientID)
	if err != nil {
		return err
	}
	e.Currency = cmp.Or(e.Currency, c.Currency)
	return s.Table.Create(ctx, e)
}

// Update saves a changed legal entity; a cleared currency is the client's again. KEY_TAKEN.
func (s *Entities) Update(ctx context.Context, old LegalEntity, e *LegalEntity) error {
	if e.Currency == "" {
		c, err := s.of.Table.Get(ctx, e.ClientID)
		if err != nil {
			return err
		}
		e.Currency = c.Currency
	}
	return s.Table.Update(ctx, old, e)
}

// Check holds the formulas against those of the client; resource.Checker.
func (s *Entities) Check(ctx context.Context, old LegalEntity, e *LegalEntity, bad *fault.Error) error {
	if s.of.deps.Formulas == nil || e.PayRateFormula == old.PayRateFormula && e.BillRateFormula == old.BillRateFormula {
		return nil
	}
	return s.of.deps.Formulas.CheckEntity(ctx, *e, bad)
}
