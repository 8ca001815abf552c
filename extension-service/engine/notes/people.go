package notes

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// mostPeople is how many people are offered to be mentioned.
const mostPeople = 20

// besideRecord asks for what stands beside one record, in any state or in one.
type besideRecord struct {
	Entity   string `query:"entity"   check:"required,max=40"`
	EntityID int64  `query:"entityId" kind:"id" check:"required"`
	State    State  `query:"state"`
	resource.Paging
}

// recordConditions narrows to the notes of one record. NOT_FOUND for a record outside the caller's scope, FORBIDDEN for
// one of a kind it may not read.
func (s *Service) recordConditions(ctx context.Context, in besideRecord) ([]query.Cond, error) {
	n := new(Note)
	_, err := s.holder(ctx, in.Entity, in.EntityID)
	where := []query.Cond{query.Where(n, &n.Entity, in.Entity), query.Where(n, &n.EntityID, in.EntityID)}
	if in.State != "" {
		where = append(where, query.Where(n, &n.State, string(in.State)))
	}
	return where, err
}

// ownTasks asks for the open tasks of the caller.
type ownTasks struct{ resource.Paging }

// ownTasks narrows to the open tasks of the caller.
func (s *Service) ownTasks(ctx context.Context, _ ownTasks) ([]query.Cond, error) {
	return tasksOf(role.From(ctx).ID), nil
}

// tasksOf are the conditions of the open tasks of an account.
func tasksOf(id int64) []query.Cond {
	n := new(Note)
	return []query.Cond{query.Where(n, &n.AssigneeID, id), query.Where(n, &n.State, string(Open))}
}

type peopleInput struct {
	Entity   string  `query:"entity"   check:"max=40"`
	EntityID int64   `query:"entityId" kind:"id"`
	Name     string  `query:"name"     check:"max=120"`
	IDs      []int64 `query:"id"      kind:"id" check:"max=200"`
}

// people lists the staff who may read a record and whose name contains a text: those who can be mentioned beside it,
// assigned a task, or own it. Without the id of a record it lists those who may read any of the resource, without a
// resource all, and with ids the accounts of these. NOT_FOUND, FORBIDDEN as for the notes of the record.
func (s *Service) people(ctx context.Context, in peopleInput) (out resource.List[Person], err error) {
	out.Results = []Person{}
	if len(in.IDs) > 0 {
		names, err := s.deps.Staff.NamesOf(role.AsSystem(ctx, Entity), in.IDs)
		for id, name := range names {
			out.Results = append(out.Results, Person{id, name})
		}
		out.TotalResults = int64(len(out.Results))
		return out, err
	}
	if in.EntityID != 0 {
		if _, err := s.holder(ctx, in.Entity, in.EntityID); err != nil {
			return out, err
		}
	}
	list, err := s.deps.Staff.AtWork(role.AsSystem(ctx, Entity), in.Name)
	if err != nil {
		return out, err
	}
	for _, who := range list {
		reads, err := s.reads(ctx, who, in.Entity, in.EntityID)
		if err != nil {
			return out, err
		}
		if reads {
			out.Results = append(out.Results, Person{who.ID, who.Name})
		}
		if len(out.Results) == mostPeople {
			break
		}
	}
	out.TotalResults = int64(len(out.Results))
	return out, nil
}
