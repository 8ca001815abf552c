package resource

import (
	"context"
	"time"
)

// Record holds what every entity has. Embed it first.
type Record struct {
	ID            int64     `json:"id"            kind:"id" check:"readonly"`
	Handle        string    `json:"handle"        check:"readonly"`
	Version       int64     `json:"version"       check:"readonly"`
	Created       time.Time `json:"created"       check:"readonly"`
	CreatedBy     string    `json:"createdBy"     check:"readonly"`
	LastUpdated   time.Time `json:"lastUpdated"   check:"readonly"`
	LastUpdatedBy string    `json:"lastUpdatedBy" check:"readonly"`
	DeletedAt     time.Time `json:"deletedAt"     check:"readonly"`
}

// Base gives the engine the common part of any record.
func (r *Record) Base() *Record { return r }

// Entity is a pointer to a struct that embeds Record.
type Entity[T any] interface {
	*T
	Base() *Record
}

// Act says in whose name and why a change is made; the audit entry of every write carries it.
type Act struct {
	Action    string // create, update, delete, or the name of the action
	Reason    string // code of "reason codes" or free text
	Comment   string
	Unguarded bool // the caller sent no version
}

type actKey struct{}

// WithAct returns ctx in which writes are recorded as a.
func WithAct(ctx context.Context, a Act) context.Context { return context.WithValue(ctx, actKey{}, a) }

// ActOf returns what Acting has set.
func ActOf(ctx context.Context) Act {
	a, _ := ctx.Value(actKey{}).(Act)
	return a
}
