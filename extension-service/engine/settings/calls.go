package settings

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Scope says for what a setting holds.
type Scope string

// The scopes below the whole product.
const (
	Client      Scope = "client"
	LegalEntity Scope = "legalentity"
)

// Enum lists the scopes.
func (Scope) Enum() enum.List {
	return enum.List{
		Name: "settingScope", Text: "enum.settingScope",
		Values: []string{string(Client), string(LegalEntity)},
	}
}

// Setting is one value with what it would be without it.
type Setting struct {
	Key     string          `json:"key"`
	Value   json.RawMessage `json:"value"   kind:"json"`
	Default json.RawMessage `json:"default" kind:"json"`
	Scope   *Scope          `json:"scope"`
	// of the client or legal entity; the key where it holds for the whole product
	ID any `json:"id"      kind:"json"`
}

// Where narrows settings to those of a client or legal entity; without it they are those of the whole product, or some
// of them by their keys.
type Where struct {
	Scope Scope    `query:"scope"`
	ID    []string `query:"id" check:"max=200"`
}

// Change is a new value; null goes back to the default. It may be a whole setting as it was answered.
type Change struct {
	Answered string          `json:"key"     check:"readonly"` // first: the body's key is this one
	Default  json.RawMessage `json:"default" check:"readonly" kind:"json"`

	Key   string          `path:"key"`
	Value json.RawMessage `json:"value" kind:"json"`
	Scope Scope           `json:"scope"`
	ID    json.RawMessage `json:"id"    kind:"json"`
	Base  string          `header:"If-Match"`
}

// id is that of the client or legal entity; 0 is none.
func (c Change) id() int64 {
	var key string
	if c.Scope == "" && json.Unmarshal(c.ID, &key) == nil && key == c.Key {
		return 0
	}
	var id int64
	if err := json.Unmarshal(c.ID, &id); err != nil && len(c.ID) > 0 {
		return -1
	}
	return id
}

// Endpoints are the calls of settings.
func (s *Service) Endpoints() []resource.Endpoint {
	return []resource.Endpoint{
		{
			Name: "setting.list", Method: "GET", Path: "/api/setting", Needs: []role.Permission{role.SettingRead},
			Handle: resource.Handle(s.List),
		},
		{
			Name: "setting.get", Method: "GET", Path: "/api/setting/{key}", Needs: []role.Permission{role.SettingRead},
			Handle: resource.Handle(s.named),
		},
		{
			Name: "setting.update", Method: "PUT", Path: "/api/setting/{key}", Needs: []role.Permission{role.SettingWrite},
			Handle: resource.Handle(s.Update), Plannable: &resource.Plannable{Target: s.planTarget},
		},
	}
}

// List answers the settings of the whole product, or those of one client or legal entity. NOT_FOUND outside the
// caller's scope.
func (s *Service) List(ctx context.Context, q Where) (resource.List[Setting], error) {
	out := resource.List[Setting]{Results: []Setting{}}
	if q.Scope != "" {
		id, _ := field.ParseID(strings.Join(q.ID, ",")) // what is none is missed like one that is not given
		one, err := s.scoped(ctx, q.Scope, id)
		if err == nil {
			out.Results = append(out.Results, one)
		}
		out.TotalResults = int64(len(out.Results))
		return out, err
	}
	for i := range definitions {
		if len(q.ID) > 0 && !slices.Contains(q.ID, definitions[i].key) {
			continue
		}
		one, err := s.setting(ctx, &definitions[i])
		if err != nil {
			return out, err
		}
		out.Results = append(out.Results, one)
	}
	out.TotalResults = int64(len(out.Results))
	return out, nil
}

type byKey struct {
	Key string `path:"key"`
}

// named answers one setting of the whole product. NOT_FOUND for a key there is not.
func (s *Service) named(ctx context.Context, in byKey) (Setting, error) {
	d := defined(in.Key)
	if d == nil {
		return Setting{}, fault.New(fault.NotFound, "NOT_FOUND", "no setting %q", in.Key)
	}
	return s.setting(ctx, d)
}

func (s *Service) setting(ctx context.Context, d *definition) (Setting, error) {
	value, err := s.value(ctx, d)
	return Setting{Key: d.key, Value: json.RawMessage(value), Default: json.RawMessage(d.initial), ID: d.key}, err
}

func (s *Service) scoped(ctx context.Context, scope Scope, id int64) (Setting, error) {
	if id < 1 {
		return Setting{}, fault.Validation().Field("id", "validation.required", nil)
	}
	value, inherited, err := s.Scopes[scope].Get(ctx, id)
	if err != nil {
		return Setting{}, err
	}
	out := Setting{Key: IgnoreOwnership, Scope: &scope, ID: id}
	if out.Value, err = json.Marshal(value); err != nil {
		return out, err
	}
	out.Default, err = json.Marshal(inherited)
	return out, err
}

// Update writes one setting. NOT_FOUND for a key there is not and a record outside the caller's scope;
// TRANSITION_NOT_ALLOWED within a scope for the settings of the whole product.
func (s *Service) Update(ctx context.Context, in Change) (out Setting, err error) {
	if in.Value == nil { // null, unless a typo has left it out
		var body map[string]json.RawMessage
		if err := json.Unmarshal(resource.RequestOf(ctx).Body, &body); err != nil || body["value"] == nil {
			return out, fault.Validation().Field("value", "validation.required", nil)
		}
		in.Value = body["value"]
	}
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		who := role.From(ctx)
		if err := s.Recheck(ctx, who); err != nil {
			return err
		}
		if !who.Can(role.SettingWrite) {
			return resource.Forbidden(role.SettingWrite)
		}
		if in.Key == IgnoreOwnership {
			out, err = s.updateScoped(ctx, in)
			return err
		}
		out, err = s.updateOne(ctx, in)
		return err
	})
	return out, err
}

func (s *Service) updateOne(ctx context.Context, in Change) (Setting, error) {
	d := defined(in.Key)
	if d == nil {
		return Setting{}, fault.New(fault.NotFound, "NOT_FOUND", "no setting %q", in.Key)
	}
	if resource.IsConfined(ctx) { // it holds for clients beyond the scope
		return Setting{}, resource.BeyondScope()
	}
	if in.Scope != "" || in.id() != 0 {
		return Setting{}, fault.Validation().Field("scope", "validation.oneOf", map[string]any{"values": []string{}})
	}
	if err := s.matchVersion(ctx, in); err != nil {
		return Setting{}, err
	}
	text := in.Value
	if string(text) == "null" {
		text = json.RawMessage(d.initial)
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return Setting{}, fault.Validation().Field("value", "validation.text", nil)
	}
	if err := s.Save(ctx, in.Key, d.stored(value)); err != nil {
		return Setting{}, err
	}
	return s.setting(ctx, d)
}

func (s *Service) updateScoped(ctx context.Context, in Change) (Setting, error) {
	at, known := s.Scopes[in.Scope]
	if !known {
		return Setting{}, fault.Validation().Field("scope", "validation.required", nil)
	}
	if in.id() < 1 {
		return Setting{}, fault.Validation().Field("id", "validation.required", nil)
	}
	var value *bool
	if err := json.Unmarshal(in.Value, &value); err != nil {
		return Setting{}, fault.Validation().Field("value", "validation.boolean", nil)
	}
	if value == nil && !at.Inherits {
		value = new(false)
	}
	if err := at.Set(resource.WithAct(ctx, resource.Act{Action: "setting", Unguarded: true}), in.id(), value); err != nil {
		return Setting{}, err
	}
	return s.scoped(ctx, in.Scope, in.id())
}
