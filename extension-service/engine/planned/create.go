package planned

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

type creating struct {
	Method      string          `json:"method"      check:"required,max=10"`
	Path        string          `json:"path"        check:"required,max=500"` // of the call, with its query
	Body        json.RawMessage `json:"body"        kind:"json"`
	IfMatch     string          `json:"ifMatch"     check:"max=100"`
	EffectiveAt time.Time       `json:"effectiveAt" check:"required"`
	Note        string          `json:"note"        check:"max=500"`
	DryRun      bool            `json:"dryRun"` // only says what it would change
}

const (
	longestBody = 20_000 // bytes of JSON of a planned call: all bodies are read to list what is planned
	mostOpen    = 200    // changes of one person that have not taken effect
)

// compactBody is the body without the blanks between its values. VALIDATION for one that is too long.
func (in creating) compactBody() (string, error) {
	var out bytes.Buffer
	if len(in.Body) > 0 {
		if err := json.Compact(&out, in.Body); err != nil {
			return "", err
		}
	}
	if out.Len() > longestBody {
		return "", fault.Validation().Field("body", "validation.max", map[string]any{"max": longestBody})
	}
	return out.String(), nil
}

// farthest is how far ahead a change is planned at most.
const farthest = 2 * 365 * 24 * time.Hour

// create plans a change: the call is tried as it is now, and kept. Its refusals are those of the call.
func (s *Service) create(ctx context.Context, in creating) (Item, error) {
	now := s.Now()
	bad := fault.Validation()
	if !in.EffectiveAt.After(now) {
		bad.Field("effectiveAt", "validation.after", map[string]any{"min": date.InstantText(now)})
	}
	if in.EffectiveAt.Sub(now) > farthest {
		bad.Field("effectiveAt", "validation.before", map[string]any{"max": date.InstantText(now.Add(farthest))})
	}
	if err := bad.OrNil(); err != nil {
		return Item{}, err
	}
	body, err := in.compactBody()
	if err != nil {
		return Item{}, err
	}
	planned, err := s.callOf(in.Method, in.Path, body, in.IfMatch)
	if err != nil {
		return Item{}, err
	}
	who := role.From(ctx)
	c := change{
		State: Planned, Method: in.Method, Path: in.Path, Body: body, Base: in.IfMatch,
		Effective: in.EffectiveAt, Note: in.Note, ByID: who.ID, ByName: who.Name, Created: now,
	}
	if err := s.try(ctx, planned, &c); err != nil || in.DryRun {
		return s.item(ctx, c), err
	}
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		if err := s.Recheck(ctx, who); err != nil {
			return err
		}
		if err := planned.allow(who); err != nil {
			return err
		}
		if err := s.checkCount(ctx, who.ID); err != nil {
			return err
		}
		if err := s.insert(ctx, &c); err != nil {
			return err
		}
		return s.record(ctx, c, "create")
	})
	return s.item(ctx, c), err
}

// try makes the call and undoes it, and notes what it is about and what it changes.
func (s *Service) try(ctx context.Context, planned call, c *change) error {
	return resource.Try(ctx, s.DB.Write, func(ctx context.Context) error {
		if err := planned.allow(role.From(ctx)); err != nil {
			return err
		}
		target, err := planned.target(ctx)
		if err != nil {
			return err
		}
		c.Entity, c.RecordID, c.Title = target.Entity, target.ID, target.Title
		if c.Base == "" {
			c.Base = fmt.Sprintf(`"%d"`, target.Version)
		}
		before, err := s.History(ctx, c.Entity, c.RecordID, resource.HistoryQuery{Limit: 1})
		if err != nil {
			return err
		}
		if err := planned.make(ctx); err != nil {
			return err
		}
		q := resource.HistoryQuery{Kind: resource.OnlyChanges}
		if len(before.Rows) > 0 {
			q.After = before.Rows[0].ID
		}
		after, err := s.History(ctx, c.Entity, c.RecordID, q)
		c.Lines = slices.DeleteFunc(after.Rows, func(l resource.Line) bool { return len(l.Changed) == 0 })
		if err == nil && len(c.Lines) == 0 {
			return fault.Validation().Field("body", "planned.nothing", nil)
		}
		return err
	})
}

// checkCount refuses more open changes of one person than anybody looks through.
func (s *Service) checkCount(ctx context.Context, by int64) error {
	var n int
	_, err := s.DB.Row(ctx, []any{&n}, "SELECT count(*) FROM planned_changes WHERE by_id = $1 AND state = 'PLANNED'", by)
	if err == nil && n >= mostOpen {
		err = fault.Validation().Field("path", "planned.tooMany", map[string]any{"max": mostOpen})
	}
	return err
}

func (s *Service) insert(ctx context.Context, c *change) error {
	lines, err := json.Marshal(c.Lines)
	if err != nil {
		return err
	}
	_, err = s.DB.Row(ctx, []any{&c.ID}, `
		INSERT INTO planned_changes (state, method, path, body, base, entity, record_id, title, lines, effective, note,
		       by_id, by_name, created, problem, ended_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, '', '')
		RETURNING id`,
		string(c.State), c.Method, c.Path, c.Body, c.Base, c.Entity, c.RecordID, c.Title, string(lines),
		c.Effective.UnixMilli(), c.Note, c.ByID, c.ByName, c.Created.UnixMilli())
	return err
}
