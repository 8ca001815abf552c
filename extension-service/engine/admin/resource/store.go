package resource

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/fault"
)

// Store is what the generic endpoints need from a domain. The plain one is store.Table; a domain's service embeds it
// and overrides only what has a rule. Get, Update and Delete answer NOT_FOUND for records outside the caller's scope.
type Store[T any] interface {
	List(ctx context.Context, q query.Query) (query.Page[T], error)
	// IDs tells the ids of what a query matches, in its order: at most Limit where there is one. Offset is not asked.
	IDs(ctx context.Context, q query.Query, each func(id int64)) error
	Get(ctx context.Context, id int64) (T, error)
	Create(ctx context.Context, v *T) error
	Update(ctx context.Context, old T, v *T) error
	Delete(ctx context.Context, v *T) error
}

// Retirer is a Store that keeps some records when they are deleted, as ones that are used no more. Retires says whether
// it would keep this one.
type Retirer[T any] interface {
	Retires(v T) bool
}

// Checker is a Store with rules that look at several fields. Check adds what they find to bad, so that a caller is told
// of every wrong field at once; a record that creating starts from has no id.
type Checker[T any] interface {
	Check(ctx context.Context, old T, v *T, bad *fault.Error) error
}
