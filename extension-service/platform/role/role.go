// Package role says who may do what: the roles, the permissions each grants, and the caller at hand.
package role

import "slices"

// Role is one of the four staff roles, by its code.
type Role string

// The role codes of "Roles and permissions".
const (
	CSM           Role = "a"
	TechSupport   Role = "b"
	ContentEditor Role = "c"
	ConfigManager Role = "d"
)

// All lists the roles in the order of their codes.
var All = []Role{CSM, TechSupport, ContentEditor, ConfigManager}

// Options lists the codes for enumerations and validation.
func (Role) Options() []string { return []string{"a", "b", "c", "d"} }

// Valid says whether r is one of the four.
func (r Role) Valid() bool { return slices.Contains(All, r) }

// Permission names one thing a caller may do, such as "project.read".
type Permission string

// PermissionsOf returns the union of what the roles grant, in the order of the table; there is no deny rule.
func PermissionsOf(roles []Role) []Permission {
	var out []Permission
	for _, g := range table {
		if slices.ContainsFunc(roles, g.roles.has) {
			out = append(out, g.permission)
		}
	}
	return out
}

// Permissions lists every permission in the order of the table.
func Permissions() []Permission {
	out := make([]Permission, len(table))
	for i, g := range table {
		out[i] = g.permission
	}
	return out
}

// GrantedBy returns the roles that grant p.
func GrantedBy(p Permission) []Role {
	for _, g := range table {
		if g.permission != p {
			continue
		}
		var out []Role
		for _, r := range All {
			if g.roles.has(r) {
				out = append(out, r)
			}
		}
		return out
	}
	return nil
}

// roles is a set of role codes such as "abd".
type roles string

func (s roles) has(r Role) bool {
	for i := range len(s) {
		if string(s[i]) == string(r) {
			return true
		}
	}
	return false
}
