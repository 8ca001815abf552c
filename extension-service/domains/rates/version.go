package rates

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Version is what the formulas of a record were from an instant on.
type Version struct {
	ID        int64     `json:"id" kind:"id"`
	Version   int64     `json:"version"`
	Created   time.Time `json:"created"`
	CreatedBy string    `json:"createdBy"`
	Note      string    `json:"note"`
	Pair
}

// MarshalJSON writes a version with its instant as all others look.
func (v Version) MarshalJSON() ([]byte, error) { return resource.Show(&v).MarshalJSON() }

// entities are the records with formulas of their own, by the name the audit log knows them under.
var entities = map[string]Scope{"client": OfClient, "legalEntity": OfLegalEntity, "project": OfProject}

const (
	payField  = "payRateFormula"
	billField = "billRateFormula"
)

// Watch returns next, the audit log, with an eye on the formulas of records: whenever a write changes one, however it
// came about, a version of the set is kept in the same transaction. So the record's own fields are the truth and the
// versions follow them. The comment of the write is the version's note.
func (s *Service) Watch(next func(ctx context.Context, entries ...store.Entry) error) func(ctx context.Context,
	entries ...store.Entry) error {
	return func(ctx context.Context, entries ...store.Entry) error {
		if err := next(ctx, entries...); err != nil {
			return err
		}
		for _, e := range entries {
			if err := s.follow(ctx, e); err != nil {
				return err
			}
		}
		return nil
	}
}

// follow keeps a version where a change is one of a formula.
func (s *Service) follow(ctx context.Context, e store.Entry) error {
	scope, has := entities[e.Entity]
	if !has || !slices.Contains(e.Changed, payField) && !slices.Contains(e.Changed, billField) {
		return nil
	}
	last, err := s.currentVersion(ctx, scope, e.ID)
	if err != nil {
		return err
	}
	pair := last.Pair
	for name, into := range map[string]*string{payField: &pair.Pay, billField: &pair.Bill} {
		if err := changedTo(e, name, into); err != nil {
			return err
		}
	}
	return s.insertVersion(ctx, Version{Version: last.Version + 1, Note: e.Act.Comment, Pair: pair}, scope, e.ID)
}

func changedTo(e store.Entry, name string, into *string) error {
	if !slices.Contains(e.Changed, name) {
		return nil
	}
	if text, ok := e.After[name].(json.RawMessage); ok {
		*into = "" // a formula that is taken away is null
		return json.Unmarshal(text, into)
	}
	return nil
}

// insertVersion keeps a version. STALE_VERSION when somebody else has kept it at the same moment.
func (s *Service) insertVersion(ctx context.Context, v Version, scope Scope, recordID int64) error {
	_, err := s.DB.Exec(ctx, `
		INSERT INTO rate_versions (scope, record_id, version, pay_rate_formula, bill_rate_formula, note, created, created_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		string(scope), recordID, v.Version, v.Pay, v.Bill, v.Note, s.Now().UnixMilli(), role.From(ctx).Name)
	if store.Violated(err) == "rate_versions_record_unique" {
		return fault.New(fault.Conflict, "STALE_VERSION", "the formulas were changed meanwhile")
	}
	return err
}

const shownVersions = 50

// versions lists those of a record, newest first.
func (s *Service) versions(ctx context.Context, scope Scope, recordID, limit int64) ([]Version, error) {
	out := []Version{}
	var v Version
	var created int64
	err := s.DB.Each(ctx, []any{&v.ID, &v.Version, &v.Pay, &v.Bill, &v.Note, &created, &v.CreatedBy}, func() error {
		v.Created = time.UnixMilli(created).UTC()
		out = append(out, v)
		return nil
	}, `
		SELECT id, version, pay_rate_formula, bill_rate_formula, note, created, created_by
		  FROM rate_versions
		 WHERE scope = $1
		   AND record_id = $2
		 ORDER BY version DESC
		 LIMIT $3`, string(scope), recordID, limit)
	return out, err
}

// firstWritten is when the first version of a record was; the list of them may end before it.
func (s *Service) firstWritten(ctx context.Context, scope Scope, recordID int64) (time.Time, error) {
	var at int64
	_, err := s.DB.Row(ctx, []any{&at}, `
		SELECT created
		  FROM rate_versions
		 WHERE scope = $1
		   AND record_id = $2
		   AND version = 1`, string(scope), recordID)
	return time.UnixMilli(at).UTC(), err
}

// currentVersion is the version in force; version 0 while there is none.
func (s *Service) currentVersion(ctx context.Context, scope Scope, recordID int64) (Version, error) {
	list, err := s.versions(ctx, scope, recordID, 1)
	if err != nil || len(list) == 0 {
		return Version{}, err
	}
	return list[0], nil
}

// writeSystem writes the formulas of the system, which belong to no record: their last version is the truth.
func (s *Service) writeSystem(ctx context.Context, to Pair) error {
	last, err := s.currentVersion(ctx, OfSystem, 0)
	if err != nil || last.Pair == to {
		return err
	}
	e := store.Entry{
		Entity: systemEntity, Version: last.Version + 1, Act: resource.ActOf(ctx), Before: map[string]any{},
		After: map[string]any{},
	}
	for name, values := range map[string][2]string{payField: {last.Pay, to.Pay}, billField: {last.Bill, to.Bill}} {
		if values[0] != values[1] {
			e.Changed = append(e.Changed, name)
			e.Before[name], e.After[name] = values[0], values[1]
		}
	}
	slices.Sort(e.Changed)
	if err := s.Audit(ctx, e); err != nil {
		return err
	}
	return s.insertVersion(ctx, Version{Version: last.Version + 1, Note: e.Act.Comment, Pair: to}, OfSystem, 0)
}
