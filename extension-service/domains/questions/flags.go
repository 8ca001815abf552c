package questions

import "poolkeeper.example/extension-service/platform/fault"

// Constraint is what a flag asks for before it can be set: one of some flags, none of others, a closed pair, or one
// that is not for staff alone. The panel holds drafts against the same list, and shows the text of Key beside a locked
// flag.
type Constraint struct {
	Flag   string   `json:"flag"`
	Key    string   `json:"key"`
	AnyOf  []string `json:"anyOf"`
	NoneOf []string `json:"noneOf"`
	Closed bool     `json:"closed"`
	Open   bool     `json:"open"` // to others than staff
}

// constraints of the flags, in the order in which they are told.
var constraints = []Constraint{
	{Flag: "mspEdit", Key: "question.flag.needsMspVisibility", AnyOf: []string{"mspVisibility"}},
	{Flag: "jobSeekerUpload", Key: "question.flag.needsTalentVisibility", AnyOf: []string{"talentVisibility"}},
	{Flag: "needAnswer", Key: "question.flag.needsSomebody", AnyOf: []string{"talentVisibility", "mspEdit"}},
	{Flag: "failOnWrongAnswer", Key: "question.flag.needsClosedPair", Closed: true},
	{Flag: "failOnWrongAnswer", Key: "question.flag.needsNeedAnswer", AnyOf: []string{"needAnswer"}},
	{Flag: "failOnWrongAnswer", Key: "question.flag.notPrefilled", NoneOf: []string{"prefilled"}},
	{Flag: "talentVisibility", Key: "question.flag.staffOnly", Open: true},
	{Flag: "mspEdit", Key: "question.flag.staffOnly", Open: true},
}

// published are the constraints as they are answered.
func published() []Constraint {
	out := make([]Constraint, len(constraints))
	for i, c := range constraints {
		c.AnyOf, c.NoneOf = append([]string{}, c.AnyOf...), append([]string{}, c.NoneOf...)
		out[i] = c
	}
	return out
}

// set are the flags by name.
func (f Flags) set() map[string]bool {
	return map[string]bool{
		"talentVisibility": f.TalentVisibility, "mspVisibility": f.MSPVisibility, "mspEdit": f.MSPEdit,
		"jobSeekerUpload": f.JobSeekerUpload,
		"pdf":             f.PDF, "failOnWrongAnswer": f.FailOnWrongAnswer, "needAnswer": f.NeedAnswer,
		"prefilled": f.Prefilled,
	}
}

func (c Constraint) isMet(set map[string]bool, p pair) bool {
	some := len(c.AnyOf) == 0
	for _, name := range c.AnyOf {
		some = some || set[name]
	}
	for _, name := range c.NoneOf {
		some = some && !set[name]
	}
	return some && (!c.Closed || p.closed) && (!c.Open || !p.staffOnly)
}

func checkFlags(d Definition, p pair, bad *fault.Error) {
	set := d.Flags.set()
	for _, c := range constraints {
		if set[c.Flag] && !c.isMet(set, p) {
			bad.Field("flags."+c.Flag, c.Key, nil)
		}
	}
	if d.Flags.Prefilled && d.PrefillSource == "" {
		bad.Field("prefillSource", "validation.required", nil)
	}
}

// Internal says that only staff sees the question.
func (f Flags) Internal() bool { return !f.TalentVisibility && !f.MSPVisibility }
