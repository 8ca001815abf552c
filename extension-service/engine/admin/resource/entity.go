package resource

import (
	"context"
	"reflect"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/fault"
)

// The engine is compiled once and not for every entity: it takes records as an entity and asks a store. Only what the
// declarations of domains are written with knows their types.

// entity is a record of any type: the address of a struct that embeds Record.
type entity interface{ Base() *Record }

// valueOf is the struct of a record.
func valueOf(v entity) reflect.Value { return reflect.ValueOf(v).Elem() }

// copyEntity is a record that can be changed while the other stays what it was. What pointers and maps hold is shared.
func copyEntity(v entity) entity {
	out := reflect.New(reflect.TypeOf(v).Elem())
	out.Elem().Set(valueOf(v))
	return out.Interface().(entity)
}

// page is a Page of any type.
type page struct {
	rows  reflect.Value // a slice of records
	total int64
}

func (p page) len() int {
	if !p.rows.IsValid() { // of an empty page
		return 0
	}
	return p.rows.Len()
}

// row is the struct of a record of the page.
func (p page) row(i int) reflect.Value { return p.rows.Index(i) }

func (p page) at(i int) entity { return p.row(i).Addr().Interface().(entity) }

// store is a Store of any type.
type store interface {
	list(ctx context.Context, q query.Query) (page, error)
	ids(ctx context.Context, q query.Query, each func(id int64)) error
	get(ctx context.Context, id int64) (entity, error)
	create(ctx context.Context, v entity) error
	update(ctx context.Context, old, v entity) error
	delete(ctx context.Context, v entity) error

	// check asks a Checker; any other store finds nothing.
	check(ctx context.Context, old, v entity, bad *fault.Error) error
	// retires asks a Retirer. Any other store is none.
	retires(v entity) (survives, isRetirer bool)
	// moveTo asks a Mover. Any other store is none.
	moveTo(ctx context.Context, old entity, person int64) (isMover bool, err error)
	// typedStore is the store of the domain, for what it can besides.
	typedStore() any
}

// stored makes a store of a Store.
type stored[T any, P Entity[T]] struct{ typed Store[T] }

func (s *stored[T, P]) list(ctx context.Context, q query.Query) (page, error) {
	p, err := s.typed.List(ctx, q)
	return page{reflect.ValueOf(p.Rows), p.Total}, placed(q, err)
}

func (s *stored[T, P]) ids(ctx context.Context, q query.Query, each func(id int64)) error {
	return placed(q, s.typed.IDs(ctx, q, each))
}

// placed names what a store finds wrong with the filters of a query by where they stand.
func placed(q query.Query, err error) error {
	if q.InBody {
		return inFilters(err)
	}
	return err
}

func (s *stored[T, P]) get(ctx context.Context, id int64) (entity, error) {
	v, err := s.typed.Get(ctx, id)
	return P(&v), err
}

func (s *stored[T, P]) create(ctx context.Context, v entity) error { return s.typed.Create(ctx, v.(P)) }

func (s *stored[T, P]) update(ctx context.Context, old, v entity) error {
	return s.typed.Update(ctx, *old.(P), v.(P))
}

func (s *stored[T, P]) delete(ctx context.Context, v entity) error { return s.typed.Delete(ctx, v.(P)) }

func (s *stored[T, P]) check(ctx context.Context, old, v entity, bad *fault.Error) error {
	if own, ok := s.typed.(Checker[T]); ok {
		return own.Check(ctx, *old.(P), v.(P), bad)
	}
	return nil
}

func (s *stored[T, P]) retires(v entity) (survives, isRetirer bool) {
	own, ok := s.typed.(Retirer[T])
	return ok && own.Retires(*v.(P)), ok
}

func (s *stored[T, P]) moveTo(ctx context.Context, old entity, person int64) (isMover bool, err error) {
	own, ok := s.typed.(Mover[T])
	if ok {
		err = own.MoveTo(ctx, *old.(P), person)
	}
	return ok, err
}

func (s *stored[T, P]) typedStore() any { return s.typed }
