package notes

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/dashboard"
	"poolkeeper.example/extension-service/platform/role"
)

// Cards are what the start page shows of notes: the open tasks of the caller.
func (s *Service) Cards() []dashboard.Card {
	return []dashboard.Card{{
		Key: "myTasks", Needs: role.NoteRead, Steps: []dashboard.Step{{Name: "complete", AtOnce: true}, {Name: "snooze"}},
		Load: func(ctx context.Context) (dashboard.Content, error) {
			who := role.From(ctx).ID
			n, err := s.Count(ctx, tasksOf(who)...)
			link := dashboard.Filtered(route, map[string]any{
				"assigneeId": who,
				"state":      []State{Open},
			}) + "&sort=dueOn&order=ASC"
			return dashboard.Content{Count: n, Link: link}, err
		},
	}}
}

// due are the open tasks of an account that are due by a day, the oldest first.
func (s *Service) due(ctx context.Context, id int64, day date.Date) (query.Page[Note], error) {
	n := new(Note)
	by := query.Cond{Field: field.At(n, &n.DueOn), Op: query.AtMost, Values: []any{string(day)}}
	some := query.Cond{Field: field.At(n, &n.DueOn), Op: query.AtLeast, Values: []any{"0001-01-01"}}
	return s.List(ctx, query.Query{
		Where: append(tasksOf(id), some, by), Limit: mostLines,
		Sort: []query.Sort{{Field: field.At(n, &n.DueOn)}, {Field: field.At(n, &n.ID)}},
	})
}
