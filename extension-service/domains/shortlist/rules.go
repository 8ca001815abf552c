package shortlist

import (
	"slices"

	"poolkeeper.example/extension-service/domains/skills"
	"poolkeeper.example/extension-service/engine/admin/enum"
)

// Rule is a hard condition: who does not meet it is out.
type Rule string

// The rules, in the order in which they are tried; who is out is counted at the first that takes him or her out.
const (
	MustSkills  Rule = "skills"
	MustSpeak   Rule = "languages"
	MayWork     Rule = "rightToWork"
	FreeInTime  Rule = "available"
	WithinLimit Rule = "rate"
	NotYetSent  Rule = "notYetSent"
	MayBeSent   Rule = "consent"
)

// Enum lists the rules.
func (Rule) Enum() enum.List {
	return enum.List{Name: "shortlistRule", Text: "enum.shortlistRule", Values: enum.Strings(Rules)}
}

// Rules are all of them.
var Rules = []Rule{MustSkills, MustSpeak, MayWork, FreeInTime, WithinLimit, NotYetSent, MayBeSent}

// latest is how many days after the start somebody may be free.
const latest = 14

var meets = map[Rule]func(n Need, p Person) bool{
	MustSkills: func(n Need, p Person) bool { return len(p.missing(n.Must)) == 0 },
	MustSpeak: func(n Need, p Person) bool {
		return !slices.ContainsFunc(n.Languages, func(l skills.Language) bool { return !p.speaks(l) })
	},
	MayWork:     func(n Need, p Person) bool { return p.RightToWorkUntil == "" || p.RightToWorkUntil >= n.Start },
	FreeInTime:  func(n Need, p Person) bool { return n.daysLate(p) <= latest },
	WithinLimit: func(n Need, p Person) bool { return n.Limit == nil || p.Rate == nil || *p.Rate <= *n.Limit },
	NotYetSent:  func(_ Need, p Person) bool { return !p.IsApplied },
	MayBeSent:   func(_ Need, p Person) bool { return p.HasConsent && !p.WantsErasure },
}

// rules are those that can take somebody out.
func (n Need) rules() []Rule {
	return slices.DeleteFunc(slices.Clone(Rules), func(r Rule) bool {
		return r == MustSkills && len(n.Must) == 0 || r == MustSpeak && len(n.Languages) == 0 || r == WithinLimit &&
			n.Limit == nil
	})
}

// firstUnmet is the rule that takes somebody out; "" for who stays in.
func firstUnmet(n Need, p Person, rules []Rule) Rule {
	for _, rule := range rules {
		if !meets[rule](n, p) {
			return rule
		}
	}
	return ""
}
