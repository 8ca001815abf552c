package mail

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/dashboard"
	"poolkeeper.example/extension-service/platform/role"
)

// Cards are what the start page shows of mails.
func (s *Service) Cards() []dashboard.Card {
	return []dashboard.Card{{
		Key: "mailsFailed", Needs: role.MailManage, Steps: []dashboard.Step{{Name: "resend", AtOnce: true}},
		Link: dashboard.Filtered(route, map[string]any{"state": []State{Failed}}),
		Load: func(ctx context.Context) (dashboard.Content, error) {
			m := new(Message)
			page, err := (&messages{s}).List(ctx, query.Query{Where: []query.Cond{query.Where(m, &m.State,
				string(Failed))}, Sort: []query.Sort{{Field: field.At(m, &m.ID)}}, Limit: 1})
			return dashboard.Content{Count: page.Total}, err
		},
	}}
}
