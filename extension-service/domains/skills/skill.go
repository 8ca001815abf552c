// Package skills keeps the catalogue of skills: what people and projects write is the same skill whichever of its names
// it is.
package skills

import (
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Term is one skill of the catalogue. Its name and aliases are compared by their folded forms ("Search", folding), each
// of which one term alone has.
type Term struct {
	resource.Record
	Name     string   `json:"name"     check:"required,max=60" store:"fold"`
	Category Category `json:"category" check:"required"`
	Aliases  []string `json:"aliases"  check:"max=50,distinct" store:"keys"`
}

// Category is the field of work that a skill is usual in.
type Category string

// Other is the category of a skill that is usual in none of the others.
const Other Category = "OTHER"

// Enum lists the categories.
func (Category) Enum() enum.List {
	return enum.List{
		Name: "skillCategory", Text: "enum.skillCategory",
		Values: []string{"IT", "ENGINEERING", "HEALTH", "FINANCE", "BUSINESS", string(Other)},
	}
}

// NewTerm is what the record of a skill starts with.
func NewTerm() Term { return Term{Category: Other} }
