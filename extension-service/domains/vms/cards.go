package vms

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/dashboard"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	connectionRoute = "/platform/vms/connections"
	mappingRoute    = "/platform/vms/mappings"
	inboundRoute    = "/platform/vms/inbound"
	unknownRoute    = "/platform/vms/unknown"
)

// Cards are what the start page shows of VMS: messages that wait for somebody, connections that rest after failures,
// those that hear less than usual, and those whose messages have another shape; for those who edit projects, what a VMS
// proposes.
func (s *Service) Cards() []dashboard.Card {
	c, m, v, rules := new(Connection), new(Message), new(Proposal), new(Mapping)
	return []dashboard.Card{
		{
			Key: "mappingsFailing", Needs: role.VMSMappingWrite, Steps: []dashboard.Step{dashboard.Open},
			Link: dashboard.Filtered(mappingRoute, map[string]any{"testsFail": true, "state": []State{Draft, Live}}),
			Load: func(ctx context.Context) (dashboard.Content, error) {
				n, err := s.Mappings.Count(ctx, query.Where(rules, &rules.TestsFail, true),
					query.Where(rules, &rules.State, string(Draft), string(Live)))
				return dashboard.Content{Count: n}, err
			},
		},
		{
			Key: "unknownValues", Needs: role.VMSMappingWrite, Link: unknownRoute,
			Load: func(ctx context.Context) (dashboard.Content, error) {
				n, err := s.countUnknownValues(ctx)
				return dashboard.Content{Count: n}, err
			},
		},
		{
			Key: "vmsProposals", Needs: role.ProjectUpdate, Steps: []dashboard.Step{{Name: "accept"}, {Name: "keep"}},
			Link: dashboard.Filtered("/platform/vms/proposals", map[string]any{"state": []ProposalState{Open}}),
			Load: func(ctx context.Context) (dashboard.Content, error) {
				n, err := s.Proposals.Count(ctx, query.Where(v, &v.State, string(Open)))
				return dashboard.Content{Count: n}, err
			},
		},
		{
			Key: "quarantinedMessages", Needs: role.VMSMessageReplay,
			Steps: []dashboard.Step{{Name: "replay"}, {Name: "ignore"}},
			Link:  dashboard.Filtered(inboundRoute, map[string]any{"state": []MessageState{Quarantined}}),
			Load: func(ctx context.Context) (dashboard.Content, error) {
				n, err := s.Inbox.Count(ctx, query.Where(m, &m.State, string(Quarantined)))
				return dashboard.Content{Count: n}, err
			},
		},
		{
			Key: "pausedConnections", Needs: role.VMSMessageReplay, Link: connectionRoute,
			Steps: []dashboard.Step{{Name: "resume", AtOnce: true}},
			Load: func(ctx context.Context) (dashboard.Content, error) {
				now := s.deps.Now().UTC().Truncate(time.Second)
				n, err := s.Connections.Count(ctx, s.Connections.Where("pausedUntil", query.AtLeast, now.UnixMilli()))
				return dashboard.Content{Count: n, Link: dashboard.Filtered(connectionRoute,
					map[string]any{"pausedAfter": now.Format(time.RFC3339)})}, err
			},
		},
		{
			Key: "silentConnections", Needs: role.VMSMessageReplay, Steps: []dashboard.Step{dashboard.Open},
			Link: dashboard.Filtered(connectionRoute, map[string]any{"silent": true}),
			Load: func(ctx context.Context) (dashboard.Content, error) {
				n, err := s.Connections.Count(ctx, query.Where(c, &c.Silent, true))
				return dashboard.Content{Count: n}, err
			},
		},
		{
			Key: "changedShapes", Needs: role.VMSMessageReplay, Steps: []dashboard.Step{dashboard.Open},
			Link: dashboard.Filtered(connectionRoute, map[string]any{"shapeChanged": true}),
			Load: func(ctx context.Context) (dashboard.Content, error) {
				n, err := s.Connections.Count(ctx, query.Where(c, &c.ShapeChanged, true))
				return dashboard.Content{Count: n}, err
			},
		},
	}
}
