package field

import (
	"fmt"
	"slices"
	"strings"
)

// Derivation says what a stored field always is. Nobody writes it: the engine keeps it right in the transaction of the
// write that it follows from.
type Derivation struct {
	How Deriving
	// of a copy the reference and the field there; of a count the resource and its reference; of a sum the same and the
	// field that is added up; else fields of the record itself
	Of []string
}

// Deriving is one way to derive a field.
type Deriving string

// The ways. A joined text leaves out what is empty; a product is rounded as money is.
const (
	ByCopy    Deriving = "copy"    // of a field of the referenced record: copy projectId.clientId
	ByCount   Deriving = "count"   // how many records refer to it: count entry.timesheetId
	BySum     Deriving = "sum"     // of a field of those records: sum entry.timesheetId.hours
	ByJoin    Deriving = "join"    // of its own texts, with a blank between them: join week,freelancerName
	ByProduct Deriving = "product" // of its own numbers: product hours,rate
)

// derivedParts are how many names each way has, and what stands between them; 0 is two or more.
var derivedParts = map[Deriving]struct {
	between string
	count   int
}{ByCopy: {".", 2}, ByCount: {".", 2}, BySum: {".", 3}, ByJoin: {",", 0}, ByProduct: {",", 0}}

// readDerivation reads a tag such as derived:"sum entry.timesheetId.hours".
func (f *Field) readDerivation(tag string) error {
	if tag == "" {
		return nil
	}
	how, of, _ := strings.Cut(tag, " ")
	rule, known := derivedParts[Deriving(how)]
	if !known {
		return fmt.Errorf("derived %q begins with none of copy, count, sum, join and product", tag)
	}
	names := strings.Split(of, rule.between)
	if slices.Contains(names, "") || rule.count > 0 && len(names) != rule.count || len(names) < 2 {
		return fmt.Errorf("derived %q: write it as copy reference.field, count resource.reference, "+
			"sum resource.reference.field, join field,field or product field,field", tag)
	}
	f.Derived, f.ReadOnly = &Derivation{Deriving(how), names}, true
	return nil
}
