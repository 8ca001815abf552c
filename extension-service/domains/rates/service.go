package rates

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/msps"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB      *store.DB
	Audit   func(ctx context.Context, entries ...store.Entry) error
	Now     func() time.Time
	Recheck func(ctx context.Context, c *role.Caller) error
	Jobs    interface {
		Start(ctx context.Context, kind, entity string, input any) (jobs.Accepted, error)
	}
	Clients      *clients.Service
	MSPs         *msps.Service
	Projects     Projects
	Applications Applications
}

// Projects are the records above this package that have formulas of their own.
type Projects interface {
	// RateSubject answers a project with its formulas and variables, for the caller of ctx. NOT_FOUND.
	RateSubject(ctx context.Context, projectID int64) (Subject, error)
	// SaveFormulas saves the formulas of a project under the rules of projects. NOT_FOUND, VALIDATION.
	SaveFormulas(ctx context.Context, projectID int64, to Pair) error
}

// Applications are the records above this package that have rates.
type Applications interface {
	// RateCase answers the case of an application the caller can see. NOT_FOUND.
	RateCase(ctx context.Context, applicationID int64) (Case, error)
	// Reprice computes the rates of applications anew and saves what differs, in the transaction of ctx. Each row has the
	// rates of before; a row has no version when nothing has changed, or when the application is not open any more. Those
	// that are gone have no row.
	Reprice(ctx context.Context, applicationIDs []int64, compute func(c Case) (Result, error)) ([]jobs.Row, error)
	// RestoreRates gives an application back the rates it had before Reprice, unless it has changed since.
	RestoreRates(ctx context.Context, done jobs.Row) (jobs.Row, error)
}

// Service keeps the rules of rates.
type Service struct {
	Deps
	formulas formulas
}

// New returns the rates. What it needs of others may be set later, before the first call.
func New(d Deps) *Service { return &Service{Deps: d} }

// Endpoints declares the calls about formulas.
func (s *Service) Endpoints() []resource.Endpoint {
	read, write := []role.Permission{role.FormulaRead}, []role.Permission{role.FormulaWrite, role.RateWrite}
	return []resource.Endpoint{
		{Name: "rate.formula", Method: "GET", Path: "/api/rate/formula", Needs: read, Handle: resource.Handle(s.get)},
		{
			Name: "rate.formulaTree", Method: "GET", Path: "/api/rate/formula/tree", Needs: read,
			Handle: resource.Handle(s.tree),
		},
		{
			Name: "rate.putFormula", Method: "PUT", Path: "/api/rate/formula", Needs: write,
			Handle: resource.Handle(s.replaceFormulas), Plannable: &resource.Plannable{Target: s.planTarget},
		},
		{
			Name: "rate.impact", Method: "POST", Path: "/api/rate/impact", Needs: read, Reads: true,
			Handle: resource.Handle(s.impact),
		},
		{
			Name: "rate.preview", Method: "POST", Path: "/api/rate/preview",
			Needs: []role.Permission{role.FormulaRead, role.RateRead},
			Reads: true, Handle: resource.Handle(s.preview),
		},
		{
			Name: "rate.sample", Method: "GET", Path: "/api/rate/sample", Needs: []role.Permission{role.RateRead},
			Handle: resource.Handle(s.sample),
		},
	}
}
