package content

import (
	"context"
	"fmt"
	"net/http"

	"poolkeeper.example/extension-service/platform/fault"
)

// Clients keeps d_client equal to the clients of the product. The relay of the outbox calls it, as often as it needs
// to.
type Clients struct {
	up *upstream
}

// Save creates or renames a client. A new one starts with the given languages, first = default, or with English; the
// languages of an existing one belong to the content service and stay.
func (c *Clients) Save(ctx context.Context, id int64, name string, isos ...string) error {
	found, err := c.find(ctx, "id", id)
	if err != nil || found != nil && found.Name == name {
		return err
	}
	// Names are unique in the product too, so another client with this name is one whose own change is still on its way.
	holder, err := c.find(ctx, "name", name)
	if err != nil {
		return err
	}
	if holder != nil && holder.ID != id {
		if err := c.rename(ctx, holder.ID, fmt.Sprintf("%s (%d)", name, holder.ID)); err != nil {
			return err
		}
	}
	if found != nil {
		return c.rename(ctx, id, name)
	}
	return c.create(ctx, id, name, isos)
}

// Delete removes a client with its languages and texts; one that is gone already is fine.
func (c *Clients) Delete(ctx context.Context, id int64) error {
	found, err := c.find(ctx, "id", id)
	if err != nil || found == nil {
		return err
	}
	_, err = c.up.change(ctx, http.MethodDelete, clients, []int64{id})
	return err
}

func (c *Clients) find(ctx context.Context, field string, value any) (*customer, error) {
	var found []customer
	err := c.up.search(ctx, clients, query{
		"fields": []string{"id", "name"}, "limit": 1, "filter": map[string]any{field: map[string]any{"_eq": value}},
	}, &found)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

func (c *Clients) rename(ctx context.Context, id int64, name string) error {
	_, err := c.up.change(ctx, http.MethodPatch, clients, []change{{"id": id, "name": name}})
	return err
}

func (c *Clients) create(ctx context.Context, id int64, name string, isos []string) error {
	if len(isos) == 0 {
		isos = []string{source}
	}
	junction := make([]change, len(isos))
	for i, iso := range isos {
		junction[i] = change{"iso": iso, "sort": i + 1}
	}
	_, err := c.up.change(ctx, http.MethodPost, clients, change{"id": id, "name": name, "languages": junction})
	if fault.CodeOf(err) == "DUPLICATE" {
		// Another copy of the service was faster; the relay comes again and finds it.
		return unavailable("the content service is changing this client", err)
	}
	return err
}
