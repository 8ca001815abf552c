package vms

import (
	"context"

	"poolkeeper.example/extension-service/platform/role"
)

// sender is a connection as the rules and the audit log see it: it may do what a VMS may to records of its client.
func sender(c Connection) *role.Caller {
	return &role.Caller{
		Kind: role.VMS, ID: c.ID, Name: c.Name, Source: "VMS", Scope: role.Scope{ClientIDs: []int64{c.ClientID}},
		Permissions: []role.Permission{
			role.ProjectRead, role.ProjectCreate, role.ProjectUpdate, role.ProjectStatus, role.ApplicationRead,
			role.ApplicationStatus, role.RateRead, role.RateWrite,
		},
	}
}

// retryDependents has messages tried again that may have waited for this one: those that did not fit the record as it
// was, and those about a record that was not there.
func (s *Service) retryDependents(ctx context.Context, m Message) error {
	_, err := s.Messages.release(ctx,
		"connection_id = $1 AND match_key = $2 AND id <> $3 AND (reason = 'UNMATCHED' OR reason = 'RULES' AND entity = $4)",
		m.ConnectionID, m.MatchKey, m.ID, string(m.Entity))
	return err
}
