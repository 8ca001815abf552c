package staff

import (
	"context"
	"fmt"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/ratelimit"
	"poolkeeper.example/extension-service/platform/role"
)

// The outcomes of a sign-in that the history knows.
const (
	outcomeOK      = "OK"
	outcomeWrong   = "BAD_CREDENTIALS"
	outcomeLocked  = "LOCKED"
	outcomeNoRoles = "NO_ROLES"
)

// Login is one line of the login history.
type Login struct {
	ID        int64   `json:"id"`
	At        Instant `json:"at"`
	IP        string  `json:"ip"`
	UserAgent string  `json:"userAgent"`
	Device    string  `json:"device"` // "Firefox, Linux"; empty when nobody can tell
	Login     string  `json:"login"`
	Outcome   string  `json:"outcome"`

	ImpersonatedBy *Impersonator `json:"impersonatedBy,omitempty"`
}

// UserKind says whose history is asked for.
type UserKind string

// Enum lists the kinds of users there are.
func (UserKind) Enum() enum.List {
	return enum.List{Name: "userKind", Text: "enum.userKind", Values: []string{"admin", "freelancer", "msp"}}
}

// LoginQuery names whose history to list; without a user the caller's own.
type LoginQuery struct {
	UserKind UserKind `query:"userKind"`
	UserID   *int64   `query:"userId"   kind:"id"`
	ID       []int64  `query:"id"       kind:"id" check:"max=200"`
	Sort     string   `query:"s"        check:"max=200"`
	resource.Window
}

// page is what narrows, and what orders and cuts, a statement over a table that has args.
func (q LoginQuery) page(table string, columns map[string]string, args store.Args) (narrowed, ordered string, _ []any,
	err error,
) {
	if len(q.ID) > 0 {
		narrowed = " AND " + table + ".id IN " + store.OneOf(q.ID, args.Add)
	}
	if ordered, err = resource.OrderBy(q.Sort, columns, table+".id DESC"); err != nil {
		return "", "", nil, err
	}
	offset, limit := q.PageOf(len(q.ID))
	return narrowed, fmt.Sprintf("%s LIMIT %d OFFSET %d", ordered, limit, offset), args, nil
}

var loginColumns = map[string]string{
	"id": "l.id", "at": "l.at", "ip": "l.ip", "userAgent": "l.user_agent",
	"login": "l.login", "outcome": "l.outcome",
}

// Logins lists sign-ins, newest first: the caller's own, or another account's with adminUser.read. Freelancers and MSPs
// sign in elsewhere; of theirs we know when staff did so in their name.
func (s *Service) Logins(ctx context.Context, q LoginQuery) (resource.List[Login], error) {
	list := resource.List[Login]{Results: []Login{}}
	if q.UserKind != "" && q.UserKind != "admin" {
		if !role.From(ctx).Can(role.AdminUserRead) {
			return list, resource.Forbidden(role.AdminUserRead)
		}
		return s.visits(ctx, q)
	}
	id, err := s.subject(ctx, q.UserID, role.AdminUserRead)
	if err != nil {
		return list, err
	}
	narrowed, page, args, err := q.page("l", loginColumns, []any{id})
	if err != nil {
		return list, err
	}
	from := "FROM staff_logins l WHERE l.staff_id = $1" + narrowed
	if _, err := s.DB.Row(ctx, []any{&list.TotalResults}, "SELECT count(*) "+from, args...); err != nil {
		return list, err
	}
	var l Login
	var at int64
	err = s.DB.Each(ctx, []any{&l.ID, &at, &l.IP, &l.UserAgent, &l.Login, &l.Outcome}, func() error {
		l.At, l.Device = instantOf(at), Device(l.UserAgent)
		list.Results = append(list.Results, l)
		return nil
	}, "SELECT l.id, l.at, l.ip, l.user_agent, l.login, l.outcome "+from+page, args...)
	return list, err
}

// recordLogin adds a line to the history of an account. Call it inside Write.
func (s *Service) recordLogin(ctx context.Context, a *account, by LoginKind, outcome string) error {
	who := role.From(ctx)
	_, err := s.DB.Exec(ctx, `
		INSERT INTO staff_logins (staff_id, at, ip, network, user_agent, login, outcome)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		a.ID, s.ms(), who.IP, ratelimit.NetworkOf(who.IP), shortened(who.UserAgent), by, outcome)
	return err
}
