package pools

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// Resource declares pools to the admin.
func Resource(s *Service) resource.Declaration {
	p := new(Pool)
	category := func(a resource.Action[Pool]) resource.Action[Pool] { return a.If(&p.Status, InUse).Hidden() }
	clear := resource.RecordAction("clearCategory", role.PoolCategory, s.ClearCategory).AtPath("/api/pool/{id}/category")
	clear.Method = "DELETE"
	imports := []role.Permission{role.PoolImport}
	return resource.Declare(resource.Spec[Pool]{
		Name: "pool", Route: "/pools/list", Of: p, Store: s, Title: &p.VMSName, Status: &p.Status, New: s.fresh,
		Columns: resource.Refs{
			&p.VMSName, &p.Status, &p.ClientName, &p.CategoryName, &p.MemberCounts, &p.ProjectCount,
			&p.Visibility, &p.LastUpdated,
		},
		Hidden: resource.Refs{&p.Handle, &p.LegalEntityName, &p.Description, &p.DescriptionKey, &p.ExternalID, &p.Created},
		Row: resource.Refs{
			&p.ID, &p.Handle, &p.VMSName, &p.VMSAliases, &p.Description, &p.DescriptionKey, &p.Status, &p.ClientID,
			&p.ClientName, &p.LegalEntityID, &p.LegalEntityName, &p.CategoryID, &p.CategoryName, &p.MemberCounts,
			&p.ProjectCount, &p.Visibility, &p.ExternalID, &p.MergedIntoID, &p.ImageID, &p.Created, &p.LastUpdated, &p.Version,
		},
		Related: resource.Refs{&p.ClientID}, Filters: resource.Refs{
			resource.Filter("clientName", query.Named, &p.ClientID), &p.VMSName, &p.ClientID, &p.Status, &p.Visibility,
			&p.CategoryID,
		},
		Search: resource.Refs{
			&p.Handle, &p.VMSName, &p.VMSAliases, &p.ClientID, &p.ClientName, &p.LegalEntityID, &p.LegalEntityName, &p.Status,
			&p.Visibility, &p.CategoryID, &p.ExternalID, &p.Created, &p.LastUpdated,
		},
		Form: []resource.Group{
			resource.Section("general", &p.ClientID, &p.LegalEntityID, &p.VMSName, &p.CategoryID, &p.DescriptionKey, &p.ImageID),
			resource.Section("members", &p.Visibility, &p.MembershipTTLDays, &p.ExternalID),
		},
		Access: resource.Access{
			Read: role.PoolRead, Create: role.PoolCreate, Update: role.PoolUpdate, Delete: role.PoolDelete,
			Lookup: resource.Lookup{
				By: role.PoolLookup, Fields: resource.Refs{&p.ID, &p.VMSName, &p.ClientName},
				Filters: []string{"clientName"},
			},
		},
		Guards:    []resource.Guard{{Write: role.PoolCategory, Fields: resource.Refs{&p.CategoryID}}},
		Editable:  resource.OnlyWhile(&p.Status, "pool.block.archived", InUse),
		Deletable: resource.OnlyWhile(&p.Status, "pool.block.archived", InUse),
		Actions: []resource.Action[Pool]{
			resource.RecordAction("restore", role.PoolDelete, s.Restore).If(&p.Status, Archived).ViaPut(),
			category(resource.RecordAction("category", role.PoolCategory,
				s.SetCategory).AtPath("/api/pool/{id}/category/{categoryId}").ViaPut()),
			category(clear),
			resource.AnsweringAgain(resource.RecordAction("import", role.PoolImport, s.Import), s.importedBefore).
				If(&p.Status, InUse).ViaPut().Hidden(),
			resource.RecordAction("tidyTags", role.PoolMemberWrite, s.RenameTags).If(&p.Status, InUse).Hidden(),
		},
		Views: []resource.View[Pool]{
			resource.ListView[Pool]("pool.ofClient", "/api/pool/client", role.PoolLookup, s.ofClient).Showing(&p.ID, &p.VMSName,
				&p.ClientName),
		},
		Calls: []resource.Endpoint{
			{
				Name: "pool.plan", Method: "GET", Path: "/api/pool/import/plan/{planId}", Needs: imports,
				Handle: resource.Handle(s.PlanBy),
			},
			{
				Name: "pool.progress", Method: "GET", Path: "/api/pool/import/progress", Needs: imports,
				Handle: resource.Handle(s.Progress),
			},
			{
				Name: "pool.cancelImport", Method: "POST", Path: "/api/pool/import/{jobId}/cancel", Needs: imports,
				Handle: resource.Handle(s.Cancel), Status: 202,
			},
			{
				Name: "pool.undoImport", Method: "POST", Path: "/api/pool/import/{jobId}/undo", Needs: imports,
				Handle: resource.Handle(s.Undo), Status: 202,
			},
			{
				Name: "pool.tagClusters", Method: "GET", Path: "/api/pool/{id}/tagClusters",
				Needs: []role.Permission{role.PoolMemberWrite}, Handle: resource.Handle(s.Clusters),
			},
			{
				Name: "pool.candidates", Method: "GET", Path: "/api/pool/{id}/candidate",
				Needs: []role.Permission{role.PoolMemberWrite}, Handle: resource.Handle(s.Members.Candidates),
			},
		},
	})
}

// MemberResource declares memberships to the admin.
func MemberResource(m *Members) resource.Declaration {
	v := new(Member)
	isIn := []any{Active, Invited, Expired}
	return resource.Declare(resource.Spec[Member]{
		Name: "poolMember", Route: "/pools/members", Of: v, Store: m, Title: &v.FreelancerName, Status: &v.Status,
		Subject: &v.FreelancerID, New: NewMember,
		Forgotten: resource.ByClearing(),
		Columns: resource.Refs{
			&v.FreelancerName, &v.Status, &v.PoolName, &v.Rating, &v.Tags, &v.JoinedAt, &v.LastDay, &v.Source,
		},
		Hidden: resource.Refs{&v.ExpiresAt, &v.InvitedAt, &v.RatedAt, &v.Removal, &v.Created, &v.LastUpdated},
		Row: resource.Refs{
			&v.ID, &v.PoolID, &v.PoolName, &v.FreelancerID, &v.FreelancerName, &v.Status, &v.Source, &v.SourcePoolIDs,
			&v.InvitedAt, &v.JoinedAt, &v.ExpiresAt,
			&v.Rating, &v.RatedAt, &v.Tags, &v.Removal, &v.LastDay, &v.Created, &v.LastUpdated, &v.Version,
		},
		Sortable: resource.Refs{&v.FreelancerName, &v.PoolID, &v.FreelancerID, &v.ExpiresAt, &v.LastDay},
		Filters: resource.Refs{
			resource.Filter("name", query.Contains, &v.FreelancerName), &v.PoolID, &v.Status, &v.FreelancerID, &v.Source,
			&v.Rating, resource.Filter("endsBy", query.AtMost, &v.LastDay),
		},
		Form: []resource.Group{
			resource.Section("general", &v.PoolID, &v.FreelancerID, &v.Status, &v.ExpiresAt),
			resource.Section("assessment", &v.Rating, &v.Tags, &v.Note),
		},
		Access: resource.Access{
			Read: role.PoolMemberRead, Create: role.PoolMemberWrite, Update: role.PoolMemberWrite,
			Delete: role.PoolMemberWrite,
		},
		Trash: &resource.TrashBin[Member]{
			Field: &v.Status, Value: Removed, RestoredBy: "readmit",
			Restore: undoByAction(resource.None{}),
		},
		Places: []resource.Place{resource.NestedUnder("/api/pool/{id}/member", &v.PoolID, "memberId")},
		Actions: []resource.Action[Member]{
			resource.RecordAction("remove", role.PoolMemberWrite, m.Remove).If(&v.Status,
				isIn...).NoOpIn(Removed).ForMany().UndoneBy("readmit", undoByAction(resource.None{})),
			resource.RecordAction("readmit", role.PoolMemberWrite, m.Readmit).If(&v.Status, Removed),
			resource.RecordAction("extend", role.PoolMemberWrite, m.Extend).If(&v.Status, isIn...).ForMany().UndoneBy("extend",
				undoByAction(Extending{})).Restoring(&v.ExpiresAt, &v.LastDay, &v.Status),
			resource.RecordAction("rate", role.PoolMemberWrite, m.Rate).If(&v.Status, isIn...).ForMany().UndoneBy("rate",
				undoByAction(Rating{})).Restoring(&v.Rating, &v.RatedAt),
			resource.RecordAction("tag", role.PoolMemberWrite, m.Tag).If(&v.Status, isIn...).ForMany().UndoneBy("tag",
				undoByAction(Tagging{})).Restoring(&v.Tags),
		},
	})
}

type ofClientInput struct {
	ClientID *int64 `query:"clientId" check:"required,minvalue=0"` // 0 for all
	resource.Paging
	Name string `query:"name" check:"max=120"`
}

// ofClient narrows to the pools in use of a client, or of all for client 0; those asked for by their ids are named
// whatever has become of them. NOT_FOUND for a client outside of the caller's scope.
func (s *Service) ofClient(ctx context.Context, in ofClientInput) ([]query.Cond, error) {
	p := new(Pool)
	where := query.WhereClient(p, &p.ClientID, *in.ClientID)
	if len(in.Only) == 0 {
		where = append(where, query.Where(p, &p.Status, string(InUse)))
	}
	where = append(where, query.WhereContains(p, &p.VMSName, in.Name)...)
	if *in.ClientID == 0 {
		return where, nil
	}
	return where, s.deps.Clients.Visible(ctx, *in.ClientID)
}
