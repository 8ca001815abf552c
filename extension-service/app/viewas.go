package app

import (
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// viewAsHeader names the roles, separated by commas, as which somebody looks at the panel.
const viewAsHeader = "X-View-As"

// viewAs narrows a caller to what the roles of the header may do, and refuses what changes anything. Nobody reads more
// by it than they may by themselves.
func viewAs(who *role.Caller, ep resource.Endpoint, header string) error {
	if header == "" {
		return nil
	}
	if !who.Can(role.AdminUserRead) {
		return resource.Forbidden(role.AdminUserRead)
	}
	var roles []role.Role
	for name := range strings.SplitSeq(header, ",") {
		r := role.Role(strings.Clone(name))
		if !r.Valid() {
			return fault.New(fault.BadRequest, "BAD_REQUEST", "%s names no role: %q", viewAsHeader, name)
		}
		roles = append(roles, r)
	}
	if !ep.ChangesNothing() {
		return &fault.Error{
			Kind: fault.Denied, Code: "FORBIDDEN", Text: "nothing is changed while one looks at the panel as another role",
			Messages: []string{"error.viewAs"}, Details: map[string]any{"missing": ep.Needs},
		}
	}
	own := who.Permissions
	who.ViewAs, who.Roles = roles, roles
	who.Permissions = slices.DeleteFunc(role.PermissionsOf(roles), func(p role.Permission) bool {
		return !slices.Contains(own, p)
	})
	return nil
}

// seenAs is an account as if it had those roles.
func seenAs(id int64, roles []role.Role) *role.Caller {
	return &role.Caller{Kind: role.Admin, ID: id, Roles: roles, Permissions: role.PermissionsOf(roles)}
}
