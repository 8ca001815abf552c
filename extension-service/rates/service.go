package rates

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/store"
)

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB    *store.DB
	Audit func(ctx context.Context, e store.Entry) error
	Now   func() time.Time
}

// Service keeps the rules of rates.
type Service struct {
	Deps
	formulas formulas
}

// New returns the rates.
func New(d Deps) *Service { return &Service{Deps: d} }
