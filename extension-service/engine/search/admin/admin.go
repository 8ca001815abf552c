// Package admin is what tech support does with the search indexes: looking into documents and mending them, rebuilds,
// and reports of what differs from the database. Long work is done by jobs.
package admin

import (
	"context"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// The kinds of jobs; the entity of a job is the type of the index.
const (
	RebuildJob = "index.rebuild"
	DriftJob   = "index.drift"
	RepairJob  = "index.repair"
)

// Entity is what entries of the audit log are about that concern a whole index.
const Entity = "searchIndex"

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB      *store.DB
	Indexes *search.Indexes
	Engine  string // "fts5" or "opensearch"
	Jobs    *jobs.Service
	Audit   func(ctx context.Context, entries ...store.Entry) error
	Now     func() time.Time
	// Recheck holds the permissions of a caller against the database.
	Recheck func(ctx context.Context, c *role.Caller) error
	// Client answers NOT_FOUND for a client that does not exist or that the caller cannot see.
	Client func(ctx context.Context, id int64) error
	// Rows counts the records that have a document.
	Rows func(ctx context.Context, typ string) (int64, error)
}

// Service answers the calls about indexes and does their jobs.
type Service struct{ Deps }

// New registers the jobs. It must stand before the service runs.
func New(d Deps) *Service {
	s := &Service{d}
	for name, run := range map[string]func(context.Context, *jobs.Run) error{
		RebuildJob: s.rebuild, DriftJob: s.drift,
		RepairJob: s.repair,
	} {
		needs := role.IndexDrift
		if name == RebuildJob {
			needs = role.IndexRebuild
		}
		d.Jobs.Register(jobs.Kind{Name: name, Run: run, Needs: func(*jobs.Job) []role.Permission {
			return []role.Permission{needs}
		}, Reach: canSeeJob})
	}
	return s
}

// canSeeJob shows a rebuild to those whose scope covers its client: one for all clients to those who see all.
func canSeeJob(ctx context.Context, j *jobs.Job) (bool, error) {
	if j.Kind != RebuildJob {
		return true, nil
	}
	var w runInput
	err := j.DecodeInput(&w)
	return role.From(ctx).Scope.Covers(w.ClientID, 0), err
}

// Endpoints are the calls about search indexes.
func (s *Service) Endpoints() []resource.Endpoint {
	read, write := []role.Permission{role.IndexRead}, []role.Permission{role.IndexDocumentWrite}
	rebuild, drift := []role.Permission{role.IndexRebuild}, []role.Permission{role.IndexDrift}
	return []resource.Endpoint{
		{Name: "search.list", Method: "GET", Path: "/api/search", Needs: read, Handle: resource.Handle(s.list)},
		{
			Name: "search.status", Method: "GET", Path: "/api/search/{type}/status", Needs: read,
			Handle: resource.Handle(s.status),
		},
		{
			Name: "search.query", Method: "POST", Path: "/api/search/{type}/query", Needs: read, Reads: true,
			Handle: resource.Handle(s.query),
		},
		{
			Name: "search.document", Method: "GET", Path: "/api/search/{type}/{id}", Needs: read,
			Handle: resource.Handle(s.document),
		},
		{
			Name: "search.put", Method: "PUT", Path: "/api/search/{type}/{id}", Needs: write,
			Handle: resource.Handle(s.indexRecord),
		},
		{
			Name: "search.delete", Method: "DELETE", Path: "/api/search/{type}/{id}", Needs: write,
			Handle: resource.Handle(s.delete),
		},
		{
			Name: "search.rebuild", Method: "POST", Path: "/api/search/{type}/rebuild", Needs: rebuild, Everybody: true,
			Handle: resource.Handle(s.startRebuild), Status: 202,
		},
		{
			Name: "search.rebuildClient", Method: "POST", Path: "/api/search/{type}/rebuild/{clientId}", Needs: rebuild,
			Handle: resource.Handle(s.startRefresh), Status: 202,
		},
		{
			Name: "search.rebuildState", Method: "GET", Path: "/api/search/rebuild/{jobId}", Needs: read,
			Handle: resource.Handle(s.state),
		},
		{
			Name: "search.rollback", Method: "POST", Path: "/api/search/{type}/rollback", Needs: rebuild, Everybody: true,
			Handle: resource.Handle(s.rollback),
		},
		{
			Name: "search.drift", Method: "GET", Path: "/api/search/{type}/drift", Needs: drift,
			Handle: resource.Handle(s.report),
		},
		{
			Name: "search.compare", Method: "POST", Path: "/api/search/{type}/drift", Needs: drift, Everybody: true,
			Handle: resource.Handle(s.startDrift), Status: 202,
		},
		{
			Name: "search.repair", Method: "POST", Path: "/api/search/{type}/drift/{reportId}/repair", Needs: drift,
			Handle: resource.Handle(s.startRepair), Status: 202,
		},
	}
}

// checkType answers NOT_FOUND for a type that has no index.
func (s *Service) checkType(typ string) error {
	if slices.Contains(s.Indexes.Types(), typ) {
		return nil
	}
	return fault.New(fault.NotFound, "NOT_FOUND", "there is no index of type %s", typ)
}

// checkPermission holds a call that changes something against the permissions of today.
func (s *Service) checkPermission(ctx context.Context, typ string) error {
	if err := s.checkType(typ); err != nil {
		return err
	}
	return s.Recheck(ctx, role.From(ctx))
}

func (s *Service) record(ctx context.Context, e store.Entry) error {
	return s.DB.Write(ctx, func(ctx context.Context) error { return s.Audit(ctx, e) })
}

// ofType names a type.
type ofType struct {
	Type string `path:"type"`
}
