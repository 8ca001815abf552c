package search

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/platform/role"
)

// Engine keeps indexes of documents and the aliases that name them. Every engine passes enginetest.Suite.
// Its methods take the names of indexes, never of aliases, and trust their input: Indexes has checked it.
type Engine interface {
	// Create makes an empty index; it fails when the name is taken.
	Create(ctx context.Context, name string, s Schema) error
	// Drop removes an index and every alias of it. Dropping what is not there is no failure.
	Drop(ctx context.Context, name string) error
	// Types lists the types that there is an index of, in order.
	Types(ctx context.Context) ([]string, error)
	// State lists the indexes of a type and what its aliases point at.
	State(ctx context.Context, typ string) (State, error)
	// Alias points each alias at exactly these indexes, all in one step; an empty list removes the alias.
	Alias(ctx context.Context, aliases map[string][]string) error
	// Write stores documents durably. A document or tombstone whose version is below the one held changes nothing.
	Write(ctx context.Context, index string, docs []Document) error
	// Finish makes a new index ready to be read, once what there was to begin with has been written. Until then reads may
	// be slow. It may take long: alive is called from time to time, and its failure ends it.
	Finish(ctx context.Context, index string, alive func() error) error
	// Remove forgets documents and leaves no tombstone, so that any later write brings them back.
	Remove(ctx context.Context, index string, ids []int64) error
	// Query returns one page with the exact total.
	Query(ctx context.Context, index string, q Query) (Page, error)
	// Count returns how many documents match; paging and order of q do not matter.
	Count(ctx context.Context, index string, q Query) (int64, error)
	// Refresh returns when everything written so far can be found.
	Refresh(ctx context.Context, index string) error
	// Purge leaves no byte of what has been replaced or removed.
	Purge(ctx context.Context, index string) error
	// Ping says whether the engine answers.
	Ping(ctx context.Context) error
}

// State is what an engine holds for one type.
type State struct {
	Indexes map[string]Schema
	Aliases map[string]Alias
}

// Alias says what a name stands for, and since when.
type Alias struct {
	Indexes []string
	Since   time.Time
}

// Query says which documents, in which order. All conditions must hold; the zero value matches everything.
type Query struct {
	Terms     []Term
	Scope     role.Scope // of the caller
	ClientIDs []int64    // chosen by the caller within the scope; empty = all
	IDs       []int64    // nil = all
	After     int64      // only ids above
	UpTo      int64      // only ids up to, 0 = no limit
	Sort      []Sort     // empty = by id, newest first; ties end in the direction of the last
	Offset    int
	Size      int
	IDsOnly   bool // ids and versions are enough
	Raw       bool // the contents are wanted as the text they are kept as
	NoTotal   bool // the total is not asked for
}

// Term asks for documents whose field has one of the values. A text has a value when it contains it or, where Exact is
// set, when it is that value; every other field is compared exactly anyway. Case and accents never count.
type Term struct {
	Field  string
	Values []string
	Exact  bool
}

// Sort orders by a field. Documents without a value come first when ascending.
type Sort struct {
	Field string
	Desc  bool
}

// Page is one page of a query.
type Page struct {
	Hits  []Hit
	Total int64
}

// Hit is one document found, and when it was indexed. Where the query asks for Raw, Text has its contents as JSON.
type Hit struct {
	Document
	IndexedAt time.Time
	Text      string
}

// MaxWindow is how deep a caller may page into an index.
const MaxWindow = 10_000

// ShortText is the length up to which a text is looked for at the beginnings of words only.
const ShortText = 2
