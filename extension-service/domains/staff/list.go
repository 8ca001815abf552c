package staff

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/canonical"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// accountList are the accounts as a list. There are few of them, so the caller's reach and the roles are applied to all
// that match otherwise, and the page is cut from what is left.
type accountList struct{ of *Service }

// HasHistory says that accounts have none of their own: the audit log tells of them.
func (l *accountList) HasHistory() bool { return false }

// List answers one page.
func (l *accountList) List(ctx context.Context, q query.Query) (page query.Page[Admin], err error) {
	found, err := l.of.find(ctx, q)
	page.Total = int64(len(found))
	first := min(q.Offset, page.Total)
	for _, a := range found[first:min(first+q.Limit, page.Total)] {
		page.Rows = append(page.Rows, a.Admin)
	}
	return page, err
}

// IDs tells the accounts a query matches.
func (l *accountList) IDs(ctx context.Context, q query.Query, each func(id int64)) error {
	found, err := l.of.find(ctx, q)
	for i, a := range found {
		if q.Limit > 0 && int64(i) == q.Limit {
			break
		}
		each(a.ID)
	}
	return err
}

// Get returns one account. NOT_FOUND outside the caller's reach.
func (l *accountList) Get(ctx context.Context, id int64) (Admin, error) {
	a, err := l.of.reachable(ctx, id)
	if err != nil {
		return Admin{}, err
	}
	return a.Admin, nil
}

// errCalled is why the engine writes no accounts.
var errCalled = fault.New(fault.NotAllowed, "METHOD_NOT_ALLOWED", "accounts are written by calls of their own")

// Create refuses: see Service.Invite.
func (l *accountList) Create(context.Context, *Admin) error { return errCalled }

// Update refuses: see Service.Update.
func (l *accountList) Update(context.Context, Admin, *Admin) error { return errCalled }

// Delete refuses: see Service.Delete.
func (l *accountList) Delete(context.Context, *Admin) error { return errCalled }

// Having lists the active accounts with a role.
func (s *Service) Having(ctx context.Context, r role.Role) ([]Admin, error) {
	a := new(Admin)
	return s.all(ctx, query.Query{Where: []query.Cond{
		query.Where(a, &a.Roles, string(r)),
		query.Where(a, &a.Status, string(Active)),
	}})
}

// Named lists the accounts whose name contains a text, or whose e-mail does for those who may read it; those that are
// deleted too.
func (s *Service) Named(ctx context.Context, text string) ([]Admin, error) {
	a := new(Admin)
	found, err := s.all(ctx, query.Query{
		Trash: query.Both, Where: query.WhereContains(a, &a.Name, text),
		Sort: []query.Sort{{Field: field.At(a, &a.Name)}},
	})
	if err != nil || text == "" || !role.From(ctx).Can(role.AdminUserRead) {
		return found, err
	}
	more, err := s.all(ctx, query.Query{
		Trash: query.Both, Where: query.WhereContains(a, &a.Email, text),
		Sort: []query.Sort{{Field: field.At(a, &a.Name)}},
	})
	for _, one := range more {
		if !slices.ContainsFunc(found, func(had Admin) bool { return had.ID == one.ID }) {
			found = append(found, one)
		}
	}
	return found, err
}

func (s *Service) all(ctx context.Context, q query.Query) ([]Admin, error) {
	found, err := s.find(ctx, q)
	out := make([]Admin, len(found))
	for i, a := range found {
		out[i] = a.Admin
	}
	return out, err
}

// find reads the accounts within the caller's reach that a query matches, in its order.
func (s *Service) find(ctx context.Context, q query.Query) ([]*account, error) {
	where, args, err := conditions(q)
	if err != nil {
		return nil, err
	}
	found, err := s.accounts(ctx, "\n\t\t WHERE "+where+orderOf(q.Sort), args...)
	who, wanted, troubled := role.From(ctx), valuesOf(q.Where, "roles"), valuesOf(q.Where, "trouble")
	return slices.DeleteFunc(found, func(a *account) bool {
		return checkReach(who, a) != nil || wanted != nil && !slices.ContainsFunc(a.Roles, func(r role.Role) bool {
			return slices.Contains(wanted, any(string(r)))
		}) || troubled != nil && !a.hasOneOf(troubled, s.Now())
	}), err
}

// valuesOf are those of which an account must have one, nil for any. The roles and the rights that end are those of
// today, which no column has.
func valuesOf(conds []query.Cond, field string) []any {
	for _, c := range conds {
		if c.Field.Name == field {
			return c.Values
		}
	}
	return nil
}

// hasOneOf says whether an account that the statement has found for one of these troubles has it.
func (a *account) hasOneOf(troubles []any, now time.Time) bool {
	return !slices.Contains(troubles, any(string(EndSoon))) || a.endsSoon(now) ||
		slices.Contains(troubles, any(string(Locked))) && a.LockedUntil.After(now) ||
		slices.Contains(troubles, any(string(NoRoles))) && len(a.Roles) == 0
}

// columns are those by which a list is sorted and looked through; the others have the name that follows from their
// field.
var columns = map[string]string{"name": "s.name_fold", "email": "s.email_key"}

func columnOf(f *field.Field) string {
	if named, ok := columns[f.Name]; ok {
		return named
	}
	return "s." + f.Column
}

func orderOf(sorts []query.Sort) string {
	parts := make([]string, len(sorts), len(sorts)+1)
	for i, by := range sorts {
		if parts[i] = columnOf(by.Field); by.Desc {
			parts[i] += " DESC"
		}
	}
	return " ORDER BY " + strings.Join(append(parts, "s.id"), ", ")
}

// troubles are what the accounts of a trouble have in common; $1 is now. When rights end is told by no column: of these
// accounts find leaves those with a right that ends soon.
var troubles = map[AccountProblem]string{
	Locked:  "EXISTS (SELECT 1 FROM staff_blocks b WHERE b.account = s.account AND b.until > $1)",
	NoRoles: "s.status = 'AC' AND s.roles IN ('', '[]')",
	EndSoon: "s.status = 'AC' AND s.terms <> '[]'",
}

// conditions turns the filters into SQL, all but that of the roles; $1 belongs to selectAccount.
func conditions(q query.Query) (where string, args store.Args, err error) {
	args = store.Args{nil}
	var rest []query.Cond
	var more []string
	for _, c := range q.Where {
		switch {
		case c.Field.Name == "roles":
		case c.Field.Name == "trouble":
			more = append(more, "("+strings.Join(problemsOf(c.Values), " OR ")+")")
		case looksForWords[c.Op]:
			for _, pattern := range patternsOf(c) {
				more = append(more, "' ' || "+columnOf(c.Field)+" || ' ' LIKE "+args.Add(pattern)+` ESCAPE '\'`)
			}
		default:
			rest = append(rest, c)
		}
	}
	where, err = args.Matching("s", rest)
	return strings.Join(append(more, where, trashed[q.Trash]), " AND "), args[1:], err
}

func problemsOf(values []any) []string {
	out := make([]string, len(values))
	for i, one := range values {
		out[i] = "(" + troubles[AccountProblem(fmt.Sprint(one))] + ")"
	}
	return out
}

// looksForWords are the operations that look for words in a text.
var looksForWords = map[query.Op]bool{query.Contains: true, query.BeginsWords: true, query.HasWords: true}

// patternsOf are what the column of a condition must be like, blanks before and behind it: one for each word, for an
// address one for all.
func patternsOf(c query.Cond) (out []string) {
	text := fmt.Sprint(c.Values[0])
	if c.Field.Name == "email" {
		return []string{containing(emailKey(text))}
	}
	for _, word := range canonical.Words(text) {
		switch {
		case c.Op == query.HasWords:
			word = " " + word + " "
		case c.Op == query.BeginsWords || len([]rune(word)) < minInfix:
			word = " " + word
		}
		out = append(out, containing(word))
	}
	return out
}

// minInfix is from how many characters on a word is looked for in the middle of words.
const minInfix = 3

// trashed keeps a list to the accounts that are deleted, or to the others.
var trashed = map[query.Trash]string{
	query.Live: "s.status <> 'DL'", query.Deleted: "s.status = 'DL'",
	query.Both: "1 = 1",
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
	return replyWith(ctx, a), nil
}

func (s *Service) reachable(ctx context.Context, id int64) (*account, error) {
	a, err := s.byID(ctx, id)
	if err != nil {
		return nil, err
	}
	return a, checkReach(role.From(ctx), a)
}

// replyWith gives the account's public side, with its version as ETag.
func replyWith(ctx context.Context, a *account) Admin {
	resource.ReplyOf(ctx).SetHeader("ETag", fmt.Sprintf(`"%d"`, a.Version))
	return a.Admin
}

// covers says whether one scope lies within another.
func covers(outer, inner role.Scope) bool {
	if outer.IsUnlimited() {
		return true
	}
	within := func(ids, of []int64) bool {
		return !slices.ContainsFunc(ids, func(id int64) bool { return !slices.Contains(of, id) })
	}
	return !inner.IsUnlimited() && within(inner.ClientIDs, outer.ClientIDs) &&
		within(inner.LegalEntityIDs, outer.LegalEntityIDs)
}
