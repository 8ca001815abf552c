package app

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/domains/pools"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/domains/questions"
	"poolkeeper.example/extension-service/domains/rates"
	"poolkeeper.example/extension-service/domains/shortlist"
	"poolkeeper.example/extension-service/domains/skills"
	"poolkeeper.example/extension-service/domains/staff"
	"poolkeeper.example/extension-service/domains/terms"
	"poolkeeper.example/extension-service/domains/vms"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/dashboard"
	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// domains are the services of the business, and the one list of resources.
type domains struct {
	skills       *skills.Service
	clients      *clients.Service
	projects     *projects.Service
	applications *applications.Service
	freelancers  *freelancers.Service
	msps         *msps.Service
	rates        *rates.Service
	questions    *questions.Service
	pools        *pools.Service
	vms          *vms.Service
	shortlist    *shortlist.Service
	files        *files.Service
}

// declareDomains builds the services from the bottom up, hands each the ones above that it asks, and declares their
// resources in the order the panel shows them.
func (s *Service) declareDomains() *domains {
	d := &domains{files: s.parts.files}
	s.buildDomains(d)
	add(s, projects.Resource, d.projects)
	add(s, applications.Resource, d.applications)
	add(s, applications.InvitationResource, d.applications)
	add(s, freelancers.Resource, d.freelancers)
	add(s, freelancers.BoundClientResource, d.freelancers.Bindings)
	add(s, freelancers.DuplicateResource, d.freelancers)
	add(s, freelancers.ErasureResource, d.freelancers)
	add(s, msps.Resource, d.msps)
	add(s, skills.Resource, d.skills)
	add(s, pools.Resource, d.pools)
	add(s, pools.MemberResource, d.pools.Members)
	add(s, pools.CategoryResource, d.pools.Categories)
	add(s, questions.Resource, d.questions)
	add(s, clients.Resource, d.clients)
	add(s, clients.EntityResource, d.clients)
	add(s, vms.ConnectionResource, d.vms.Connections)
	add(s, vms.MappingResource, d.vms.Mappings)
	add(s, vms.InboxResource, d.vms.Inbox)
	add(s, vms.OutboxResource, d.vms)
	add(s, vms.MessageResource, d.vms.Messages)
	add(s, func(p *vms.Proposals) resource.Declaration {
		return vms.ProposalResource(p, d.visibleProject)
	}, d.vms.Proposals)
	add(s, vms.DifferenceResource, d.vms.Differences)
	return d
}

func (s *Service) buildDomains(d *domains) {
	now := time.Now
	d.rates = rates.New(rates.Deps{DB: s.DB, Audit: s.Audit.Record, Now: now, Recheck: s.recheck, Jobs: s.parts.jobs})
	record := d.rates.Watch(s.Audit.Record)
	d.clients = clients.New(clients.Deps{
		DB: s.DB, Audit: record, Now: now, Formulas: d.rates, Auth0Login: s.Settings.Auth0Issuer != "",
		ClassicLogin: s.Settings.Classic(),
	})
	d.skills = build(s, skills.New)
	d.msps = s.newMSPs(d)
	d.freelancers = s.newFreelancers(d)
	d.questions = questions.New(questions.Deps{
		DB: s.DB, Audit: s.Audit.Record, Now: now, Clients: d.clients,
		Text: s.mailText, Files: s.parts.files,
	})
	d.projects = projects.New(projects.Deps{
		DB: s.DB, Audit: record, Now: now, Rates: d.rates, Clients: d.clients,
		MSPs: d.msps, Skills: d.skills,
	})
	d.applications = s.newApplications(d)
	d.pools = s.newPools(d)
	d.vms = s.newVMS(d)
	d.shortlist = s.newShortlist(d)

	d.clients.Connect(d.vms.Connections)
	d.rates.Clients, d.rates.MSPs, d.rates.Projects, d.rates.Applications = d.clients, d.msps, d.projects, d.applications
	d.questions.Connect(d.applications)
	d.projects.Connect(d.applications, d.pools)
	d.applications.Connect(d.vms)
	d.msps.Connect(d.applications, d.freelancers, d.projects)
	d.freelancers.Connect(freelancerApplications{d.applications, d}, d.pools)
	s.parts.jobs.Register(d.rates.ApplyKind())
}

// visibleProject answers NOT_FOUND for a project outside the caller's scope.
func (d *domains) visibleProject(ctx context.Context, id int64) error {
	return d.projects.Visible(ctx, id)
}

func (d *domains) endpoints() []resource.Endpoint {
	decide := resource.Endpoint{
		Name: "project.decideProposal", Method: "POST", Path: "/api/project/{id}/proposal/{pid}",
		Needs: []role.Permission{role.ProjectUpdate}, Handle: resource.Handle(d.decideProposal),
	}
	return slices.Concat(d.rates.Endpoints(), d.vms.Endpoints(), d.shortlist.Endpoints(), []resource.Endpoint{decide},
		terms.Endpoints(map[string][]enum.Choice{
			"JOB_APPLICATION_STATUS": applications.Choices(), "JOB_NEW_STATUS": projects.Status("").Enum().Choices(),
			"USER_STATUS": freelancers.Status("").Enum().Choices(), "GENDER": freelancers.Gender("").Enum().Choices(),
			"SALUTATION": freelancers.Salutation("").Enum().Choices(),
		}))
}

func (d *domains) cards() []dashboard.Card {
	return slices.Concat(d.projects.Cards(), d.applications.Cards(), d.freelancers.Cards(), d.clients.Cards(),
		d.rates.Cards(), d.questions.Cards(), d.pools.Cards(), d.vms.Cards())
}

// languages mirrors what the content service holds for a client.
func (d *domains) languages(ctx context.Context, clientID int64, isos []string) error {
	return d.clients.Languages(role.AsSystem(ctx, "content"), clientID, isos)
}

// publishClients brings new and renamed clients to the content service.
func (s *Service) publishClients(ctx context.Context, notes []store.OutboxMessage) error {
	for _, n := range notes {
		var c struct {
			Name      string   `json:"name"`
			Languages []string `json:"languages"`
		}
		if err := json.Unmarshal([]byte(n.Payload), &c); err != nil {
			return fmt.Errorf("note %d: %w", n.ID, err)
		}
		if err := s.parts.content.Clients.Save(ctx, n.EntityID, c.Name, c.Languages...); err != nil {
			return err
		}
	}
	return nil
}

// signIn says what clients allow at sign-in.
type signIn struct{ *clients.Service }

// SignIn answers the context of the client of that name.
func (x signIn) SignIn(ctx context.Context, name string) (staff.ClientContext, bool, error) {
	c, err := x.Named(role.AsSystem(ctx, "sign-in"), name)
	if c == nil || err != nil {
		return staff.ClientContext{}, false, err
	}
	return staff.ClientContext{
		Name: c.Name, ClassicLogin: c.IsClassicLoginEnabled, Auth0Login: c.IsAuth0LoginEnabled,
		Languages: c.Languages, DefaultLocale: "en",
	}, true, nil
}
