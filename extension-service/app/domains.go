package app

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"time"

	"poolkeeper.example/extension-service/applications"
	"poolkeeper.example/extension-service/clients"
	"poolkeeper.example/extension-service/dashboard"
	"poolkeeper.example/extension-service/freelancers"
	"poolkeeper.example/extension-service/msps"
	"poolkeeper.example/extension-service/projects"
	"poolkeeper.example/extension-service/questions"
	"poolkeeper.example/extension-service/rates"
	"poolkeeper.example/extension-service/reference"
	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
	"poolkeeper.example/extension-service/staff"
	"poolkeeper.example/extension-service/store"
)

// domains are the services of the business, and the one list of resources.
type domains struct {
	clients      *clients.Service
	projects     *projects.Service
	applications *applications.Service
	freelancers  *freelancers.Service
	msps         *msps.Service
	rates        *rates.Service
	questions    *questions.Service
}

// declareDomains builds the services and declares their resources, in the order the panel shows them.
func (s *Service) declareDomains() *domains {
	d := &domains{}
	d.rates = s.newRates(d)
	record := d.rates.Watch(s.Audit.Record)
	d.clients = clients.New(clients.Deps{
		DB: s.DB, Audit: record, Now: time.Now, Formulas: d.clientFormulas, EntityFormulas: d.entityFormulas,
	})
	d.applications = s.newApplications(d)
	d.projects = projects.New(projects.Deps{
		DB: s.DB, Audit: record, Now: time.Now, Applications: d.applications, Client: d.clients.Visible, MSPs: d.mspStatuses, Rates: d.projectFormulas,
	})
	resource.Add(s.Registry, projects.Resource(d.projects))
	resource.Add(s.Registry, applications.Resource(d.applications))
	resource.Add(s.Registry, applications.InvitationResource(d.applications))
	d.freelancers = s.newFreelancers(d)
	resource.Add(s.Registry, freelancers.Resource(d.freelancers))
	resource.Add(s.Registry, freelancers.BoundClientResource(d.freelancers.Bindings))
	resource.Add(s.Registry, freelancers.DuplicateResource(d.freelancers))
	resource.Add(s.Registry, freelancers.ErasureResource(d.freelancers))
	d.msps = s.newMSPs(d)
	resource.Add(s.Registry, msps.Resource(d.msps))
	d.questions = s.newQuestions(d)
	resource.Add(s.Registry, questions.Resource(d.questions))
	resource.Add(s.Registry, clients.Resource(d.clients))
	resource.Add(s.Registry, clients.EntityResource(d.clients))
	return d
}

// visibleProject answers NOT_FOUND for a project outside the caller's scope.
func (d *domains) visibleProject(ctx context.Context, id int64) error {
	return d.projects.Visible(ctx, id)
}

func (d *domains) endpoints() []resource.Endpoint {
	return append(d.rates.Endpoints(), reference.Endpoints(map[string][]resource.Choice{
		"JOB_APPLICATION_STATUS": applications.Choices(), "JOB_NEW_STATUS": projects.Status("").Enum().Choices(),
		"USER_STATUS": freelancers.Status("").Enum().Choices(), "GENDER": freelancers.Gender("").Enum().Choices(),
		"SALUTATION": freelancers.Salutation("").Enum().Choices(),
	})...)
}

func (d *domains) cards() []dashboard.Card {
	return slices.Concat(d.projects.Cards(), d.applications.Cards(), d.freelancers.Cards(), d.clients.Cards(), d.rates.Cards(), d.questions.Cards())
}

// languages mirrors what the content service holds for a client.
func (d *domains) languages(ctx context.Context, clientID int64, isos []string) error {
	return d.clients.Languages(role.AsSystem(ctx, "content"), clientID, isos)
}

// publishClients brings new and renamed clients to the content service.
func (s *Service) publishClients(ctx context.Context, notes []store.Note) error {
	for _, n := range notes {
		var c struct {
			Name      string   `json:"name"`
			Languages []string `json:"languages"`
		}
		if err := json.Unmarshal([]byte(n.Payload), &c); err != nil {
			return fmt.Errorf("note %d: %w", n.ID, err)
		}
		if err := s.parts.content.Clients.Put(ctx, n.EntityID, c.Name, c.Languages...); err != nil {
			return err
		}
	}
	return nil
}

// signIn says what clients allow at sign-in.
type signIn struct{ *clients.Service }

// SignIn answers the context of the client of that name.
func (x signIn) SignIn(ctx context.Context, name string) (staff.ClientContext, bool, error) {
	fs, err := resource.FieldsOf(reflect.TypeFor[clients.Client]())
	if err != nil {
		return staff.ClientContext{}, false, err
	}
	page, err := x.List(role.AsSystem(ctx, "sign-in"), resource.Query{
		Where: []resource.Cond{{Field: resource.Find(fs, "name"), Op: resource.Is, Values: []any{name}}},
		Sort:  []resource.Sort{{Field: resource.Find(fs, "id")}}, Limit: 1, NoTotal: true,
	})
	if err != nil || len(page.Rows) == 0 {
		return staff.ClientContext{}, false, err
	}
	c := page.Rows[0]
	return staff.ClientContext{Name: c.Name, ClassicLogin: c.IsClassicLoginEnabled, Languages: c.Languages, DefaultLocale: "en"}, true, nil
}

// Exist says whether every client and legal entity of a scope is there.
func (x signIn) Exist(ctx context.Context, scope role.Scope) (bool, error) {
	ctx = role.AsSystem(ctx, "staff")
	c, e := new(clients.Client), new(clients.LegalEntity)
	owners, err := x.ByID(ctx, scope.ClientIDs, resource.FieldsAt(c, &c.ID)...)
	if err != nil {
		return false, err
	}
	entities, err := x.Entities.ByID(ctx, scope.LegalEntityIDs, resource.FieldsAt(e, &e.ID)...)
	return all(owners, scope.ClientIDs) && all(entities, scope.LegalEntityIDs), err
}

// all says whether every id is among the records.
func all[T any](records map[int64]T, ids []int64) bool {
	return !slices.ContainsFunc(ids, func(id int64) bool { _, there := records[id]; return !there })
}

// ClassicLogin says whether one of the clients inside the scope lets people sign in by password.
func (x signIn) ClassicLogin(ctx context.Context, scope role.Scope) (bool, error) {
	fs, err := resource.FieldsOf(reflect.TypeFor[clients.Client]())
	if err != nil {
		return false, err
	}
	inside := role.With(ctx, &role.Caller{Kind: role.Admin, Scope: scope})
	page, err := x.List(inside, resource.Query{
		Where: []resource.Cond{{Field: resource.Find(fs, "isClassicLoginEnabled"), Op: resource.Is, Values: []any{true}}},
		Sort:  []resource.Sort{{Field: resource.Find(fs, "id")}}, Limit: 1, NoTotal: true,
	})
	return len(page.Rows) > 0, err
}
