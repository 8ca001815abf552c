package pools

import (
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/domains/skills"
	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/money"
	"poolkeeper.example/extension-service/engine/admin/postal"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/spreadsheet"
)

// ImportRow is what a row of a file says of somebody.
type ImportRow struct {
	Email          string           `json:"email"          kind:"email" check:"required,max=254"`
	FirstName      string           `json:"firstName"      check:"required,max=80"`
	LastName       string           `json:"lastName"       check:"required,max=80"`
	MobileNumber   string           `json:"mobileNumber"   kind:"phone" check:"max=16"`
	LinkedinHandle string           `json:"linkedinHandle" check:"max=100" pattern:"[A-Za-z0-9-]{3,100}"`
	ExternalID     string           `json:"externalId"     check:"max=80"`
	HourRate       *decimal.Decimal `json:"hourRate"       kind:"money" check:"minvalue=0"`
	DayRate        *decimal.Decimal `json:"dayRate"        kind:"money" check:"minvalue=0"`
	Currency       money.Currency   `json:"currency"       kind:"currency"`
	Street         string           `json:"street"         check:"max=120"`
	PostalCode     string           `json:"postalCode"     check:"max=12"`
	City           string           `json:"city"           check:"max=120"`
	Country        string           `json:"country"        kind:"country"`
	Skills         []string         `json:"skills"         check:"max=50,distinct"`
	Tags           []string         `json:"tags"           check:"max=20"`
	ExpiresAt      time.Time        `json:"expiresAt"`

	Fields []Field `json:"-"` // the fields that it says something of, which may be that there is nothing
}

// hasField tells whether a row says something of a field.
func (g *ImportRow) hasField(f Field) bool { return slices.Contains(g.Fields, f) }

// name is how a person is called.
func (g *ImportRow) name() string { return strings.TrimSpace(g.FirstName + " " + g.LastName) }

// reading is what a row is read by.
type reading struct {
	columns  []Column
	notation spreadsheet.Notation // of its amounts
	zone     *time.Location       // of the client
	now      time.Time
}

// read makes out what the cells of a row say, and what is wrong with them by field.
func read(cells []string, how reading) (ImportRow, *fault.Error) {
	columns := how.columns
	var g ImportRow
	bad := fault.Validation()
	if n := spreadsheet.Filled(cells); n > len(columns) {
		bad.Field("row", "pool.file.error.cells", map[string]any{"cells": n, "headings": len(columns)})
	}
	for i, c := range columns {
		if c.Field == "" {
			continue
		}
		cell := ""
		if i < len(cells) {
			cell = field.NormaliseText(cells[i])
		}
		if spreadsheet.IsError(cell) {
			bad.Field(string(c.Field), "pool.file.error.formula", map[string]any{"value": cell})
			continue
		}
		if cell != "" || c.Clears {
			g.Fields = append(g.Fields, c.Field)
		}
		if into, known := texts[c.Field]; known {
			*into(&g) = cell
		} else if cell != "" {
			g.value(c.Field, cell, how, bad)
		}
	}
	g.readAmounts(cells, how, bad)
	g.LinkedinHandle = handleOf(g.LinkedinHandle)
	if err := field.NormaliseTexts(&g); err != nil {
		return g, fault.From(err)
	}
	g.Tags = tidyTags(g.Tags)
	if err := field.Validate(&g); err != nil {
		wrong := fault.From(err)
		for field, messages := range wrong.Fields {
			if _, isRefused := bad.Fields[field]; !isRefused {
				params, _ := wrong.Params[field][messages[0]].(map[string]any)
				bad.Field(field, messages[0], params)
			}
		}
	}
	g.limits(how, bad)
	return g, bad
}

// texts are the fields that are taken as they are written.
var texts = map[Field]func(g *ImportRow) *string{
	Email: func(g *ImportRow) *string { return &g.Email }, FirstName: func(g *ImportRow) *string { return &g.FirstName },
	LastName: func(g *ImportRow) *string {
		return &g.LastName
	}, MobileNumber: func(g *ImportRow) *string { return &g.MobileNumber },
	LinkedinHandle: func(g *ImportRow) *string {
		return &g.LinkedinHandle
	}, ExternalID: func(g *ImportRow) *string { return &g.ExternalID },
	Street: func(g *ImportRow) *string {
		return &g.Street
	}, PostalCode: func(g *ImportRow) *string { return &g.PostalCode },
	City: func(g *ImportRow) *string { return &g.City },
}

// value reads what people write in several ways.
func (g *ImportRow) value(f Field, cell string, how reading, bad *fault.Error) {
	switch f {
	case Currency:
		g.Currency = readCurrency(cell, bad)
	case Country:
		code, isCountry := postal.CountryOf(cell)
		if !isCountry {
			bad.Field(string(f), "validation.country", nil)
		}
		g.Country = code
	case Skills:
		g.Skills = spreadsheet.List(cell)
	case Tags:
		g.Tags = spreadsheet.List(cell)
	case ExpiresAt:
		day, clock, ok := spreadsheet.Day(cell)
		switch {
		case !ok:
			bad.Field(string(f), "pool.file.error.date", nil)
		case clock != 0:
			bad.Field(string(f), "pool.file.error.time", map[string]any{"day": day.Format(time.DateOnly)})
		default:
			g.ExpiresAt = endOf(day, how.zone)
		}
	default: // it is taken as it is written
	}
}

// limits are the rules that the checks of the fields cannot say.
func (g *ImportRow) limits(how reading, bad *fault.Error) {
	for _, tag := range g.Tags {
		if len([]rune(tag)) > longestTag {
			bad.Field("tags", "validation.max", map[string]any{"max": longestTag})
			break
		}
	}
	if tooLong := fault.Validation(); len(g.Skills) > 0 {
		skills.CheckNames(g.Skills, tooLong)
		for _, messages := range tooLong.Fields {
			bad.Field("skills", messages[0], map[string]any{"max": skills.MaxName})
			break
		}
	}
	if g.Currency != "" && g.HourRate == nil && g.DayRate == nil && !isAmountWrong(bad) {
		bad.Field("currency", "pool.file.error.currencyAlone", nil)
	}
	if !g.ExpiresAt.IsZero() && g.ExpiresAt.Before(how.now) {
		bad.Field("expiresAt", "validation.after", map[string]any{"min": date.FromTime(how.now.In(how.zone))})
	}
}

// handleOf is the name of a profile, out of its address.
func handleOf(cell string) string {
	cell = strings.TrimRight(cell, "/")
	if _, after, found := strings.Cut(cell, "linkedin.com/in/"); found {
		after, _, _ = strings.Cut(after, "?")
		return strings.TrimRight(after, "/")
	}
	return strings.TrimPrefix(cell, "@")
}
