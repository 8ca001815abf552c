package app

import (
	"context"
	"sync"

	"poolkeeper.example/extension-service/domains/staff"
	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/status"
	"poolkeeper.example/extension-service/platform/role"
)

// WorkJobs works jobs off until ctx ends; Run does the same beside everything else.
func (s *Service) WorkJobs(ctx context.Context) { s.parts.jobs.Run(ctx) }

// CreateAdmin makes an account with every role and returns its one-time password.
func (s *Service) CreateAdmin(ctx context.Context, email, firstName, lastName string) (string, error) {
	out, err := s.parts.staff.CreateFirst(ctx, staff.Invitation{
		Email: email, FirstName: firstName, LastName: lastName,
		Roles: role.All,
	})
	return out.OneTimePassword, err
}

// FillAccounts makes the demo accounts when there is no account yet.
func (s *Service) FillAccounts(ctx context.Context) error { return s.parts.staff.Seed(ctx, 1) }

// Files are the uploads.
func (s *Service) Files() *files.Service { return s.parts.files }

// Work sends what is due and works off the jobs until ctx ends, for tools that serve nobody.
func (s *Service) Work(ctx context.Context) {
	var working sync.WaitGroup
	working.Go(func() { s.parts.mail.Run(ctx) })
	working.Go(func() { s.streamAudit(ctx) })
	s.parts.jobs.Run(ctx)
	working.Wait()
}

// Status keeps what is seen of this copy of the service, for tests that have several.
func (s *Service) Status() *status.Service { return s.parts.status }

// Indexes are the search indexes, for tests that damage one behind everybody's back.
func (s *Service) Indexes() *search.Indexes { return s.parts.indexes }
