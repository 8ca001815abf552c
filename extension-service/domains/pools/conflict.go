package pools

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/platform/role"
)

// Class is a kind of conflict.
type Class string

// The classes. The last three are of rows of files.
const (
	Ownership         Class = "OWNERSHIP"
	RemovedInTarget   Class = "REMOVED_IN_TARGET"
	NoConsent         Class = "NO_CONSENT"
	UserStatus        Class = "USER_STATUS"
	Changed           Class = "CHANGED"
	Ambiguous         Class = "AMBIGUOUS"
	PossibleDuplicate Class = "POSSIBLE_DUPLICATE"
	InvalidRow        Class = "INVALID_ROW"
)

// Enum lists the classes.
func (Class) Enum() enum.List {
	return enum.List{
		Name: "poolConflict", Text: "pool.conflict",
		Values: enum.Strings([]Class{
			Ownership, RemovedInTarget, NoConsent, UserStatus, Changed, Ambiguous,
			PossibleDuplicate, InvalidRow,
		}),
	}
}

// Decision says what becomes of somebody whom a conflict is about.
type Decision string

// The decisions.
const (
	Skip      Decision = "SKIP"
	Override  Decision = "OVERRIDE"
	Readd     Decision = "READD"
	Invite    Decision = "INVITE"
	Apply     Decision = "APPLY"
	Create    Decision = "CREATE" // a record of somebody new
	Pick      Decision = "PICK"   // the record that is named
	Undecided Decision = "ASK"    // nothing runs until somebody has decided
)

// Enum lists the decisions.
func (Decision) Enum() enum.List {
	return enum.List{
		Name: "poolDecision", Text: "pool.decision", Values: enum.Strings([]Decision{
			Skip, Override, Readd, Invite, Apply,
			Create, Pick, Undecided,
		}),
	}
}

// decisions are those of each class; the first is what is done unless somebody decides.
var decisions = map[Class][]Decision{
	Ownership: {Skip, Override}, RemovedInTarget: {Skip, Readd}, NoConsent: {Invite, Skip}, UserStatus: {Skip},
	Changed:   {Skip, Apply},
	Ambiguous: {Skip, Pick, Create}, PossibleDuplicate: {Undecided, Pick, Create, Skip}, InvalidRow: {Skip},
}

// allowed are the decisions about one row: whoever has the address of somebody else cannot be made anew.
func allowed(row *planRow) []Decision {
	return slices.DeleteFunc(append([]Decision{}, decisions[row.class]...), func(d Decision) bool {
		return d == Undecided || d == Create && row.wrong.HasEmail || d == Pick && len(row.found) == 0
	})
}

// permittedDecisions leaves out what the caller may not decide.
func permittedDecisions(ctx context.Context, of []Decision) []Decision {
	return slices.DeleteFunc(of, func(d Decision) bool {
		return d == Override && !role.From(ctx).Can(role.BoundClientWrite)
	})
}

// choices are what the caller can decide of the classes of a plan, and of those who change before it runs.
func choices(ctx context.Context, classes map[string]int64) map[Class][]Decision {
	out := map[Class][]Decision{Changed: policies(Changed)}
	for class := range classes {
		out[Class(class)] = permittedDecisions(ctx, policies(Class(class)))
	}
	return out
}

// policies are the decisions that can be made for a whole class: picking somebody takes a name.
func policies(class Class) []Decision {
	return slices.DeleteFunc(slices.Clone(decisions[class]), func(d Decision) bool { return d == Pick })
}
