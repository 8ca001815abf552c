package staff

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"time"

	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Term says when one right of an account ends by itself, and why it was given for a time. From that instant on the
// account has the right no more, whether or not anybody has written it down yet.
type Term struct {
	// of roles or scopes
	Right  string    `json:"right"  check:"required,max=40" pattern:"role\\.[abcd]|(client|legalEntity)\\.[1-9][0-9]{0,17}"`
	Until  time.Time `json:"until"  check:"required"`
	Reason string    `json:"reason" check:"required,min=3,max=200"`
	Ended  bool      `json:"ended"  check:"readonly"` // kept while no limit is left that has not ended, see settle
}

// MarshalJSON writes the instant as all others are written.
func (t Term) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{
		"right": t.Right, "until": instantOf(t.Until.UnixMilli()), "reason": t.Reason,
		"ended": t.Ended,
	})
}

func (t Term) equals(other Term) bool {
	return t.Right == other.Right && t.Until.Equal(other.Until) && t.Reason == other.Reason
}

func roleRight(r role.Role) string { return "role." + string(r) }
func clientRight(id int64) string  { return "client." + strconv.FormatInt(id, 10) }
func entityRight(id int64) string  { return "legalEntity." + strconv.FormatInt(id, 10) }

// limits are the rights that the account is limited to.
func (a *account) limits() (out []string) {
	for _, id := range a.Scopes.ClientIDs {
		out = append(out, clientRight(id))
	}
	for _, id := range a.Scopes.LegalEntityIDs {
		out = append(out, entityRight(id))
	}
	return out
}

// everything is the right of an account without limits.
const everything = "everything"

const lasting = math.MaxInt64

// rights are what the account has, each with when it ends.
func (a *account) rights() map[string]int64 {
	out := map[string]int64{}
	for _, r := range a.Roles {
		out[roleRight(r)] = lasting
	}
	for _, limit := range a.limits() {
		out[limit] = lasting
	}
	if a.Scopes.IsUnlimited() {
		out[everything] = lasting
	}
	for _, t := range a.Terms {
		if _, has := out[t.Right]; has {
			out[t.Right] = t.Until.UnixMilli()
		}
	}
	return out
}

// nextEnd is when the next right of the account ends by itself; 0 when none does.
func (a *account) nextEnd() int64 {
	var next int64
	for _, t := range a.Terms {
		if at := t.Until.UnixMilli(); !t.Ended && (next == 0 || at < next) {
			next = at
		}
	}
	return next
}

// soon is how long before its end a right is shown to those who can prolong it.
const soon = 14 * 24 * time.Hour

// endsSoon says whether a right of the account ends by itself within two weeks.
func (a *account) endsSoon(now time.Time) bool {
	return slices.ContainsFunc(a.Terms, func(t Term) bool { return t.Until.After(now) && !t.Until.After(now.Add(soon)) })
}

// dropEndedRights takes off what has ended by itself. An account whose limits have all ended keeps them and may do
// nothing: without them it would see everything.
func (a *account) dropEndedRights(now time.Time) {
	if len(a.Terms) == 0 {
		return
	}
	was, ended := *a, map[string]bool{}
	for _, t := range a.Terms {
		ended[t.Right] = !t.Until.After(now)
	}
	gone := func(right string) bool { return ended[right] }
	a.Roles = slices.DeleteFunc(slices.Clone(a.Roles), func(r role.Role) bool { return gone(roleRight(r)) })
	left := role.Scope{
		ClientIDs: slices.DeleteFunc(slices.Clone(a.Scopes.ClientIDs), func(id int64) bool {
			return gone(clientRight(id))
		}),
		LegalEntityIDs: slices.DeleteFunc(slices.Clone(a.Scopes.LegalEntityIDs), func(id int64) bool {
			return gone(entityRight(id))
		}),
	}
	if left.IsUnlimited() && !a.Scopes.IsUnlimited() {
		a.Roles = []role.Role{}
	} else {
		a.Scopes = left
	}
	a.dropStaleTerms()
	for i := range a.Terms {
		a.Terms[i].Ended = ended[a.Terms[i].Right]
	}
	if !reflect.DeepEqual(rightsOf(&was), rightsOf(a)) {
		a.unsettled = &was
	}
}

// dropStaleTerms forgets the terms of what the account does not have.
func (a *account) dropStaleTerms() {
	has := a.rights()
	a.Terms = slices.DeleteFunc(slices.Clone(a.Terms), func(t Term) bool { _, ok := has[t.Right]; return !ok })
}

// rightsOf are the facts of an account that end by themselves.
func rightsOf(a *account) map[string]any {
	all := facts(a)
	maps.DeleteFunc(all, func(name string, _ any) bool { return name != "roles" && name != "scopes" && name != "terms" })
	return all
}

// termFacts are the terms as the audit log keeps them.
func termFacts(terms []Term) []map[string]any {
	out := make([]map[string]any, len(terms))
	for i, t := range terms {
		out[i] = map[string]any{"right": t.Right, "until": instantOf(t.Until.UnixMilli()), "reason": t.Reason}
	}
	return out
}

// checkTerms refuses terms of what the account does not have, and those that are over; one that was over before may
// stay while the account has no roles.
func (s *Service) checkTerms(was, now *account) error {
	bad, has, named := fault.Validation(), now.rights(), map[string]bool{}
	for i, t := range now.Terms {
		at := fmt.Sprintf("terms[%d].", i)
		isOld := len(now.Roles) == 0 && slices.ContainsFunc(was.Terms, t.equals)
		if _, ok := has[t.Right]; !ok {
			bad.Field(at+"right", "validation.reference", nil)
		}
		if named[t.Right] {
			bad.Field(at+"right", "validation.twice", nil)
		}
		if named[t.Right] = true; !isOld && !t.Until.After(s.Now()) {
			bad.Field(at+"until", "validation.future", nil)
		}
	}
	return bad.OrNil()
}

// checkEnds keeps somebody whose own rights end from giving any that last longer, to themselves or to others.
func (s *Service) checkEnds(ctx context.Context, was, now *account) error {
	who := role.From(ctx)
	if who.Kind != role.Admin {
		return nil
	}
	own, err := firstAccount(s.accounts(ctx, ` WHERE s.id = $2`, who.ID))
	if err != nil {
		return err
	}
	limit, had := own.nextEnd(), was.rights()
	if limit == 0 {
		return nil
	}
	for right, end := range now.rights() {
		if end > max(limit, had[right]) {
			return fault.Validation().Field("terms", "panel.staff.notLonger", map[string]any{"until": instantOf(limit)})
		}
	}
	return nil
}

// EndRights writes down which rights have ended by themselves, and says of how many accounts. They are gone before;
// this is for the audit log, and for the lists that are read from the table.
func (s *Service) EndRights(ctx context.Context) (n int64, err error) {
	found, err := s.accounts(ctx, ` WHERE s.terms <> '[]' ORDER BY s.id`)
	for _, a := range found {
		if a.unsettled == nil {
			continue
		}
		if err := s.DB.Write(ctx, func(ctx context.Context) error {
			a, err := s.byID(ctx, a.ID)
			if err != nil || a.unsettled == nil {
				return err
			}
			if err := s.save(ctx, a); err != nil {
				return err
			}
			return s.recordEnded(ctx, a, a.Version+1)
		}); err != nil {
			return n, err
		}
		n++
	}
	return n, err
}

// recordEnded writes into the audit log what has ended by itself since the account was stored. Call it inside Write.
func (s *Service) recordEnded(ctx context.Context, a *account, version int64) error {
	if a.unsettled == nil {
		return nil
	}
	e := event{action: "rights.end", id: a.ID, version: version}
	for _, t := range a.unsettled.Terms {
		if e.reason == "" && !t.Until.After(s.Now()) {
			e.reason = t.Reason
		}
	}
	e.compare(rightsOf(a.unsettled), rightsOf(a))
	return s.record(role.AsSystem(ctx, "rights"), e)
}
