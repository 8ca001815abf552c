package files

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// CatalogImage is an image that pools and pages may be illustrated with.
type CatalogImage struct {
	resource.Record
	ResourceID string   `json:"resourceId" kind:"image" check:"required,max=64"`
	URL        string   `json:"url"        check:"readonly" store:"-"`
	TitleKey   string   `json:"titleKey"   kind:"messageKey" check:"max=150"`
	Tags       []string `json:"tags"       check:"max=20"`
	ClientID   int64    `json:"clientId"   kind:"ref:client"` // none: for everybody
	ClientName string   `json:"clientName" from:"clientId.name"`
}

const (
	catalogEntity = "catalogImage"
	maxTag        = 40
)

// Catalog keeps the images of the catalogue.
type Catalog struct {
	*store.Table[CatalogImage, *CatalogImage]
	files *Service
}

func newCatalog(s *Service) *Catalog {
	c := &Catalog{files: s, Table: store.NewTable[CatalogImage](s.DB, store.Config{
		Name: "catalog_images", Entity: catalogEntity, Audit: s.Audit, Now: s.Now,
		Reach: func(scope role.Scope, arg func(any) string) string {
			return "t.client_id IS NULL OR t.client_id IN " + store.OneOf(scope.ClientIDs, arg)
		},
	})}
	c.Computes(addressed, "url").From("resourceId")
	return c
}

// MessageKeys lists the keys of texts that images name.
func (c *Catalog) MessageKeys(ctx context.Context) (out []string, err error) {
	var key string
	err = c.DB().Each(ctx, []any{&key}, func() error {
		out = append(out, key)
		return nil
	}, `SELECT DISTINCT title_key FROM catalog_images`)
	return out, err
}

func addressed(_ context.Context, rows []CatalogImage) error {
	for i := range rows {
		rows[i].URL = address(rows[i].ResourceID)
	}
	return nil
}

// CatalogResource declares the catalogue.
func CatalogResource(c *Catalog) resource.Declaration {
	i := new(CatalogImage)
	return resource.Declare(resource.Spec[CatalogImage]{
		Name: catalogEntity, Of: i, Store: c, Title: &i.TitleKey,
		Row: resource.Refs{
			&i.ID, &i.ResourceID, &i.URL, &i.TitleKey, &i.Tags, &i.ClientID, &i.ClientName, &i.LastUpdated, &i.Version,
		},
		Filters: resource.Refs{&i.ClientID, resource.Filter("tag", query.Is, &i.Tags)},
		Access:  resource.Access{Read: role.ResourceRead, Create: role.CatalogImageWrite, Update: role.CatalogImageWrite},
		Calls: []resource.Endpoint{{
			Name: "catalogImage.delete", Method: "DELETE", Path: "/api/catalogImage",
			Needs:  []role.Permission{role.CatalogImageWrite},
			Handle: resource.Handle(c.deleteMany),
		}},
	})
}

// address is where an image is fetched from.
func address(resourceID string) string { return "/api/image/" + resourceID }

// List answers the images. A tag is looked for among an image's.
func (c *Catalog) List(ctx context.Context, q query.Query) (query.Page[CatalogImage], error) {
	return c.Table.List(ctx, tagged(q))
}

// IDs tells what a query matches.
func (c *Catalog) IDs(ctx context.Context, q query.Query, each func(id int64)) error {
	return c.Table.IDs(ctx, tagged(q), each)
}

func tagged(q query.Query) query.Query {
	q.Where = slices.Clone(q.Where)
	for i, w := range q.Where {
		if w.Field != nil && w.Field.Name == "tags" {
			q.Where[i] = query.Cond{
				Op: query.Linked, Values: w.Values,
				Link: query.Link{Table: "catalog_image_tags", Own: "catalog_image_id", Other: "tag"},
			}
		}
	}
	return q
}

// Check keeps tags short and each once; resource.Checker.
func (c *Catalog) Check(_ context.Context, _ CatalogImage, i *CatalogImage, bad *fault.Error) error {
	for _, tag := range i.Tags {
		if tag == "" || len(tag) > maxTag {
			bad.Field("tags", "validation.max", map[string]any{"max": maxTag})
		}
	}
	slices.Sort(i.Tags)
	i.Tags = slices.Compact(i.Tags)
	return nil
}

// Create saves a new image and its tags.
func (c *Catalog) Create(ctx context.Context, i *CatalogImage) error {
	if err := c.Table.Create(ctx, i); err != nil {
		return err
	}
	return c.tag(ctx, i)
}

// Update saves a changed image and its tags.
func (c *Catalog) Update(ctx context.Context, old CatalogImage, i *CatalogImage) error {
	i.URL = old.URL
	if err := c.Table.Update(ctx, old, i); err != nil || slices.Equal(old.Tags, i.Tags) {
		return err
	}
	return c.tag(ctx, i)
}

// tag writes the tags where lists look for them.
func (c *Catalog) tag(ctx context.Context, i *CatalogImage) error {
	db := c.DB()
	if _, err := db.Exec(ctx, "DELETE FROM catalog_image_tags WHERE catalog_image_id = $1", i.ID); err != nil {
		return err
	}
	for _, tag := range i.Tags {
		if _, err := db.Exec(ctx, "INSERT INTO catalog_image_tags (catalog_image_id, tag) VALUES ($1, $2)", i.ID,
			tag); err != nil {
			return err
		}
	}
	return nil
}

type manyInput struct {
	ID  []int64 `query:"id" json:"id" check:"max=200"`
	IDs []int64 `json:"ids" check:"max=200"`
}

// Deleted lists the images that went.
type Deleted struct {
	Deleted []int64 `json:"deleted"`
}

// deleteMany removes images from the catalogue, all of them or none. IN_USE while a record shows one of them.
func (c *Catalog) deleteMany(ctx context.Context, in manyInput) (Deleted, error) {
	ids := slices.Concat(in.ID, in.IDs)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if len(ids) == 0 {
		return Deleted{}, fault.Validation().Field("ids", "validation.required", nil)
	}
	err := c.DB().Write(resource.WithAct(ctx, resource.Act{Action: "delete"}), func(ctx context.Context) error {
		for _, id := range ids {
			if err := c.deleteOne(ctx, id); err != nil {
				return err
			}
		}
		return nil
	})
	return Deleted{ids}, err
}

func (c *Catalog) deleteOne(ctx context.Context, id int64) error {
	i, err := c.Table.Get(ctx, id)
	if err != nil {
		return err
	}
	uses, err := c.files.uses(ctx, i.ResourceID)
	if err != nil {
		return err
	}
	others := slices.DeleteFunc(uses, func(u Use) bool { return u.Entity == catalogEntity })
	if len(others) > 0 {
		return c.files.inUse(ctx, others)
	}
	return c.Table.Delete(ctx, &i)
}
