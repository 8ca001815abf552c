package staff

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/resource"
	"poolkeeper.example/extension-service/role"
	"poolkeeper.example/extension-service/store"
)

// ListQuery narrows, sorts and pages the list of accounts.
type ListQuery struct {
	ID     []int64 `query:"id"     kind:"id" check:"max=200"`
	Name   string  `query:"name"   check:"max=200"`
	Email  string  `query:"email"  check:"max=254"`
	Role   string  `query:"role"   pattern:"[abcd]"`
	Status string  `query:"status" pattern:"(AC|DE|UV|DL)(,(AC|DE|UV|DL))*"`
	Sort   string  `query:"s"      check:"max=200"`

	Trouble Trouble `query:"trouble"`
	resource.Window
}

// Trouble is what keeps an account from its work.
type Trouble string

// The troubles that a list is narrowed to.
const (
	Locked  Trouble = "locked"  // after too many wrong passwords
	NoRoles Trouble = "noRoles" // active, but may do nothing
)

// Enum lists them.
func (Trouble) Enum() resource.Enumeration {
	return resource.Enumeration{Name: "staffTrouble", Text: "panel.staff.trouble", Values: []string{string(Locked), string(NoRoles)}}
}

// conditions are what the accounts of a trouble have in common; $1 is now.
var conditions = map[Trouble]string{
	Locked:  "EXISTS (SELECT 1 FROM staff_blocks b WHERE b.account = s.account AND b.until > $1)",
	NoRoles: "s.status = 'AC' AND s.roles IN ('', '[]')",
}

var sortColumns = map[string]string{
	"id": "s.id", "email": "s.email_key", "name": "s.name_fold", "firstName": "s.first_name", "lastName": "s.last_name",
	"status": "s.status", "lastLoginAt": "s.last_login_at", "created": "s.created", "lastUpdated": "s.last_updated",
}

// Admins lists the accounts within the caller's reach; deleted ones only when asked for by status. There are few of them,
// so the reach is applied to all that match, and the page cut from what is left.
func (s *Service) Admins(ctx context.Context, q ListQuery) (resource.List[Admin], error) {
	list := resource.List[Admin]{Results: []Admin{}}
	order, err := resource.OrderBy(q.Sort, sortColumns, "s.id DESC")
	if err != nil {
		return list, err
	}
	where, args := q.where()
	found, err := s.accounts(ctx, where+order, args...)
	if err != nil {
		return list, err
	}
	who := role.From(ctx)
	found = slices.DeleteFunc(found, func(a *account) bool {
		return within(who, a) != nil || q.Role != "" && !slices.Contains(a.Roles, role.Role(q.Role))
	})
	list.TotalResults = int64(len(found))
	offset, limit := q.PageOf(len(q.ID))
	first := min(offset, list.TotalResults)
	for _, a := range found[first:min(first+limit, list.TotalResults)] {
		list.Results = append(list.Results, a.Admin)
	}
	return list, nil
}

// where builds the condition; $1 belongs to selectAccount.
func (q ListQuery) where() (string, []any) {
	var conds []string
	args := store.Args{nil}
	arg := args.Add
	states := []string{string(Unverified), string(Active), string(Inactive)}
	if q.Status != "" {
		states = strings.Split(q.Status, ",")
	}
	conds = append(conds, "s.status IN ('"+strings.Join(states, "', '")+"')") // checked against the pattern
	if q.Name != "" {
		conds = append(conds, `s.name_fold LIKE `+arg(containing(store.Fold(q.Name)))+` ESCAPE '\'`)
	}
	if q.Email != "" {
		conds = append(conds, `s.email_key LIKE `+arg(containing(emailKey(q.Email)))+` ESCAPE '\'`)
	}
	if q.Role != "" {
		conds = append(conds, `s.roles LIKE `+arg(containing(q.Role)))
	}
	if q.Trouble != "" {
		conds = append(conds, conditions[q.Trouble])
	}
	if len(q.ID) > 0 {
		conds = append(conds, "s.id IN "+store.OneOf(q.ID, arg))
	}
	return "\n\t\t WHERE " + strings.Join(conds, " AND "), args[1:]
}

func containing(part string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(part) + "%"
}

// AdminID names one account.
type AdminID struct {
	ID int64 `path:"id"`
}

// Admin returns one account within the caller's reach.
func (s *Service) Admin(ctx context.Context, in AdminID) (Admin, error) {
	a, err := s.reachable(ctx, in.ID)
	if err != nil {
		return Admin{}, err
	}
	return answered(ctx, a), nil
}

func (s *Service) reachable(ctx context.Context, id int64) (*account, error) {
	a, err := s.byID(ctx, id)
	if err != nil {
		return nil, err
	}
	return a, within(role.From(ctx), a)
}

// answered gives the account's public side, with its version as ETag.
func answered(ctx context.Context, a *account) Admin {
	resource.ReplyOf(ctx).SetHeader("ETag", fmt.Sprintf(`"%d"`, a.Version))
	return a.Admin
}

// covers says whether one scope lies within another.
func covers(outer, inner role.Scope) bool {
	if outer.Everything() {
		return true
	}
	within := func(ids, of []int64) bool {
		return !slices.ContainsFunc(ids, func(id int64) bool { return !slices.Contains(of, id) })
	}
	return !inner.Everything() && within(inner.ClientIDs, outer.ClientIDs) && within(inner.LegalEntityIDs, outer.LegalEntityIDs)
}
