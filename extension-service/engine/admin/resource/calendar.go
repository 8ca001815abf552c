package resource

import (
	"slices"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/role"
)

// Calendar shows a list by days: from Start to End, and on each of Days. A record without one of them is not shown
// there.
type Calendar struct {
	Start Ref  // of what lasts: a day
	End   Ref  // its last day
	Days  Refs // on which something happens: a deadline, say
	// Taken of Places are shown beside the title: whole numbers.
	Taken, Places Ref
}

// calendarMeta is what the panel reads to draw a calendar. The list has the filters <field>From and <field>Until for
// Each of its days.
type calendarMeta struct {
	Start  string   `json:"start,omitempty"`
	End    string   `json:"end,omitempty"`
	Days   []string `json:"days"`
	Taken  string   `json:"taken,omitempty"`
	Places string   `json:"places,omitempty"`
}

// compileCalendar refuses what is no day, and lets the list be narrowed to a period and ordered by each day.
func (c *served) compileCalendar() {
	if c.Calendar == nil {
		return
	}
	start, end := c.optional("Calendar.Start", c.Calendar.Start), c.optional("Calendar.End", c.Calendar.End)
	filled, places := c.optional("Calendar.Taken", c.Calendar.Taken), c.optional("Calendar.Places", c.Calendar.Places)
	days := c.nameAll("Calendar.Days", c.Calendar.Days)
	if (start == nil) != (end == nil) || (filled == nil) != (places == nil) || start == nil && len(days) == 0 {
		c.fail("Calendar needs Start with End, or Days, and Taken only with Places")
		return
	}
	c.calendar = &calendarMeta{Days: field.Names(days)}
	if start != nil {
		c.calendar.Start, c.calendar.End = start.Name, end.Name
		c.addDays(start, query.AtMost)
		c.addDays(end, query.AtLeast)
	}
	for _, day := range days {
		c.addDays(day, query.AtLeast, query.AtMost)
	}
	if filled == nil {
		return
	}
	c.calendar.Taken, c.calendar.Places = filled.Name, places.Name
	for _, f := range []*field.Field{filled, places} {
		if c.showInRow(f); f.Kind != field.Int {
			c.fail("Calendar counts by the field %s, which is no whole number", f.Name)
		}
	}
}

// addDays adds the filters by a day that a calendar asks with, and the order by it.
func (c *served) addDays(f *field.Field, ops ...query.Op) {
	if f.Kind != field.DateKind || f.Many || f.Column == "" {
		c.fail("Calendar names the field %s, which is no date", f.Name)
		return
	}
	f.Sortable = true
	c.showInRow(f)
	for _, op := range ops {
		name := f.Name + map[query.Op]string{query.AtLeast: "From", query.AtMost: "Until"}[op]
		c.days = append(c.days, filter{Name: name, Kind: string(field.DateKind), field: f, op: op})
	}
}

// showInRow makes a field one of those that a list answers.
func (c *served) showInRow(f *field.Field) {
	if !slices.Contains(c.row, f) {
		c.row = append(c.row, f)
	}
}

// calendarFor is the calendar as a caller sees it; nil where there is none, or where the caller may not read its days.
func (c *served) calendarFor(who *role.Caller) *calendarMeta {
	if c.calendar == nil {
		return nil
	}
	out := *c.calendar
	out.Days = c.seenNames(who, out.Days)
	if out.Start != "" && len(c.seenNames(who, []string{out.Start, out.End})) < 2 {
		out.Start, out.End = "", ""
	}
	if out.Start == "" && len(out.Days) == 0 {
		return nil
	}
	return &out
}
