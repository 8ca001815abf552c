package notes

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
)

// TimelineQuery asks for the notes beside a record, or about a person whatever record they stand beside.
type TimelineQuery struct {
	Entity   string
	EntityID int64
	PersonID int64 // 0: those beside the record
	Before   int64 // notes with a lower id; 0: the newest
	Limit    int64
}

// Timeline lists notes outside the trash that the caller may read, newest first.
func (s *Service) Timeline(ctx context.Context, q TimelineQuery) ([]Note, error) {
	n := new(Note)
	where := []query.Cond{query.Where(n, &n.FreelancerID, q.PersonID)}
	if q.PersonID == 0 {
		where = []query.Cond{query.Where(n, &n.Entity, q.Entity), query.Where(n, &n.EntityID, q.EntityID)}
	}
	id := field.At(n, &n.ID)
	if q.Before > 0 {
		where = append(where, query.Cond{Field: id, Op: query.AtMost, Values: []any{q.Before - 1}})
	}
	page, err := s.List(ctx, query.Query{
		Where: where, Sort: []query.Sort{{Field: id, Desc: true}}, Limit: q.Limit,
		NoTotal: true,
	})
	return page.Rows, err
}
