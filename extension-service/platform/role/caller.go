package role

import (
	"context"
	"slices"
)

// Scope limits a caller to clients and legal entities; both empty means everything. The two lists are a union.
type Scope struct {
	ClientIDs      []int64 `json:"clientIds"`
	LegalEntityIDs []int64 `json:"legalEntityIds"`
}

// IsUnlimited says whether the scope limits nothing.
func (s Scope) IsUnlimited() bool { return len(s.ClientIDs) == 0 && len(s.LegalEntityIDs) == 0 }

// Covers says whether a record of this client and legal entity (0 = none) lies inside the scope.
func (s Scope) Covers(clientID, legalEntityID int64) bool {
	return s.IsUnlimited() || slices.Contains(s.ClientIDs, clientID) ||
		legalEntityID != 0 && slices.Contains(s.LegalEntityIDs, legalEntityID)
}

// Kind says what stands behind a request.
type Kind string

// The kinds of actor the audit log knows.
const (
	Admin      Kind = "admin"
	Freelancer Kind = "freelancer"
	MSP        Kind = "msp"
	VMS        Kind = "vms"
	System     Kind = "system"
)

// Options lists the kinds.
func (Kind) Options() []string {
	return []string{string(Admin), string(Freelancer), string(MSP), string(VMS), string(System)}
}

// Caller is who acts, with what it may do, and how the request reached us.
type Caller struct {
	Kind           Kind
	ID             int64
	Name, Email    string
	Locale         string
	Roles          []Role
	Permissions    []Permission
	Scope          Scope
	SID            string // session family
	ViewAs         []Role // whose view of the panel it is; empty for the caller's own
	PasswordChange bool   // signed in with a one-time password: only userContext, resetPassword and logout
	FactorDue      bool   // a second factor must be set up first: only userContext, its calls and logout
	RequestID      string
	IP, UserAgent  string
	Source         string // UI, API, VMS or JOB
	BatchID        string // set while one request changes many records
	CauseID        int64  // of the staff account whose deed the system goes on with
	CauseName      string
}

// Confined says whether there is something the caller must do before anything else.
func (c *Caller) Confined() bool { return c.PasswordChange || c.FactorDue }

// Can says whether the caller holds p. The system holds everything.
func (c *Caller) Can(p Permission) bool {
	return c.Kind == System || slices.Contains(c.Permissions, p)
}

// CanAny says whether the caller holds one of ps; an empty list needs nothing.
func (c *Caller) CanAny(ps []Permission) bool {
	return len(ps) == 0 || slices.ContainsFunc(ps, c.Can)
}

type key struct{}

// With returns ctx with the caller.
func With(ctx context.Context, c *Caller) context.Context { return context.WithValue(ctx, key{}, c) }

// From returns the caller of ctx; without one it is nobody, who may do nothing.
func From(ctx context.Context) *Caller {
	if c, ok := ctx.Value(key{}).(*Caller); ok {
		return c
	}
	return &Caller{}
}

// AsSystem returns ctx acting for the product itself: every permission, no scope, named after the job or rule.
func AsSystem(ctx context.Context, name string) context.Context {
	c := &Caller{Kind: System, Name: name, Source: "JOB"}
	from := From(ctx)
	if from.RequestID != "" {
		c.RequestID, c.BatchID = from.RequestID, from.BatchID
	}
	if c.CauseID, c.CauseName = from.CauseID, from.CauseName; from.Kind == Admin {
		c.CauseID, c.CauseName = from.ID, from.Name
	}
	return With(ctx, c)
}
