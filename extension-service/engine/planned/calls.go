package planned

import (
	"cmp"
	"context"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Endpoints are the calls about planned changes. Each asks for the permissions of the call that the change is.
func (s *Service) Endpoints() []resource.Endpoint {
	return []resource.Endpoint{
		{Name: "planned.list", Method: "GET", Path: "/api/planned", Handle: resource.Handle(s.list)},
		{Name: "planned.create", Method: "POST", Path: "/api/planned", Status: 201, Handle: resource.Handle(s.create)},
		{
			Name: "planned.cancel", Method: "POST", Path: "/api/planned/{id}/cancel",
			Handle: resource.Handle(s.cancel),
		},
		{
			Name: "planned.decide", Method: "POST", Path: "/api/planned/{id}/decide",
			Handle: resource.Handle(s.decide),
		},
	}
}

// Item is a planned change as it is answered.
type Item struct {
	ID          int64           `json:"id" kind:"id"`
	State       State           `json:"state"`
	Entity      string          `json:"entity"`
	EntityID    int64           `json:"entityId" kind:"id"` // 0 for what is no record
	Title       string          `json:"title"`
	Method      string          `json:"method"`
	Path        string          `json:"path"`
	EffectiveAt string          `json:"effectiveAt"`
	Note        string          `json:"note"`
	CreatedAt   string          `json:"createdAt"`
	CreatedBy   string          `json:"createdBy"`
	EndedAt     *string         `json:"endedAt"`
	EndedBy     string          `json:"endedBy"`
	Changes     []resource.Line `json:"changes"` // what it changes
	Problem     *Problem        `json:"problem"` // of one that waits
}

func (s *Service) item(ctx context.Context, c change) Item {
	out := Item{
		ID: c.ID, State: c.State, Entity: c.Entity, EntityID: c.RecordID, Title: c.Title, Method: c.Method, Path: c.Path,
		EffectiveAt: date.InstantText(c.Effective), Note: c.Note, CreatedAt: date.InstantText(c.Created),
		CreatedBy: c.ByName, EndedAt: date.InstantOrNull(c.Ended), EndedBy: c.EndedBy, Changes: []resource.Line{},
		Problem: c.Problem,
	}
	for _, l := range c.Lines {
		if r := s.Records.Named(l.Entity); r != nil {
			r.Mask(ctx, &l)
		}
		out.Changes = append(out.Changes, l)
	}
	return out
}

type listInput struct {
	Entity   string `query:"entity"   check:"max=64"`
	EntityID int64  `query:"entityId" kind:"id"`
	State    State  `query:"state"`
	resource.Window
}

// list answers the planned changes that the caller could make by itself: those to come and those that wait first.
func (s *Service) list(ctx context.Context, in listInput) (resource.List[Item], error) {
	out := resource.List[Item]{Results: []Item{}}
	where, args := "1 = 1", store.Args{}
	if in.Entity != "" {
		where += " AND entity = " + args.Add(in.Entity)
	}
	if in.EntityID != 0 {
		where += " AND record_id = " + args.Add(in.EntityID)
	}
	if in.State != "" {
		where += " AND state = " + args.Add(string(in.State))
	}
	limited := " LIMIT " + args.Add(mostListed)
	open, err := s.load(ctx, where+" AND state IN ('WAITING', 'PLANNED') ORDER BY effective, id"+limited, args...)
	if err != nil {
		return out, err
	}
	ended, err := s.load(ctx,
		where+" AND state IN ('DONE', 'CANCELLED') ORDER BY effective DESC, id DESC"+limited, args...)
	if err != nil {
		return out, err
	}
	seen := []change{}
	for _, c := range slices.Concat(open, ended) {
		err := s.reach(ctx, c)
		if err == nil {
			seen = append(seen, c)
		} else if refused, failed := resource.Refusal(err); failed != nil || refused == nil {
			return out, failed
		}
	}
	slices.SortStableFunc(seen, func(a, b change) int {
		open := cmp.Compare(rank(a), rank(b))
		if open != 0 || rank(a) == len(order) {
			return open
		}
		return a.Effective.Compare(b.Effective)
	})
	out.TotalResults = int64(len(seen))
	first, limit := in.Page()
	for _, c := range seen[min(first, out.TotalResults):min(first+limit, out.TotalResults)] {
		out.Results = append(out.Results, s.item(ctx, c))
	}
	return out, nil
}

// mostListed is how many changes are listed that are open, the next ones, and that have ended, the latest ones.
const mostListed = 1000

var order = []State{Waiting, Planned}

func rank(c change) int {
	if at := slices.Index(order, c.State); at >= 0 {
		return at
	}
	return len(order)
}

// reach refuses a change that the caller could not make: for want of a permission, or of a record that it does not
// see, and what holds for the whole product to those who see a part of it.
func (s *Service) reach(ctx context.Context, c change) error {
	planned, err := s.callOf(c.Method, c.Path, c.Body, c.Base)
	if err != nil {
		return err
	}
	if err := planned.allow(role.From(ctx)); err != nil {
		return err
	}
	if c.RecordID == 0 && resource.IsConfined(ctx) {
		return resource.BeyondScope()
	}
	if r := s.Records.Named(c.Entity); r != nil && c.RecordID != 0 {
		_, err = r.Label(ctx, c.RecordID)
	}
	return err
}

type byID struct {
	ID int64 `path:"id"`
}

// cancel takes a change back that has not taken effect. TRANSITION_NOT_ALLOWED for others.
func (s *Service) cancel(ctx context.Context, in byID) (Item, error) {
	what := settling{in.ID, "cancel", []State{Planned, Waiting}}
	return s.settleChange(ctx, what, func(ctx context.Context, c change) error {
		return requireOne(s.end(ctx, c, c.State, Cancelled))
	})
}

// Decision is what becomes of a change that waits.
type Decision string

// The decisions.
const (
	Apply Decision = "APPLY" // it is made now, over what others have changed
	Drop  Decision = "DROP"
)

// Enum lists the decisions.
func (Decision) Enum() enum.List {
	return enum.List{
		Name: "plannedDecision", Text: "enum.plannedDecision",
		Values: enum.Strings([]Decision{Apply, Drop}),
	}
}

type deciding struct {
	ID       int64    `path:"id"`
	Decision Decision `json:"decision" check:"required"`
}

// decide makes a change that waits, in the name of whoever decides, or drops it. TRANSITION_NOT_ALLOWED for others,
// and the refusals of the call.
func (s *Service) decide(ctx context.Context, in deciding) (Item, error) {
	return s.settleChange(ctx, settling{in.ID, "decide", []State{Waiting}}, func(ctx context.Context, c change) error {
		if in.Decision == Drop {
			return requireOne(s.end(ctx, c, Waiting, Cancelled))
		}
		if err := requireOne(s.end(ctx, c, Waiting, Done)); err != nil {
			return err
		}
		return s.makeNow(ctx, c, "")
	})
}

// requireOne refuses where no row was changed, since somebody else was faster.
func requireOne(n int64, err error) error {
	if err == nil && n == 0 {
		return fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "the planned change stands otherwise by now")
	}
	return err
}

// settling says what is done to which change, and in which states it may stand.
type settling struct {
	id     int64
	action string
	in     []State
}

// settleChange does something about a change in one of the states, for whoever could make it. NOT_FOUND.
func (s *Service) settleChange(ctx context.Context, what settling,
	do func(ctx context.Context, c change) error,
) (out Item, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		if err := s.Recheck(ctx, role.From(ctx)); err != nil {
			return err
		}
		found, err := s.load(ctx, "id = $1"+s.DB.Lock(ctx), what.id)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return fault.New(fault.NotFound, "NOT_FOUND", "no planned change %d", what.id)
		}
		c := found[0]
		if err := s.reach(ctx, c); err != nil {
			return err
		}
		if !slices.Contains(what.in, c.State) {
			return fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "the planned change is %s", c.State)
		}
		if err := do(ctx, c); err != nil {
			return err
		}
		if err := s.record(ctx, c, what.action); err != nil {
			return err
		}
		if found, err = s.load(ctx, "id = $1", what.id); err == nil {
			out = s.item(ctx, found[0])
		}
		return err
	})
	return out, err
}

// record keeps in the audit log what was done about a planned change, beside the record it is about.
func (s *Service) record(ctx context.Context, c change, action string) error {
	comment := date.InstantText(c.Effective)
	if c.Note != "" {
		comment += ": " + c.Note
	}
	e := store.Entry{
		Entity: c.Entity, ID: c.RecordID,
		Act:    resource.Act{Action: "planned." + action, Comment: comment, Unguarded: true},
		Before: map[string]any{}, After: map[string]any{},
	}
	if len(c.Lines) > 0 {
		e.ClientID = c.Lines[0].ClientID
	}
	return s.Audit(ctx, e)
}

const retention = 365 * 24 * time.Hour

// DeleteExpired removes what took effect or was taken back long enough ago.
func (s *Service) DeleteExpired(ctx context.Context) (n int64, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		n, err = s.DB.Exec(ctx, "DELETE FROM planned_changes WHERE state IN ('DONE', 'CANCELLED') AND ended < $1",
			s.Now().Add(-retention).UnixMilli())
		return err
	})
	return n, err
}
