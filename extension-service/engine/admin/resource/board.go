package resource

import (
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/role"
)

// Board shows a list in columns, one for each status, between which records are moved by the transitions of their
// machine. Method Board of machine.Kind makes one.
type Board struct {
	Fields Refs              // on a card, under its title; what is empty there is left out
	Tabs   Refs              // see InTabOf
	Next   map[string]string // the step that is usually next, by status: the status it leads to
	Ends   []string          // statuses that a record only leaves by taking a step back
	Moves  map[string][]string
}

// InTabOf names references: the records that they name have a tab with the board of those that refer to them.
func (b *Board) InTabOf(references ...Ref) *Board {
	b.Tabs = references
	return b
}

// boardMeta is what the panel reads to draw a board.
type boardMeta struct {
	Filter string            `json:"filter"` // of the list, by status
	Fields []string          `json:"fields"` // on a card
	Next   map[string]string `json:"next,omitempty" kind:"json"`
	Ends   []string          `json:"ends"`
	Tabs   []string          `json:"tabs"` // references whose records have a tab with the board
}

// compileBoard refuses a board of records without a machine, and one whose list cannot be narrowed to a column.
func (c *served) compileBoard() {
	if c.Board == nil {
		return
	}
	c.board = &boardMeta{
		Fields: field.Names(c.nameAll("Board.Fields", c.Board.Fields)), Next: c.Board.Next,
		Ends: append([]string{}, c.Board.Ends...),
	}
	c.board.Tabs = field.Names(c.oneReferences("Board.Tabs", c.Board.Tabs))
	isExplained := slices.ContainsFunc(c.Calls, func(e Endpoint) bool { return e.Name == c.Name+possibleStatuses })
	if c.status == nil || c.status.Enums == nil || !isExplained {
		c.fail("Board needs a Status and, in Calls, the PossibleStatuses of its machine")
		return
	}
	for from, to := range c.Board.Next {
		if !slices.Contains(c.Board.Moves[from], to) {
			c.fail("Board: no move leads from %s to %s, which it names as the next step", from, to)
		}
	}
	for _, fl := range c.filters {
		if fl.op == query.Is && fl.field == c.status {
			c.board.Filter = fl.Name
		}
	}
	if c.board.Filter == "" {
		c.fail("Board needs a filter by %s", c.status.Name)
	}
}

// possibleStatuses is what the call is named, after its resource, that explains where a record can go.
const possibleStatuses = ".possibleStatuses"

// boardFor is the board as a caller sees it; nil where there is none.
func (c *served) boardFor(who *role.Caller) *boardMeta {
	if c.board == nil {
		return nil
	}
	out := *c.board
	out.Fields = c.seenNames(who, out.Fields)
	return &out
}

// seenNames leaves out the fields that a guard keeps from the caller.
func (c *served) seenNames(who *role.Caller, list []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(name string) bool {
		return len(c.visible(who, []*field.Field{field.Find(c.fields, name)})) == 0
	})
}
