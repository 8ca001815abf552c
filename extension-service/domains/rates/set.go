package rates

import (
	"slices"

	"poolkeeper.example/extension-service/engine/admin/enum"
)

// Scope says what a set of formulas belongs to.
type Scope string

// The scopes, from the widest to the narrowest.
const (
	OfSystem      Scope = "system"
	OfClient      Scope = "client"
	OfLegalEntity Scope = "legalentity"
	OfProject     Scope = "project"
)

// Enum lists the scopes.
func (Scope) Enum() enum.List {
	return enum.List{
		Name: "rateScope", Text: "enum.rateScope",
		Values: []string{string(OfSystem), string(OfClient), string(OfLegalEntity), string(OfProject)},
	}
}

// Pair is the two formulas of a record; an empty one inherits.
type Pair struct {
	Pay  string `json:"payRateFormula"  kind:"longtext" check:"max=2000,ornull"`
	Bill string `json:"billRateFormula" kind:"longtext" check:"max=2000,ornull"`
}

// builtIn are the formulas while nobody has written others for the system.
var builtIn = Pair{Pay: "talentRate", Bill: "markup(payRate, markupPct ?? 0) + (vmsFee ?? 0)"}

// level is one record on the way from a project up to the system.
type level struct {
	scope   Scope
	version int64 // id of its latest version; 0 while it has none
	Pair
}

// rule is one formula in force.
type rule struct {
	key     string // payRate or billRate
	text    string
	from    Scope
	formula *Formula
	err     error // it cannot be read
}

// set is the pair in force, in the order it is computed.
type set struct {
	rules  [2]rule
	cyclic bool
	newest int64 // id of the latest version of any level; 0 while none has been written
}

const (
	payRate  = "payRate"
	billRate = "billRate"
	vmsFee   = "vmsFee"
)

// resolve takes each formula from the narrowest level that has one. Levels go from narrow to wide and end in the
// system's.
func (s *Service) resolve(levels ...level) set {
	pay, bill := rule{key: payRate, text: builtIn.Pay, from: OfSystem},
		rule{key: billRate, text: builtIn.Bill, from: OfSystem}
	newest := int64(0)
	for _, l := range slices.Backward(levels) {
		newest = max(newest, l.version)
		if l.Pay != "" {
			pay.text, pay.from = l.Pay, l.scope
		}
		if l.Bill != "" {
			bill.text, bill.from = l.Bill, l.scope
		}
	}
	pay.formula, pay.err = s.formulas.parsed(pay.text)
	bill.formula, bill.err = s.formulas.parsed(bill.text)
	if pay.uses(billRate) {
		return set{
			rules: [2]rule{bill, pay}, cyclic: pay.uses(payRate) || bill.uses(payRate) || bill.uses(billRate),
			newest: newest,
		}
	}
	return set{rules: [2]rule{pay, bill}, cyclic: pay.uses(payRate) || bill.uses(billRate), newest: newest}
}

func (r rule) uses(name string) bool { return r.formula != nil && r.formula.Uses(name) }

// rule is the rule of a key.
func (s set) rule(key string) rule {
	if s.rules[0].key == key {
		return s.rules[0]
	}
	return s.rules[1]
}

// versionID is the newest version on the way from the project up to the system: what each of them said up to it is what
// was in force, a formula that was taken away included. Nil while nobody has written any.
func (s set) versionID() *int64 {
	if s.newest == 0 {
		return nil
	}
	id := s.newest
	return &id
}
