package preferences

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// SharedEntity names shared views in the audit log.
const SharedEntity = "sharedView"

// Density says how close the rows of a list stand.
type Density string

// The densities.
const (
	Comfortable Density = "COMFORTABLE"
	Compact     Density = "COMPACT"
)

// Enum lists the densities.
func (Density) Enum() enum.List {
	return enum.List{
		Name: "listDensity", Text: "enum.listDensity", Values: enum.Strings([]Density{Comfortable, Compact}),
	}
}

// View is what somebody shares of a list.
type View struct {
	Name string `json:"name"    check:"required,max=60"`
	// filter, order and sort, as the address of the list has them
	Query   string     `json:"query"   check:"required,max=4000"`
	Columns []string   `json:"columns" check:"max=100"` // none: those of the reader
	Density Density    `json:"density"`
	Role    *role.Role `json:"role"` // null: everybody who reads the list
}

// SharedView is a view of a list that somebody has shared.
type SharedView struct {
	View

	ID          int64  `json:"id"          kind:"id"`
	Version     int64  `json:"version"`
	OwnerID     int64  `json:"ownerId"     kind:"id"`
	OwnerName   string `json:"ownerName"`
	IsOwn       bool   `json:"isOwn"` // the caller may change it
	CanWithdraw bool   `json:"canWithdraw"`

	resourceName string
}

// savedView is the view as a list reads it. VALIDATION for a query that is none of a list.
func (v View) savedView() (resource.SavedView, error) {
	parameters, err := url.ParseQuery(v.Query)
	wrong := func() (resource.SavedView, error) {
		return resource.SavedView{}, fault.Validation().Field("query", "validation.regex", nil)
	}
	if err != nil {
		return wrong()
	}
	for name, values := range parameters {
		if len(values) != 1 || !slices.Contains([]string{"filter", "order", "sort"}, name) {
			return wrong()
		}
	}
	out := resource.SavedView{Filters: json.RawMessage(parameters.Get("filter")), Columns: v.Columns}
	if sort := parameters.Get("sort"); sort != "" {
		out.Sort = sort + ":" + strings.ToLower(parameters.Get("order"))
	}
	return out, nil
}

// facts are what the audit log keeps of the view: what it is filtered by, but not for which values, which are the
// business of those who read the list.
func (v View) facts() map[string]any {
	out := map[string]any{"name": v.Name, "columns": v.Columns, "density": string(v.Density), "role": v.code()}
	saved, err := v.savedView()
	if err != nil {
		return out
	}
	var filters map[string]json.RawMessage
	if json.Unmarshal(saved.Filters, &filters) == nil {
		out["filters"] = slices.Sorted(maps.Keys(filters))
	}
	out["sort"] = saved.Sort
	return out
}

// code is that of the role with which the view is shared; "" for everybody.
func (v View) code() string {
	if v.Role == nil {
		return ""
	}
	return string(*v.Role)
}

// SharedPersonal are those of the facts that may name somebody.
var SharedPersonal = []string{"name"}

const selectShared = `
	SELECT id, version, resource, name, query, columns, density, role, owner_id, owner_name
	  FROM shared_views
	 WHERE `

// loadShared returns the shared views of a condition, by their names.
func (s *Service) loadShared(ctx context.Context, where string, args ...any) (out []SharedView, err error) {
	var v SharedView
	var columns, code string
	into := []any{
		&v.ID, &v.Version, &v.resourceName, &v.Name, &v.Query, &columns, &v.Density, &code, &v.OwnerID, &v.OwnerName,
	}
	err = s.DB.Each(ctx, into, func() error {
		one := v
		one.Columns = strings.FieldsFunc(columns, func(r rune) bool { return r == ',' })
		if code != "" {
			one.Role = new(role.Role(code))
		}
		out = append(out, one)
		return nil
	}, selectShared+where, args...)
	return out, err
}

// saveShared writes a shared view over what it was, nil for a new one, with its entry in the audit log.
func (s *Service) saveShared(ctx context.Context, was, v *SharedView) error {
	row := []any{
		v.resourceName, v.Name, v.Query, strings.Join(v.Columns, ","), string(v.Density), v.code(), v.OwnerID,
		v.OwnerName,
	}
	if was == nil {
		_, err := s.DB.Row(ctx, []any{&v.ID}, `
			INSERT INTO shared_views (resource, name, query, columns, density, role, owner_id, owner_name, version)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1)
			RETURNING id`, row...)
		if v.Version = 1; err != nil {
			return err
		}
		return s.recordShared(ctx, "create", nil, v)
	}
	v.Version++
	if _, err := s.DB.Exec(ctx, `
		UPDATE shared_views
		   SET resource = $1, name = $2, query = $3, columns = $4, density = $5, role = $6, owner_id = $7, owner_name = $8,
		       version = version + 1
		 WHERE id = $9`, append(row, v.ID)...); err != nil {
		return err
	}
	return s.recordShared(ctx, "update", was, v)
}

// deleteShared withdraws a shared view.
func (s *Service) deleteShared(ctx context.Context, v SharedView) error {
	if _, err := s.DB.Exec(ctx, "DELETE FROM shared_views WHERE id = $1", v.ID); err != nil {
		return err
	}
	return s.recordShared(ctx, "delete", &v, nil)
}

// recordShared keeps in the audit log what a shared view was and is; nil before it is shared and once it is withdrawn.
func (s *Service) recordShared(ctx context.Context, action string, was, is *SharedView) error {
	v := cmp.Or(is, was)
	e := store.Entry{
		Entity: SharedEntity, ID: v.ID, Version: v.Version, Act: resource.Act{Action: action, Unguarded: true},
		Before: was.logged(), After: is.logged(), Personal: SharedPersonal,
	}
	for _, name := range []string{"columns", "density", "filters", "name", "role", "sort"} {
		isOther := name == "filters" && was != nil && is != nil && was.Query != is.Query
		if isOther || canonical(e.Before[name]) != canonical(e.After[name]) {
			e.Changed = append(e.Changed, name)
		}
	}
	return s.Audit(ctx, e)
}

// logged is what the audit log keeps of a view; of none nothing.
func (v *SharedView) logged() map[string]any {
	if v == nil {
		return map[string]any{}
	}
	facts := v.facts()
	facts["resource"] = v.resourceName
	return facts
}
