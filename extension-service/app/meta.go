package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sync"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// metaAnswer is what the panel draws itself from (GET /api/meta).
type metaAnswer struct {
	Permissions []role.Permission   `json:"permissions"`
	Groups      []group             `json:"groups"`
	Enums       map[string][]string `json:"enums"`
	EnumText    map[string]string   `json:"enumText"`
	// EnumNames are of enumerations whose texts go by names other than the values: value → name.
	EnumNames map[string]map[string]string `json:"enumNames"`
	Resources []*resource.Meta             `json:"resources"`
	// Lookups are where the caller finds records to choose one in a dialog, also of resources it may not read: resource →
	// path.
	Lookups           map[string]string `json:"lookups"`
	MessageSetVersion string            `json:"messageSetVersion"`
	// OutsideScope names the calls that the caller's permissions open and that its scope closes, since they concern
	// everybody.
	OutsideScope []string `json:"outsideScope"`
}

type metaInput struct {
	Roles []role.Role `query:"roles" json:"roles"`
}

// meta answers the resources, fields, actions and sidebar groups the caller has. With roles it shows what somebody with
// those roles would see, which needs adminUser.read.
func (s *Service) meta(ctx context.Context, in metaInput) (any, error) {
	who := role.From(ctx)
	switch {
	case len(who.ViewAs) > 0:
		scope := who.Scope
		who = seenAs(who.ID, who.ViewAs)
		who.Scope = scope
	case len(in.Roles) > 0:
		if !who.Can(role.AdminUserRead) {
			return nil, resource.Forbidden(role.AdminUserRead)
		}
		for _, r := range in.Roles {
			if !r.Valid() {
				return nil, fault.Validation().Field("roles", "validation.oneOf", map[string]any{"values": role.All})
			}
		}
		who = seenAs(who.ID, in.Roles)
	}
	text, err := json.Marshal(s.metaFor(who))
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	if isKnown(ctx, tag, "private, no-cache") {
		return nil, nil
	}
	answerEither(ctx, text, func() []byte { return s.compressed.compress(tag, text) })
	return nil, nil
}

// compressed keeps what has been compressed, by ETag, so that it is done once.
type compressed struct {
	mu     sync.Mutex
	cached map[string][]byte
}

const maxCompressed = 32 // as many as there are different sets of permissions at work, or about

func (c *compressed) compress(tag string, text []byte) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if had, ok := c.cached[tag]; ok {
		return had
	}
	if c.cached == nil || len(c.cached) >= maxCompressed {
		c.cached = map[string][]byte{}
	}
	c.cached[tag] = content.Compress(text)
	return c.cached[tag]
}

func (s *Service) metaFor(who *role.Caller) metaAnswer {
	m := metaAnswer{
		Permissions: who.Permissions, Groups: groupsFor(who, s.Registry), Enums: map[string][]string{},
		EnumText:  map[string]string{},
		EnumNames: map[string]map[string]string{},
		Resources: []*resource.Meta{}, Lookups: map[string]string{}, MessageSetVersion: s.Messages(),
		OutsideScope: s.outsideOf(who),
	}
	lists := s.enumerations()
	for _, r := range s.Registry.All() {
		if path := r.LookupPath(who); path != "" {
			m.Lookups[r.Facts().Name] = path
		}
		about := r.Meta(who)
		if about == nil {
			continue
		}
		m.Resources = append(m.Resources, about)
		for _, f := range about.Filters {
			if e := f.Enumeration(); e != nil {
				lists = append(lists, *e)
			}
		}
	}
	for _, e := range lists {
		m.Enums[e.Name], m.EnumText[e.Name] = e.Values, e.Text
		for i, name := range e.Names {
			if i == 0 {
				m.EnumNames[e.Name] = map[string]string{}
			}
			m.EnumNames[e.Name][e.Values[i]] = name
		}
	}
	return m
}

// outsideOf names the calls that are closed to somebody for the scope alone.
func (s *Service) outsideOf(who *role.Caller) []string {
	out := []string{}
	if !resource.Confines(who) {
		return out
	}
	for _, e := range s.Endpoints() {
		if e.Everybody && who.CanAny(e.Needs) {
			out = append(out, e.Name)
		}
	}
	return out
}

// enumerations lists every closed list that a field of a resource uses.
func (s *Service) enumerations() []enum.List {
	system := &role.Caller{Kind: role.System}
	var out []enum.List
	for _, r := range s.Registry.All() {
		m := r.Meta(system)
		out = append(out, enumsOf(m.Fields)...)
		for _, a := range m.Actions {
			out = append(out, enumsOf(a.Input)...)
		}
	}
	return out
}

func enumsOf(fs []*field.Field) []enum.List {
	var out []enum.List
	for _, f := range fs {
		if f.Enums != nil {
			out = append(out, *f.Enums)
		}
		out = append(out, enumsOf(f.Fields)...)
	}
	return out
}
