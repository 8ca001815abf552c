package resource

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func (c *served) attach(r *Registry) { c.registry = r }

// Facts returns the facts that others need.
func (c *served) Facts() Facts {
	about := Facts{
		Name: c.Name, Path: "/api" + c.Path, Route: c.Route, Sort: sortText(c.sort[0]), At: c.at, Read: c.readers(),
		Sidebar: c.Access.Sidebar, IsPart: c.container != nil,
		Index: c.search, Notes: c.Notes,
		Timeline: c.Timeline, InTimelineOf: references(c.timelineFields),
	}
	if c.status != nil {
		about.Status = c.status.Name
	}
	return about
}

func (c *served) readers() []role.Permission {
	return permissionList(c.Access.Read)
}

// Endpoints returns the calls of the resource: the generic ones it allows, its actions, and those the domain adds.
func (c *served) Endpoints() []Endpoint {
	if c.isIndex {
		return c.Calls
	}
	path, read := "/api"+c.Path, c.readers()
	out := []Endpoint{
		c.listing(c.Name+".list", path, c.list),
		{
			Name: c.Name + ".search", Method: "POST", Path: "/api/dbSearch/" + c.Name, Needs: read, Reads: true,
			Handle: raw(c.dbSearch), Body: searchSchema, Answer: c.pageSchema(),
		},
		{
			Name: c.Name + ".get", Method: "GET", Path: path + "/{id}", Needs: read, Handle: raw(c.get),
			Answer: c.recordSchema(),
		},
		{
			Name: c.Name + ".export", Method: "POST", Path: "/api/export/" + c.Name, Needs: read, Handle: raw(c.export),
			Body: exportSchema, Answer: urlSchema,
		},
	}
	if c.hasHistory() {
		out = append(out, Endpoint{
			Name: c.Name + ".history", Method: "GET", Path: "/api/history/" + c.Name + "/{id}",
			Needs: permissionList(role.AuditReadOwn), Also: read, Handle: raw(c.history), Query: historyParams,
			Answer: historyAnswer,
		})
	}
	if c.Access.Create != "" {
		first := c.firstPlace()
		out = append(out, c.creating(c.Name+".create", first))
		if first.path != path {
			out = append(out, c.creating(c.Name+".add", Place{path: path}))
		}
	}
	if c.Access.Update != "" {
		out = append(out, c.updateEndpoints(path)...)
	}
	if c.Access.Delete != "" {
		out = append(out, Endpoint{
			Name: c.Name + ".delete", Method: "DELETE", Path: path + "/{id}",
			Needs: permissionList(c.Access.Delete), Handle: raw(c.remove), Query: slices.Concat(reasonParams, dryRunParams),
			Body: reasonSchema, Answer: goneSchema, Silent: c.Silent, Rechecks: true,
		})
	}
	for _, a := range c.Actions {
		out = append(out, c.actionEndpoints(a)...)
	}
	return slices.Concat(out, c.pickerEndpoints(), c.undoEndpoints(), c.placeEndpoints(), c.viewEndpoints(), c.Calls)
}

// updateEndpoints save a record, as it was edited or as it was at some time.
func (c *served) updateEndpoints(path string) []Endpoint {
	update := permissionList(c.Access.Update)
	return []Endpoint{
		{
			Name: c.Name + ".update", Method: "PUT", Path: path + "/{id}", Needs: update,
			Handle: raw(c.update), Body: c.updateSchema(), Answer: c.recordSchema(), Rechecks: true,
			Plannable: c.plannable(c.Planned, true),
		},
		{
			Name: c.Name + ".restoreVersion", Method: "POST", Path: "/api/history/" + c.Name + "/{id}/restore",
			Needs: permissionList(role.AuditReadOwn), Also: update, Handle: raw(c.restore),
			Body: restoreSchema, Answer: restoreAnswer,
		},
	}
}

func permissionList(ps ...role.Permission) []role.Permission { return ps }

func (c *served) get(ctx context.Context, r *Request) (any, error) {
	id, err := field.ParseID(r.Param("id"))
	if err != nil {
		return nil, err
	}
	if err := r.RefuseParameters(); err != nil {
		return nil, err
	}
	v, err := c.Store.get(ctx, id)
	if err != nil {
		return nil, err
	}
	return c.replyWith(ctx, v)
}

// replyWith prepares a record for the wire: its version as ETag, guarded fields left out, the reading of sensitive ones
// noted.
func (c *served) replyWith(ctx context.Context, v entity) (any, error) {
	ReplyOf(ctx).SetHeader("ETag", etag(v.Base().Version))
	return c.view(ctx, v), c.recordReading(ctx, v, c.sensitive(ctx, v))
}

func (c *served) view(ctx context.Context, v entity) field.Encoded {
	return field.Encoded(field.AppendObject(nil, c.shownFields(role.From(ctx), c.answers), valueOf(v)))
}

// visible leaves out the fields a guard keeps from the caller.
func (c *served) visible(who *role.Caller, fs []*field.Field) []*field.Field {
	var hidden []*field.Field
	for _, g := range c.guards {
		if !who.CanAny(g.read) {
			hidden = append(hidden, g.fields...)
		}
	}
	if len(hidden) == 0 {
		return fs
	}
	return slices.DeleteFunc(slices.Clone(fs), func(f *field.Field) bool { return slices.Contains(hidden, f) })
}

// List is the answer of every list.
type List[T any] struct {
	Results      []T   `json:"results"`
	TotalResults int64 `json:"totalResults"`
}

// Forbidden is the refusal of a call for want of one of the permissions.
func Forbidden(missing ...role.Permission) error {
	return fault.New(fault.Denied, "FORBIDDEN", "missing permission: %v", missing).With("missing", missing)
}

// Label returns the title of a record for those who refer to it.
func (c *served) Label(ctx context.Context, id int64) (string, error) {
	v, err := c.Store.get(ctx, id)
	if err != nil {
		return "", err
	}
	return c.titleOf(valueOf(v)), nil
}

// Labels returns the titles of records the caller may refer to, by id: those outside the scope are absent.
func (c *served) Labels(ctx context.Context, ids []int64) (map[int64]string, error) {
	fields := append([]*field.Field{field.Find(c.fields, "id")}, c.titleFields()...)
	records, err := c.recordsByID(ctx, query.Query{Fields: fields}, ids)
	out := make(map[int64]string, len(records))
	for _, v := range records {
		out[v.Base().ID] = c.titleOf(valueOf(v))
	}
	return out, err
}

// titleOf is the title of a record, with the subtitle behind it where the declaration has one.
func (c *served) titleOf(v reflect.Value) string {
	title := c.title.In(v).String()
	if c.subtitle == nil {
		return title
	}
	return strings.Join(slices.DeleteFunc([]string{title, c.subtitle.In(v).String()}, isEmpty), " – ")
}

func isEmpty(s string) bool { return s == "" }

// titleFields are the fields that titleOf reads.
func (c *served) titleFields() []*field.Field {
	if c.subtitle == nil {
		return []*field.Field{c.title}
	}
	return []*field.Field{c.title, c.subtitle}
}

// hasHandles says whether records of the resource have human-readable ids.
func (c *served) hasHandles() bool {
	own, ok := c.Store.typedStore().(interface{ HasHandles() bool })
	return field.Find(c.fields, "handle") != nil && (!ok || own.HasHandles())
}

// hasHistory says whether the log tells of records of the resource: of all but those whose store says otherwise.
func (c *served) hasHistory() bool {
	own, ok := c.Store.typedStore().(interface{ HasHistory() bool })
	return !ok || own.HasHistory()
}
