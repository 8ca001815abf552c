package pools

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Category groups pools, those of one client or, without one, of all.
type Category struct {
	resource.Record
	Key        string `json:"key"        check:"required,min=2,max=40" pattern:"[a-z0-9-]{2,40}" store:"fold"`
	NameKey    string `json:"nameKey"    kind:"messageKey" check:"required,max=150"`
	Name       string `json:"name"       check:"readonly" store:"-"` // its text, in the reader's language
	ClientID   int64  `json:"clientId"   kind:"ref:client" check:"createonly"`
	ClientName string `json:"clientName" from:"clientId.name"`
	SortOrder  int64  `json:"sortOrder"  check:"minvalue=-1000000,maxvalue=1000000"`
	Active     bool   `json:"active"`
}

// NewCategory is what the record of a category starts with.
func NewCategory() Category { return Category{Active: true} }

// Categories keeps the rules of categories.
type Categories struct {
	*store.Table[Category, *Category]
	deps Deps
}

func newCategories(d Deps) *Categories {
	c := &Categories{deps: d, Table: store.NewTable[Category](d.DB, store.Config{
		Name: "pool_categories", Entity: "poolCategory", Reach: reachCategory, ReachOn: []string{"client_id"}, Audit: d.Audit,
		Now: d.Now,
		Conflicts: map[string]*fault.Error{
			"pool_categories_key_unique": fault.New(fault.Conflict, "KEY_TAKEN", "another category has this key").Field("key",
				"error.keyTaken", nil),
		},
	})}
	c.Computes(c.fillNames, "name").From("clientId", "nameKey")
	return c
}

// reachCategory covers the categories of a client inside a scope, and those of all clients.
func reachCategory(s role.Scope, arg func(any) string) string {
	return "t.client_id IS NULL OR t.client_id IN " + store.OneOf(s.ClientIDs, arg)
}

func (c *Categories) fillNames(ctx context.Context, rows []Category) error {
	for i := range rows {
		rows[i].Name = c.deps.text(ctx, rows[i].ClientID, rows[i].NameKey)
	}
	return nil
}

// Check keeps whoever sees only some clients from making what is everybody's; resource.Checker.
func (c *Categories) Check(ctx context.Context, _ Category, v *Category, bad *fault.Error) error {
	if who := role.From(ctx); v.ClientID == 0 && !who.Scope.IsUnlimited() {
		bad.Field("clientId", "validation.required", nil)
	}
	return nil
}

// Delete removes a category that no pool has. IN_USE.
func (c *Categories) Delete(ctx context.Context, v *Category) error {
	n, err := c.DB().IDs(ctx, "SELECT id FROM pools WHERE category_id = $1 LIMIT 1", v.ID)
	if err != nil {
		return err
	}
	if len(n) > 0 {
		return fault.New(fault.Conflict, "IN_USE", "pools have category %d", v.ID)
	}
	return c.Table.Delete(ctx, v)
}

// CategoryResource declares categories to the admin.
func CategoryResource(c *Categories) resource.Declaration {
	v := new(Category)
	return resource.Declare(resource.Spec[Category]{
		Name: "poolCategory", Route: "/pools/categories", Of: v, Store: c, Title: &v.Key, New: NewCategory, Limit: catalogue,
		Silent:  true,
		Columns: resource.Refs{&v.Key, &v.Name, &v.ClientName, &v.SortOrder, &v.Active},
		Hidden:  resource.Refs{&v.NameKey, &v.Created, &v.LastUpdated},
		Row: resource.Refs{
			&v.ID, &v.Key, &v.NameKey, &v.Name, &v.ClientID, &v.ClientName, &v.SortOrder, &v.Active,
			&v.Created, &v.LastUpdated, &v.Version,
		},
		Sort:    resource.Order{By: &v.SortOrder},
		Filters: resource.Refs{&v.Key, resource.Filter("clientName", query.Named, &v.ClientID), &v.ClientID, &v.Active},
		Form:    []resource.Group{resource.Section("general", &v.ClientID, &v.Key, &v.NameKey, &v.SortOrder, &v.Active)},
		Access: resource.Access{
			Read: role.PoolLookup, Create: role.PoolCategory, Update: role.PoolCategory,
			Delete: role.PoolCategory,
		},
	})
}

// catalogue is how many categories a list answers unless fewer are asked for: it is read whole.
const catalogue = 1000
