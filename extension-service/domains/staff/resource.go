package staff

import (
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// accountsRoute is the screen of accounts; who may not open it sees the number alone.
const accountsRoute = "/users/admins"

// AccountProblem is what keeps an account from its work.
type AccountProblem string

// The troubles that a list is narrowed to.
const (
	Locked  AccountProblem = "locked"  // after too many wrong passwords
	NoRoles AccountProblem = "noRoles" // active, but may do nothing
	EndSoon AccountProblem = "endSoon" // has a right that ends by itself within two weeks
)

// Enum lists them.
func (AccountProblem) Enum() enum.List {
	return enum.List{
		Name: "staffTrouble", Text: "panel.staff.trouble",
		Values: []string{string(Locked), string(NoRoles), string(EndSoon)},
	}
}

func roles() enum.List {
	return enum.List{Name: "staffRole", Text: "role", Values: role.Role("").Options()}
}

// Resource declares accounts to the admin. They are read as any records are; each of their writes has rules of its own.
func Resource(s *Service) resource.Declaration {
	a := new(Admin)
	write := []role.Permission{role.AdminUserWrite}
	return resource.Declare(resource.Spec[Admin]{
		Name:      Entity,
		Route:     accountsRoute,
		Of:        a,
		Store:     &accountList{s},
		Title:     &a.Name,
		Status:    &a.Status,
		Forgotten: resource.Retained("an account is that of a member of staff, whom no request for erasure names"),
		Columns:   resource.Refs{&a.Name, &a.Status, &a.Roles, &a.Scopes, &a.Terms, &a.LastLoginAt},
		Hidden: resource.Refs{
			&a.Email, &a.LockedUntil, &a.SecondFactor, &a.LoginKind, &a.MustChangePassword,
			&a.PasswordChangedAt, &a.Locale, &a.Created, &a.LastUpdated,
		},
		Row: resource.Refs{
			&a.ID, &a.Version, &a.Name, &a.Email, &a.FirstName, &a.LastName, &a.Roles, &a.Permissions, &a.Scopes, &a.Terms,
			&a.Status, &a.LoginKind, &a.Locale, &a.DarkTheme, &a.LastLoginAt, &a.LockedUntil, &a.PasswordChangedAt,
			&a.MustChangePassword, &a.SecondFactor, &a.Created, &a.LastUpdated,
		},
		Sort: resource.Order{By: &a.Name},
		Filters: resource.Refs{
			&a.Name, &a.Email, resource.Filter("role", query.Is, &a.Roles).WithChoices(roles),
			&a.Status, &a.Trouble,
		},
		Finds:  resource.Refs{&a.Email},
		Access: resource.Access{Read: role.AdminUserRead},
		Trash:  &resource.TrashBin[Admin]{Field: &a.Status, Value: Deleted},
		Calls: []resource.Endpoint{
			{
				Name: "admin.create", Method: "POST", Path: "/api/admin", Needs: write, Status: 201, Idempotent: true,
				Handle: resource.Handle(s.Invite),
			},
			{Name: "admin.update", Method: "PUT", Path: "/api/admin/{id}", Needs: write, Handle: resource.Handle(s.Update)},
			{Name: "admin.delete", Method: "DELETE", Path: "/api/admin/{id}", Needs: write, Handle: resource.Handle(s.Delete)},
			{
				Name: "admin.dropIdentity", Method: "DELETE", Path: "/api/admin/{id}/identity", Needs: write,
				Handle: resource.Handle(s.DropIdentity),
			},
			{
				Name: "admin.dropTOTP", Method: "DELETE", Path: "/api/admin/{id}/totp", Needs: write,
				Handle: resource.Handle(s.DropTOTP),
			},
			{
				Name: "admin.unlock", Method: "POST", Path: "/api/admin/{id}/unlock", Needs: write,
				Handle: resource.Handle(s.Unlock),
			},
			{
				Name: "admin.oneTimePassword", Method: "POST", Path: "/api/admin/{id}/oneTimePassword", Needs: write,
				Handle: resource.Handle(s.IssueOneTime),
			},
		},
	})
}
