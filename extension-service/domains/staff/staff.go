// Package staff signs people in and keeps their accounts: passwords, lockout, tokens, sessions, roles and scopes.
package staff

import (
	"encoding/json"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// Status is where an account stands in its life.
type Status string

// The states of an account. Unverified lies between the invitation and the first password.
const (
	Unverified Status = "UV"
	Active     Status = "AC"
	Inactive   Status = "DE"
	Deleted    Status = "DL"
)

// Enum lists the states for validation and the documentation.
func (Status) Enum() enum.List {
	return enum.List{Name: "userStatus", Text: "user.status", Values: []string{"AC", "DE", "UV", "DL"}}
}

// moves lists the changes of status a person may make. An unverified account becomes active by its first password only.
var moves = map[Status][]Status{
	Unverified: {Deleted},
	Active:     {Inactive, Deleted},
	Inactive:   {Active, Deleted},
	Deleted:    {Inactive},
}

// LoginKind is a way of signing in.
type LoginKind string

// The ways of signing in.
const (
	ByPassword LoginKind = "PWD"
	ByAuth0    LoginKind = "AUTH0"
)

// Enum lists the ways for validation and the documentation.
func (LoginKind) Enum() enum.List {
	return enum.List{Name: "loginKind", Text: "enum.loginKind", Values: []string{"PWD", "AUTH0"}}
}

// Admin is one member of staff as other people see it ("Admin user").
type Admin struct {
	base resource.Record

	ID      int64 `json:"id"                 kind:"id"`
	Version int64 `json:"version"            check:"readonly"`
	// first and last
	Name               string            `json:"name"               check:"readonly,personal" store:"fold"`
	Email              string            `json:"email"              kind:"email" check:"personal" store:"fold"`
	FirstName          string            `json:"firstName"          check:"personal" store:"fold"`
	LastName           string            `json:"lastName"           check:"personal" store:"fold"`
	Roles              []role.Role       `json:"roles"`
	Permissions        []role.Permission `json:"permissions"        check:"readonly" store:"-"`
	Scopes             role.Scope        `json:"scopes"             store:"-"`
	Terms              []Term            `json:"terms"` // of roles and scopes that end by themselves
	Status             Status            `json:"status"`
	Trouble            AccountProblem    `json:"trouble"            check:"writeonly"` // asked for
	LoginKind          LoginKind         `json:"loginKind"`
	Locale             string            `json:"locale"`
	DarkTheme          bool              `json:"darkTheme"`
	LastLoginAt        time.Time         `json:"lastLoginAt"        check:"readonly"`
	LockedUntil        time.Time         `json:"lockedUntil"        check:"readonly" store:"-"`
	PasswordChangedAt  time.Time         `json:"passwordChangedAt"  check:"readonly"`
	MustChangePassword bool              `json:"mustChangePassword" check:"readonly" store:"-"`
	SecondFactor       bool              `json:"secondFactor"       check:"readonly" store:"-"`
	Created            time.Time         `json:"created"            check:"readonly"`
	LastUpdated        time.Time         `json:"lastUpdated"        check:"readonly"`
}

// Base gives the engine what it needs of any record.
func (a *Admin) Base() *resource.Record {
	a.base.ID, a.base.Version = a.ID, a.Version
	return &a.base
}

// MarshalJSON writes an account inside another answer as its own calls do.
func (a Admin) MarshalJSON() ([]byte, error) { return resource.Show(&a).MarshalJSON() }

// Schema describes an account as it is answered.
func (Admin) Schema() field.Schema { return resource.Shown[Admin]{}.Schema() }

// Instant is a point in time as it stands on the wire; the empty one is null.
type Instant string

// instantOf turns stored milliseconds into an Instant; 0 is none.
func instantOf(ms int64) Instant {
	if ms == 0 {
		return ""
	}
	return Instant(date.InstantText(time.UnixMilli(ms)))
}

// timeOf turns stored milliseconds into an instant of a record; 0 is none.
func timeOf(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// MarshalJSON writes null for the empty instant.
func (i Instant) MarshalJSON() ([]byte, error) {
	if i == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(i))
}

// Schema describes an instant that may be null.
func (Instant) Schema() field.Schema {
	return field.Schema{"type": []string{"string", "null"}, "format": "date-time"}
}

// account is a stored row: what the public record shows and what it must never show.
type account struct {
	Admin
	account      string // hash of the e-mail, under which attempts are counted
	passwordHash string
	oneTimeHash  string // of the one-time password; while there is one, no other password is valid
	oneTimeUntil int64
	oneTimeUsed  bool
	unsettled    *account // as it was stored, when something of it has ended by itself since
}

// name is what logs and the audit call the person.
func (a *account) name() string {
	if a.FirstName == "" && a.LastName == "" {
		return a.Email
	}
	return a.FirstName + " " + a.LastName
}

// hash is the only one a password may be held against now; there is none while the account signs in by the provider.
func (a *account) hash() string {
	switch {
	case a.LoginKind == ByAuth0:
		return ""
	case a.oneTimeHash != "":
		return a.oneTimeHash
	}
	return a.passwordHash
}

// caller is the person as the rest of the service knows it.
func (a *account) caller() role.Caller {
	return role.Caller{
		Kind: role.Admin, ID: a.ID, Name: a.name(), Email: a.Email, Locale: a.Locale,
		Roles: a.Roles, Permissions: a.Permissions, Scope: a.Scopes, PasswordChange: a.MustChangePassword,
	}
}

// renew gives a caller what the account may do now.
func (a *account) renew(c *role.Caller) {
	c.Name, c.Email, c.Roles, c.Permissions, c.Scope, c.PasswordChange = a.name(), a.Email, a.Roles, a.Permissions,
		a.Scopes, a.MustChangePassword
}

// maySignIn says whether the account is open at all.
func (a *account) maySignIn() bool { return a.Status == Active || a.Status == Unverified }
