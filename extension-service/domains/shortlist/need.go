// Package shortlist ranks people for a project by declared rules: hard ones that take people out, then weights whose
// points add up to a score, each explained.
package shortlist

import (
	"slices"
	"time"

	"poolkeeper.example/extension-service/domains/skills"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/money"
)

// Need is what a project asks for.
type Need struct {
	Must, Wished []Skill // what somebody must be able to do, and what else is asked for
	Languages    []skills.Language
	Country      string
	City         string // folded
	Remote       int64  // percent of the time
	Start        date.Date
	Capacity     int64 // percent of full time
	Unit         money.RateUnit
	Currency     money.Currency
	Limit        *decimal.Decimal // the highest rate; nil is none
	Among        []int64          // the people who are ranked; nil is all who can do what is a must
}

// Skill is one thing that somebody can do: Key is the same however it is written.
type Skill struct {
	Key  string
	Name string
}

// Person is all that the ranking reads of somebody. Name, gender, age, nationality and photo are no part of it.
type Person struct {
	ID               int64
	Skills           []string // keys
	Languages        []skills.Language
	Country          string
	City             string           // folded
	Rate             *decimal.Decimal // in the unit and currency of the project; nil is not known
	FreeFrom         date.Date        // "" is at any time
	Capacity         int64            // percent of full time
	RightToWorkUntil date.Date        // "" is without an end, or not known
	HasConsent       bool
	WantsErasure     bool
	IsApplied        bool // has an open application to the project, or was sent for it
	WorkedForClient  bool
}

func (p Person) knows(s Skill) bool { return slices.Contains(p.Skills, s.Key) }

func (p Person) missing(of []Skill) (out []Skill) {
	for _, s := range of {
		if !p.knows(s) {
			out = append(out, s)
		}
	}
	return out
}

// missingOf is what somebody cannot do of what a project asks for, what is a must first.
func (p Person) missingOf(n Need) []Skill { return append(p.missing(n.Must), p.missing(n.Wished)...) }

// daysLate is how many days after the start somebody is free.
func (n Need) daysLate(p Person) int64 {
	if p.FreeFrom <= n.Start {
		return 0
	}
	return int64(p.FreeFrom.Time(time.UTC).Sub(n.Start.Time(time.UTC)) / (24 * time.Hour))
}

var levels = skills.LanguageLevel("").Enum().Values

// speaks says whether somebody speaks a language at a level or above.
func (p Person) speaks(wanted skills.Language) bool {
	return slices.ContainsFunc(p.Languages, func(l skills.Language) bool {
		return l.Code == wanted.Code && slices.Index(levels, string(l.Level)) >= slices.Index(levels, string(wanted.Level))
	})
}
