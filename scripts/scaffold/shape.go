package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// shape is what a kind of field becomes: in Go, in SQL, and whether lists can be narrowed by it.
type shape struct {
	Type, Tag, Check, Column string
	Filter, List, Folded     bool

	About string // what it is for, in the help
}

const textColumn = "{{text}} NOT NULL"

var shapes = map[string]shape{
	"text": {
		Type: "string", Check: "max=200", Column: textColumn, Filter: true, List: true, Folded: true,
		About: "one line",
	},
	"longtext": {Type: "string", Tag: "longtext", Check: "max=4000", Column: textColumn, About: "several lines"},
	"int":      {Type: "*int", Column: "BIGINT", List: true, About: "a whole number"},
	"decimal":  {Type: "*decimal.Decimal", Column: "BIGINT", List: true, About: "a number with four decimals"},
	"money": {
		Type: "*decimal.Decimal", Tag: "money", Column: "BIGINT", List: true,
		About: "an amount; the currency of all amounts of a record is the field currency, which comes with the first one",
	},
	"currency": {
		Type: "money.Currency", Tag: "currency", Column: textColumn,
		About: "a currency, by its ISO code",
	},
	"percent": {
		Type: "*decimal.Decimal", Tag: "percent", Check: "minvalue=0,maxvalue=100", Column: "BIGINT", List: true,
		About: "0 to 100, with decimals",
	},
	"bool":    {Type: "bool", Column: "BIGINT NOT NULL", Filter: true, List: true, About: "yes or no"},
	"date":    {Type: "date.Date", Column: textColumn, List: true, About: "a day"},
	"instant": {Type: "time.Time", Column: "BIGINT", List: true, About: "a moment, with its time"},
	"email": {
		Type: "string", Tag: "email", Check: "max=254", Column: textColumn, List: true,
		About: "an e-mail address",
	},
	"url":     {Type: "string", Tag: "url", Check: "max=500", Column: textColumn, About: "a web address"},
	"phone":   {Type: "string", Tag: "phone", Check: "max=30", Column: textColumn, About: "a phone number"},
	"country": {Type: "string", Tag: "country", Column: textColumn, List: true, About: "a country, by its ISO code"},
	"locale":  {Type: "string", Tag: "locale", Column: textColumn, List: true, About: "a language, such as de"},
	"file": {
		Type: "string", Tag: "file", Check: "max=64", Column: textColumn,
		About: "an upload of any type that is taken",
	},
	"image": {Type: "string", Tag: "image", Check: "max=64", Column: textColumn, About: "an uploaded image"},
	"enum":  {Column: textColumn, Filter: true, List: true, About: "one of some values: level:enum(JUNIOR|SENIOR)"},
	"status": {
		Check: "readonly", Column: textColumn, Filter: true, List: true,
		About: "where a record stands: state:status(DRAFT|SUBMITTED|PAID), in the usual order; " +
			"it comes with its table of moves, an action and a board",
	},
	"ref": {
		Type: "int64", Column: "BIGINT", Filter: true, List: true,
		About: "a record of the resource that the field is named after, or of another: author:ref:freelancer",
	},
}

func kinds() []string { return slices.Sorted(maps.Keys(shapes)) }

func (f field) shape() shape { return shapes[f.Kind] }

// goType is the type of the field; that of an enumeration is the record's own.
func (f field) goType() string {
	if f.isEnum() {
		return goName(f.Name)
	}
	return f.shape().Type
}

// tag says what the type alone does not.
func (f field) tag() string {
	parts := []string{fmt.Sprintf("json:%q", f.Name)}
	if f.Kind == "ref" {
		parts = append(parts, fmt.Sprintf("kind:%q", "ref:"+f.Ref))
	} else if f.shape().Tag != "" {
		parts = append(parts, fmt.Sprintf("kind:%q", f.shape().Tag))
	}
	var rules []string
	if f.Required {
		rules = append(rules, "required")
	}
	if f.shape().Check != "" {
		rules = append(rules, f.shape().Check)
	}
	if rules != nil {
		parts = append(parts, fmt.Sprintf("check:%q", strings.Join(rules, ",")))
	}
	if f.shape().Folded {
		parts = append(parts, `store:"fold"`)
	}
	return strings.Join(parts, " ")
}

// shown is the field that stands in a list for this one: of a reference, what the other record is known by.
func (f field) shown() string {
	if f.Kind == "ref" {
		return strings.TrimSuffix(f.Name, "Id") + goName(f.Shows)
	}
	return f.Name
}

// columns are the lines of the field in CREATE TABLE.
func (f field) columns(r kind) []string {
	column := snake(f.Name) + " " + f.shape().Column
	switch f.Kind {
	case "ref":
		if f.Required {
			column += " NOT NULL"
		}
		column += fmt.Sprintf(" CONSTRAINT %s_%s_fk REFERENCES %s (id)",
			r.table(), snake(strings.TrimSuffix(f.Name, "Id")), f.RefTable)
	case "enum", "status":
		column += fmt.Sprintf(" CONSTRAINT %s_%s_known CHECK (%s IN (%s))",
			r.table(), snake(f.Name), snake(f.Name), quoted(f))
	}
	if f.shape().Folded {
		return []string{column, snake(f.Name) + "_fold " + textColumn}
	}
	return []string{column}
}

// quoted lists the values; a field that may be empty may hold none of them.
func quoted(f field) string {
	values := slices.Clone(f.Values)
	if !f.Required && f.Kind != "status" {
		values = append(values, "")
	}
	for i, v := range values {
		values[i] = "'" + v + "'"
	}
	return strings.Join(values, ", ")
}
