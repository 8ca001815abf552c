// Package query asks for records: by conditions, in an order, page by page.
package query

import "poolkeeper.example/extension-service/engine/admin/field"

// Op compares a field with the values of a condition.
type Op string

// The comparisons a list may be filtered by.
const (
	Is       Op = "is"       // equal to one of the values
	Contains Op = "contains" // the folded text holds the words of the value, in any order
	AtLeast  Op = "atLeast"  // at or after
	AtMost   Op = "atMost"   // at or before
	Named    Op = "named"    // the record behind the reference has this name
	AnyOf    Op = "anyOf"    // one of several conditions holds
	Filled   Op = "filled"   // the text is not empty
	Unset    Op = "unset"    // there is no value
	Linked   Op = "linked"   // a link table holds the record beside one of the values
	Custom   Op = "custom"   // what a function of the declaration makes of the value, see FilterBy

	Unlinked Op = "unlinked" // no link table holds the record beside one of the values
	// LinkedRange: a link table holds the record beside a text from the first value on and before the second.
	LinkedRange Op = "linkedRange"

	BeginsWords Op = "beginsWords" // words of the folded text begin with the words of the value
	HasWords    Op = "hasAsWords"  // the words of the value are words of the folded text
)

// Cond is one condition of a list.
type Cond struct {
	Field  *field.Field
	Op     Op
	Values []any
	Any    []Cond // for AnyOf
	// for Linked, Unlinked and LinkedRange, where Field is what the links repeat; nil where it is none of the record
	Link Link
}

// Link names a table of pairs and its columns: the one with ids of the record, the one with values. Where values are
// ids of records that are asked for by name, Named is their table.
type Link struct {
	Table, Own, Other, Named string

	// the table of a Table whose rows the pairs are: totals are kept while none of it changes; "" = it has other writers
	Written string
	Keys    string // the column of the record whose keys triggers put here: totals are kept while it does not change
	Ordered bool   // an index has Own in order for each of Other, so that a page goes along it
	Totals  string // of each of Other, as n, how many records outside the trash it is linked to; "" = nobody counts them
}

// Sort is one step of an order.
type Sort struct {
	Field *field.Field
	Desc  bool
}

// Query asks a Store for one page. The caller's scope is always applied on top, by the store itself.
type Query struct {
	Where   []Cond
	Sort    []Sort // always total: ends in id
	Offset  int64
	Limit   int64
	Fields  []*field.Field // what to read; nil is everything
	Trash   Trash
	NoTotal bool

	Chosen []any // ids that were asked for
	InBody bool  // the filters stand in a body, which a refusal names them by
}

// Trash says which records a list shows.
type Trash int

// Lists hide the trash unless asked.
const (
	Live    Trash = iota // outside the trash
	Deleted              // only the trash
	Both
)

// Page is what a Store answers.
type Page[T any] struct {
	Rows  []T
	Total int64
}
