package resource

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/platform/role"
)

// Shipped is a view of a list that comes with the product: what the list is narrowed to, and its order. Its text is
// resources.<resource>.views.<name>.
type Shipped struct {
	Name       string         // of its text
	Filters    map[string]any // as the panel sets them; InDays stands for a day
	Sort       string         // "created:asc"; default: that of the list
	IsWorklist bool           // Each record waits for somebody: the sidebar says how many there are
}

// InDays is the day so many days from today, as the value of a filter of a Shipped.
type InDays int

// viewMeta is a Shipped as the panel is told.
type viewMeta struct {
	Name   string         `json:"name"`
	Filter map[string]any `json:"filter" kind:"json"`
	Sort   string         `json:"sort"`
}

// filtersOn are the filters of the view as they are set on a day.
func (v Shipped) filtersOn(today time.Time) map[string]any {
	out := make(map[string]any, len(v.Filters))
	for name, value := range v.Filters {
		if days, isDay := value.(InDays); isDay {
			value = date.FromTime(today).AddDays(int(days))
		}
		out[name] = value
	}
	return out
}

// viewsMeta are the shipped views whose filters the caller is offered.
func (c *served) viewsMeta(who *role.Caller) []viewMeta {
	out := []viewMeta{}
	for _, v := range c.offeredViews(who) {
		sort := v.Sort
		if sort == "" {
			sort = sortText(c.sort[0])
		}
		out = append(out, viewMeta{v.Name, v.filtersOn(c.rt.Now()), sort})
	}
	return out
}

func (c *served) offeredViews(who *role.Caller) (out []Shipped) {
	offered := c.offered(who)
	for _, v := range c.Shipped {
		isOffered := true
		for name := range v.Filters {
			isOffered = isOffered && slices.ContainsFunc(offered, func(fl filter) bool { return fl.Name == name })
		}
		if isOffered {
			out = append(out, v)
		}
	}
	return out
}

// Total says how many records of its list the caller sees with a set of filters.
func (c *served) Total(ctx context.Context, filters json.RawMessage) (int64, error) {
	q, err := c.parseBody(ctx, filters, map[string]string{})
	if err != nil {
		return 0, err
	}
	q.Offset, q.Limit = 0, 0 // the rows are not asked for
	p, err := c.Store.list(ctx, q)
	return p.total, err
}

// Waiting says how many records the caller finds in each shipped view whose records wait for somebody, by its name.
func (c *served) Waiting(ctx context.Context) (map[string]int64, error) {
	out := map[string]int64{}
	for _, v := range c.offeredViews(role.From(ctx)) {
		if !v.IsWorklist {
			continue
		}
		text, err := json.Marshal(v.filtersOn(c.rt.Now()))
		if err != nil {
			return nil, err
		}
		if out[v.Name], err = c.Total(ctx, text); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// FiltersBy says whether the list has a filter of that name.
func (c *served) FiltersBy(name string) bool {
	return slices.ContainsFunc(c.filters, func(fl filter) bool { return fl.Name == name })
}

// checkShipped refuses views with filters or an order that the list does not have.
func (c *served) checkShipped() {
	for _, v := range c.Shipped {
		for name := range v.Filters {
			if !c.FiltersBy(name) {
				c.fail("view %s: the list has no filter %s", v.Name, name)
			}
		}
		if _, err := c.parseSort(v.Sort); err != nil {
			c.fail("view %s: the list has no order %s", v.Name, v.Sort)
		}
	}
}
