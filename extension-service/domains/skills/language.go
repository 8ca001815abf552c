package skills

import (
	"fmt"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/platform/fault"
)

// Language is one that somebody speaks or that work needs, and how well.
type Language struct {
	Code  string        `json:"code"  kind:"locale" check:"required,max=20"`
	Level LanguageLevel `json:"level" check:"required"`
}

// SearchKeys are the language with its level.
func (l Language) SearchKeys() []string { return []string{l.Code + " " + string(l.Level)} }

// AtLeastKeys are the search keys of a language on a level or a higher one; "" is the lowest level.
func AtLeastKeys(code string, level LanguageLevel) (keys []string) {
	for _, one := range level.Enum().Values {
		if one >= string(level) {
			keys = append(keys, Language{code, LanguageLevel(one)}.SearchKeys()...)
		}
	}
	return keys
}

// LanguageLevel is a level of the Common European Framework.
type LanguageLevel string

// Enum lists the levels.
func (LanguageLevel) Enum() enum.List {
	return enum.List{
		Name: "languageLevel", Text: "enum.languageLevel",
		Values: []string{"A1", "A2", "B1", "B2", "C1", "C2"},
	}
}

// MaxName is how many characters the name of a skill may have.
const MaxName = 60

// CheckNames adds to bad what is wrong with the names in the field skills.
func CheckNames(skills []string, bad *fault.Error) {
	for i, skill := range skills {
		at := fmt.Sprintf("skills[%d]", i)
		switch {
		case skill == "":
			bad.Field(at, "validation.required", nil)
		case utf8.RuneCountInString(skill) > MaxName:
			bad.Field(at, "validation.max", map[string]any{"max": MaxName})
		}
	}
}

// CheckLanguages adds to bad what names a language twice in the field languages.
func CheckLanguages(list []Language, bad *fault.Error) {
	field.CheckDistinct(list, func(l Language) string { return l.Code }, "languages[%d].code", bad)
}
