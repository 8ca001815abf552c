package backup

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Entity names restores in the audit log.
const Entity = "restore"

// HoldSends writes down that the database was restored: what it would send or begin by the clock waits from its next
// start on, and its search indexes, which may tell of records that are in no row, are built anew by it.
func HoldSends(ctx context.Context, db *store.DB, takenAt, now time.Time) error {
	return db.Write(ctx, func(ctx context.Context) error {
		if err := search.ForgetIndexes(ctx, db); err != nil {
			return err
		}
		_, err := db.Exec(ctx, InsertHoldSQL(takenAt, now))
		return err
	})
}

// InsertHoldSQL is the statement that records a hold in a database that has no indexes yet.
func InsertHoldSQL(takenAt, now time.Time) string {
	return fmt.Sprintf("INSERT INTO restores (taken, restored) VALUES (%d, %d)", takenAt.UnixMilli(), now.UnixMilli())
}

// Decision says what becomes of what has waited since a restore.
type Decision string

// The decisions.
const (
	Release Decision = "RELEASE" // it goes on
	Drop    Decision = "DROP"    // mails are cancelled, deliveries are given up, due times that have passed are left out
)

// Enum lists the decisions.
func (Decision) Enum() enum.List {
	return enum.List{
		Name: "restoreDecision", Text: "enum.restoreDecision",
		Values: []string{string(Release), string(Drop)},
	}
}

// Waiting is something that waits, and how much of it there is.
type Waiting struct {
	Name  string `json:"name"` // of the mails' template, of the job, or what is delivered
	Count int64  `json:"count"`
}

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB      *store.DB
	Now     func() time.Time
	Audit   func(ctx context.Context, entries ...store.Entry) error
	Recheck func(ctx context.Context, c *role.Caller) error

	// Mails counts what waits to be sent by template, DropMails cancels it; the others are the same for deliveries to
	// vendor management systems and for due times.
	Mails, Deliveries, Jobs             func(ctx context.Context) (map[string]int64, error)
	DropMails, DropDeliveries, DropJobs func(ctx context.Context) error
	// Wake has mails and jobs looked at anew.
	Wake func()
}

// Service knows whether the product is held after a restore, and lets it go on.
type Service struct{ Deps }

// IsHeld says whether a restore waits to be released.
func IsHeld(ctx context.Context, db *store.DB) (bool, error) {
	return db.Row(ctx, []any{new(int64)}, "SELECT id FROM restores WHERE released IS NULL LIMIT 1")
}

// Endpoints are the calls of a restored product.
func (s *Service) Endpoints() []resource.Endpoint {
	return []resource.Endpoint{
		{
			Name: "restore.get", Method: "GET", Path: "/api/restore", Needs: []role.Permission{role.SettingRead},
			Handle: resource.Handle(s.get),
		},
		{
			Name: "restore.release", Method: "POST", Path: "/api/restore/release", Needs: []role.Permission{role.SettingWrite},
			Handle: resource.Handle(s.release),
		},
	}
}

// State says whether the product is held, and what waits.
type State struct {
	Held       bool      `json:"held"`
	Taken      *string   `json:"taken"` // when what was restored was backed up
	Restored   *string   `json:"restored"`
	Mails      []Waiting `json:"mails"`
	Deliveries []Waiting `json:"deliveries"`
	Jobs       []Waiting `json:"jobs"`
}

func (s *Service) get(ctx context.Context, _ struct{}) (State, error) {
	out := State{Mails: []Waiting{}, Deliveries: []Waiting{}, Jobs: []Waiting{}}
	var takenAt, restored int64
	var err error
	if out.Held, err = s.DB.Row(ctx, []any{&takenAt, &restored},
		"SELECT taken, restored FROM restores WHERE released IS NULL ORDER BY id DESC LIMIT 1"); err != nil || !out.Held {
		return out, err
	}
	out.Taken, out.Restored = date.InstantOrNull(time.UnixMilli(takenAt)),
		date.InstantOrNull(time.UnixMilli(restored))
	if out.Mails, err = waiting(s.Mails(ctx)); err != nil {
		return out, err
	}
	if out.Deliveries, err = waiting(s.Deliveries(ctx)); err != nil {
		return out, err
	}
	out.Jobs, err = waiting(s.Jobs(ctx))
	return out, err
}

func waiting(counts map[string]int64, err error) ([]Waiting, error) {
	out := []Waiting{}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		out = append(out, Waiting{name, counts[name]})
	}
	return out, err
}

type releasing struct {
	Mails      Decision `json:"mails"      check:"required"`
	Deliveries Decision `json:"deliveries" check:"required"`
	Jobs       Decision `json:"jobs"       check:"required"`
	Reason     string   `json:"reason"     check:"required,max=500"`
}

// release lets the product go on. NOT_FOUND where nothing is held and for whoever does not see everything.
func (s *Service) release(ctx context.Context, in releasing) (State, error) {
	err := s.DB.Write(ctx, func(ctx context.Context) error {
		who := role.From(ctx)
		if err := s.Recheck(ctx, who); err != nil {
			return err
		}
		if !who.Can(role.SettingWrite) {
			return resource.Forbidden(role.SettingWrite)
		}
		if !who.Scope.IsUnlimited() { // what waits is about clients beyond the scope
			return fault.New(fault.NotFound, "NOT_FOUND", "restores are outside the scope")
		}
		n, err := s.DB.Exec(ctx,
			"UPDATE restores SET released = $1, mails = $2, deliveries = $3, jobs = $4, reason = $5 WHERE released IS NULL",
			s.Now().UnixMilli(), string(in.Mails), string(in.Deliveries), string(in.Jobs), in.Reason)
		if err == nil && n == 0 {
			err = fault.New(fault.NotFound, "NOT_FOUND", "nothing is held")
		}
		if err != nil {
			return err
		}
		if err := s.decide(ctx, in); err != nil {
			return err
		}
		store.AfterCommit(ctx, s.Wake)
		return s.Audit(ctx, store.Entry{
			Entity: Entity, Act: resource.Act{Action: "release", Reason: in.Reason},
			After: map[string]any{"mails": string(in.Mails), "deliveries": string(in.Deliveries), "jobs": string(in.Jobs)},
		})
	})
	if err != nil {
		return State{}, err
	}
	return s.get(ctx, struct{}{})
}

func (s *Service) decide(ctx context.Context, in releasing) error {
	for _, each := range []struct {
		decided Decision
		drop    func(context.Context) error
	}{{in.Mails, s.DropMails}, {in.Deliveries, s.DropDeliveries}, {in.Jobs, s.DropJobs}} {
		if each.decided != Drop {
			continue
		}
		if err := each.drop(ctx); err != nil {
			return err
		}
	}
	return nil
}
