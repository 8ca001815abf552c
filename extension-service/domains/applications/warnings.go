package applications

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/resource"
)

type warningsInput struct {
	ProjectID int64 `query:"projectId" kind:"ref:project" check:"required"`
}

// Warnings are what speaks against an application that is about to be created, though it may be.
type Warnings struct {
	Warnings []resource.Block `json:"warnings"`
}

// warnings says what speaks against applying for a project now: that its deadline is over, on the client's day, or that
// its client is not active. NOT_FOUND when the caller cannot see the project.
func (s *Service) warnings(ctx context.Context, in warningsInput) (Warnings, error) {
	out := Warnings{Warnings: []resource.Block{}}
	if err := s.deps.Projects.Visible(ctx, in.ProjectID); err != nil {
		return out, err
	}
	p, err := s.assignment(ctx, in.ProjectID)
	if err != nil {
		return out, err
	}
	f := facts{project: p, now: s.Now()}
	if p.ApplicationDeadline != "" && f.today() > p.ApplicationDeadline {
		out.Warnings = append(out.Warnings, resource.Block{
			Key:    "application.warn.deadlinePassed",
			Params: map[string]any{"date": p.ApplicationDeadline},
		})
	}
	if !p.client.Active {
		out.Warnings = append(out.Warnings, resource.Block{
			Key:    "application.warn.clientInactive",
			Params: map[string]any{"client": p.client.Name},
		})
	}
	return out, nil
}

type amountsInput struct {
	ProjectID int64 `query:"projectId" kind:"ref:project" check:"required"`
}

// amounts tells what another currency of a project would mean for its applications. NOT_FOUND when the caller cannot
// see the project.
func (s *Service) amounts(ctx context.Context, in amountsInput) (InCurrency, error) {
	if err := s.deps.Projects.Visible(ctx, in.ProjectID); err != nil {
		return InCurrency{}, err
	}
	return s.inCurrency(ctx, in.ProjectID)
}
