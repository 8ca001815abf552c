package freelancers

import "poolkeeper.example/extension-service/engine/admin/enum"

// Status is where a freelancer stands.
type Status string

// The statuses.
const (
	Active     Status = "AC"
	Inactive   Status = "DE"
	Unverified Status = "UV"
	Deleted    Status = "DL" // in the trash, restorable until purged or anonymised
)

// Statuses lists them in the order of "user status".
var Statuses = []Status{Active, Inactive, Unverified, Deleted}

// Enum lists the statuses, which users of all kinds share.
func (Status) Enum() enum.List {
	return enum.List{Name: "userStatus", Text: "user.status", Values: enum.Strings(Statuses)}
}

// Gender is optional and never required for anything.
type Gender string

// Undisclosed is the gender of whoever has not said.
const Undisclosed Gender = "UNDISCLOSED"

// Enum lists the genders.
func (Gender) Enum() enum.List {
	return enum.List{
		Name: "gender", Text: "gender",
		Values: []string{"MALE", "FEMALE", "DIVERSE", string(Undisclosed)},
	}
}

// Salutation is how somebody is addressed.
type Salutation string

// NoSalutation leaves the names alone.
const NoSalutation Salutation = "NONE"

// Enum lists the salutations.
func (Salutation) Enum() enum.List {
	return enum.List{
		Name: "salutation", Text: "salutation",
		Values: []string{"MR", "MS", "MX", string(NoSalutation)},
	}
}

// LoginKind is how somebody signs in at the portal.
type LoginKind string

// ByPassword is the login everybody starts with.
const ByPassword LoginKind = "PWD"

// Enum lists the kinds.
func (LoginKind) Enum() enum.List {
	return enum.List{Name: "loginKind", Text: "enum.loginKind", Values: []string{string(ByPassword), "AUTH0"}}
}

// Clearance is a level of security clearance.
type Clearance string

// NoClearance is the level of whoever was never checked.
const NoClearance Clearance = "NONE"

// Enum lists the levels.
func (Clearance) Enum() enum.List {
	return enum.List{
		Name: "clearanceLevel", Text: "enum.clearanceLevel",
		Values: []string{string(NoClearance), "BASIC", "EXTENDED", "HIGH"},
	}
}

// Scope says how far a binding reaches.
type Scope string

// The scopes.
const (
	OfClient      Scope = "client"
	OfLegalEntity Scope = "legalentity"
)

// Enum lists the scopes.
func (Scope) Enum() enum.List {
	return enum.List{
		Name: "bindingScope", Text: "enum.bindingScope",
		Values: []string{string(OfClient), string(OfLegalEntity)},
	}
}

// Source says who bound a freelancer.
type Source string

// ByStaff is the source of bindings made in the panel.
const ByStaff Source = "STAFF"

// Sources lists them all.
var Sources = []Source{"VMS", "IMPORT", ByStaff, "SELF"}

// Enum lists the sources.
func (Source) Enum() enum.List {
	return enum.List{Name: "bindingSource", Text: "enum.bindingSource", Values: enum.Strings(Sources)}
}

// Rule is one of the rules of "Matching and conflicts" by which two records may be of the same person.
type Rule string

// The rules, strongest first.
const (
	SameExternalID Rule = "EXTERNAL_ID"
	SameEmail      Rule = "EMAIL"
	SameMobile     Rule = "MOBILE_AND_NAME"
	SameLinkedin   Rule = "LINKEDIN"
	Similar        Rule = "SIMILAR"
)

// Enum lists the rules.
func (Rule) Enum() enum.List {
	return enum.List{
		Name: "duplicateRule", Text: "enum.duplicateRule",
		Values: enum.Strings([]Rule{SameExternalID, SameEmail, SameMobile, SameLinkedin, Similar}),
	}
}
