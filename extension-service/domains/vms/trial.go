package vms

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/jsontext"
	"poolkeeper.example/extension-service/platform/role"
)

// Compare says with what the result of a test is compared.
type Compare string

// The choices.
const (
	WithLive     Compare = "LIVE"
	WithLastSent Compare = "LAST_SENT" // what the VMS was told of the application last
	WithNothing  Compare = "NONE"
)

// Enum lists the choices.
func (Compare) Enum() enum.List {
	return enum.List{
		Name: "vmsCompare", Text: "enum.vmsCompare",
		Values: enum.Strings([]Compare{WithLive, WithLastSent, WithNothing}),
	}
}

// Document is a mapping that is not saved.
type Document struct {
	Direction Direction                 `json:"direction"`
	Entity    Entity                    `json:"entity"`
	Version   int64                     `json:"version"`
	Format    string                    `json:"format"  check:"max=20"`
	Lookups   map[string]map[string]any `json:"lookups" kind:"json"`
	Rules     []transform.Rule          `json:"rules"   check:"max=200"`
}

type testInput struct {
	Mode           Direction       `query:"mode" check:"required"`
	ConnectionID   int64           `json:"connectionId"   kind:"id" check:"required"`
	Mapping        *Document       `json:"mapping"`
	MappingVersion int64           `json:"mappingVersion" check:"minvalue=0"`
	ApplicationID  int64           `json:"applicationId"  kind:"id"`
	IsExample      bool            `json:"isExample"` // the invented application in the place of a real one
	Entity         Entity          `json:"entity"`    // of the mapping that is in use; default: the first of the direction
	Payload        json.RawMessage `json:"payload"        kind:"json" check:"foreign"`
	MessageID      int64           `json:"messageId"      kind:"id"` // a stored message in the place of a payload
	CompareWith    Compare         `json:"compareWith"`
}

// Tested is what a mapping would make of a message.
type Tested struct {
	Mode            Direction           `json:"mode"`
	OK              bool                `json:"ok"`
	Output          json.RawMessage     `json:"output"   kind:"json"`
	Rendered        string              `json:"rendered"`
	Trace           []transform.Step    `json:"trace"`
	Errors          []transform.Problem `json:"errors"`
	Warnings        []transform.Problem `json:"warnings"`
	MissingRequired []string            `json:"missingRequired"`
	UnusedInput     []string            `json:"unusedInput"`
	// that outbound rules were given; null of an inbound message, which the caller has
	Input         map[string]any `json:"input"    kind:"json"`
	Diff          []Difference   `json:"diff"`
	InboundEffect *Effect        `json:"inboundEffect"` // of an inbound message that can be read
}

// Difference is one value that two results do not share; what is not there is null.
type Difference struct {
	Path  string  `json:"path"`
	Live  *string `json:"live"` // of what it is compared with
	Draft *string `json:"draft"`
}

// test runs a mapping on a message without any effect. NOT_FOUND, MAPPING_INVALID with rule and position, TOO_LARGE,
// TOO_MANY_REQUESTS after thirty a minute.
func (s *Service) test(ctx context.Context, in testInput) (out Tested, err error) {
	if err := s.allowTrial(ctx); err != nil {
		return out, err
	}
	c, err := s.Connections.Get(ctx, in.ConnectionID)
	if err != nil {
		return out, err
	}
	m, err := s.tested(ctx, c, in)
	if err != nil {
		return out, err
	}
	stored, err := s.storedMessage(ctx, &in)
	if err != nil {
		return out, err
	}
	message, err := s.message(ctx, c, in, m.rules())
	if err != nil {
		return out, err
	}
	made, err := s.deps.Runner.Run(ctx, c.ID, m.rules(), message)
	if err != nil {
		return out, err
	}
	out = Tested{
		Mode: in.Mode, OK: made.OK, Output: made.Output, Rendered: string(made.Output), Trace: list(made.Trace),
		Errors:   list(made.Errors),
		Warnings: append(s.Mappings.warnings(m.Direction, m.rules()), made.Warnings...), MissingRequired: list(made.Missing),
		UnusedInput: list(m.rules().Unused(message.Input)), Diff: []Difference{},
	}
	if in.Mode == Out {
		out.Input = message.Input
	} else {
		out.InboundEffect, err = s.effect(ctx, c, m.Entity, made)
	}
	if err != nil {
		return out, err
	}
	switch in.CompareWith {
	case WithLive:
		out.Diff, err = s.compareWithLive(ctx, m, message, made)
	case WithLastSent:
		out.Diff, err = s.compareWithLastSent(ctx, m, in.ApplicationID, made)
	case WithNothing:
	}
	if err == nil && stored != nil {
		err = s.maskTrial(ctx, storedTrial{*stored, m, message.Input}, &out)
	}
	return out, err
}

// allowTrial counts one more call of a person that runs mappings. TOO_MANY_REQUESTS.
func (s *Service) allowTrial(ctx context.Context) error {
	return s.limit.Allow(strconv.FormatInt(role.From(ctx).ID, 10), s.deps.Now())
}

// effect is what a message would do of which a mapping has made something.
func (s *Service) effect(ctx context.Context, c Connection, entity Entity, made transform.Result) (*Effect, error) {
	v, withheld := understood(made, s.deps.Now())
	if withheld != nil {
		return withoutEffect(entity, *withheld), nil //nolint:nilerr // it is the message that is wrong
	}
	out, err := s.previewEffect(ctx, c, entity, v)
	return &out, err
}

// list is one that is answered as such even when it is empty.
func list[T any](values []T) []T { return append([]T{}, values...) }

// tested is the mapping that a test is about: the one that is given, a version, or the one in use.
func (s *Service) tested(ctx context.Context, c Connection, in testInput) (Mapping, error) {
	entity := in.Entity
	if in.Mapping != nil && in.Mapping.Entity != "" {
		entity = in.Mapping.Entity
	}
	if entity == "" {
		entity = map[Direction]Entity{In: Job, Out: Application}[in.Mode]
	}
	if entity.direction() != in.Mode {
		return Mapping{}, wrongEntity(in.Mode)
	}
	if d := in.Mapping; d != nil {
		m := Mapping{ConnectionID: c.ID, Entity: entity, Direction: in.Mode, Lookups: d.Lookups, Rules: d.Rules}
		return m, s.Mappings.check(entity, m.rules())
	}
	var found *Mapping
	var err error
	if in.MappingVersion > 0 {
		v := new(Mapping)
		found, err = s.Mappings.first(ctx, query.Where(v, &v.ConnectionID, c.ID),
			query.Where(v, &v.Entity, string(entity)), query.Where(v, &v.Number, in.MappingVersion))
	} else {
		found, err = s.Mappings.live(ctx, c.ID, entity)
	}
	if err == nil && found == nil {
		err = fault.New(fault.NotFound, "NOT_FOUND", "connection %d has no such mapping", c.ID)
	}
	if err != nil {
		return Mapping{}, err
	}
	return *found, nil
}

// mostPayload is how large the message of a test may be, in bytes.
const mostPayload = 1 << 20

// message is what a test runs a mapping on.
func (s *Service) message(ctx context.Context, c Connection, in testInput,
	rules transform.Rules,
) (out transform.Message, err error) {
	out.At = s.deps.Now()
	if in.Mode == Out && in.IsExample {
		return s.exampleMessage(rules, exampleReference)
	}
	if in.Mode == Out {
		if in.ApplicationID == 0 {
			return out, fault.Validation().Field("applicationId", "validation.required", nil)
		}
		subject, err := s.deps.Subject(ctx, in.ApplicationID)
		if err != nil {
			return out, err
		}
		if subject.ClientID != c.ClientID {
			return out, fault.New(fault.NotFound, "NOT_FOUND", "the application is not for the client of connection %d", c.ID)
		}
		out.Input, out.Zone = withoutEmpty(subject.Input), subject.Zone
		out.Files, err = placeholders(rules, out.Input)
		return out, err
	}
	if len(in.Payload) == 0 {
		return out, fault.Validation().Field("payload", "validation.required", nil)
	}
	if len(in.Payload) > mostPayload {
		return out, fault.New(fault.TooLarge, "TOO_LARGE", "the payload is larger than %d bytes", mostPayload)
	}
	out.Input, err = inboundInput(in.Payload)
	if err != nil {
		err = fault.Validation().Field("payload", "validation.jsonObject", nil)
	}
	return out, err
}

// inboundInput is a message as inbound rules see it: under in. A text is read as the JSON in it.
func inboundInput(payload []byte) (map[string]any, error) {
	var text string
	if err := jsontext.CheckCharacters(payload); err == nil && json.Unmarshal(payload, &text) == nil {
		payload = []byte(text)
	}
	message, err := transform.Decoded(payload)
	if err == nil && message == nil {
		err = strconv.ErrSyntax // null is no message
	}
	return map[string]any{"in": message}, err
}

// withoutEmpty is the input of outbound rules as they see it: a field without a value is null, never an empty text.
func withoutEmpty(input map[string]any) map[string]any {
	out := make(map[string]any, len(input))
	for name, value := range input {
		out[name] = emptied(value)
	}
	return out
}

func emptied(value any) any {
	switch v := value.(type) {
	case string:
		if v == "" {
			return nil
		}
	case map[string]any:
		return withoutEmpty(v)
	case []any:
		out := make([]any, len(v))
		for i, one := range v {
			if out[i] = one; one != "" { // an element is no field
				out[i] = emptied(one)
			}
		}
		return out
	}
	return value
}

// compareWithLive compares a result with that of the version in use; without one there is nothing to compare with.
func (s *Service) compareWithLive(ctx context.Context, m Mapping, message transform.Message,
	made transform.Result,
) ([]Difference, error) {
	live, err := s.Mappings.live(ctx, m.ConnectionID, m.Entity)
	if err != nil || live == nil {
		return []Difference{}, err
	}
	before, err := s.deps.Runner.Run(ctx, m.ConnectionID, live.rules(), message)
	if err != nil {
		return nil, err
	}
	return differences(before.Output, made.Output), nil
}

// compareWithLastSent compares a result with what the VMS was told of an application last, as the caller may read both;
// without that there is nothing to compare with.
func (s *Service) compareWithLastSent(ctx context.Context, m Mapping, applicationID int64,
	made transform.Result,
) ([]Difference, error) {
	v := new(Message)
	first, err := s.Messages.first(ctx, query.Where(v, &v.ConnectionID, m.ConnectionID),
		query.Where(v, &v.Direction, string(Out)),
		query.Where(v, &v.Entity, string(m.Entity)), query.Where(v, &v.EntityID, applicationID))
	if err != nil || first == nil || len(first.Exchanges) == 0 {
		return []Difference{}, err
	}
	body := first.Exchanges[len(first.Exchanges)-1].Body
	if body == "" { // it was erased
		return []Difference{}, nil
	}
	return differences(json.RawMessage(body), s.shownOutput(ctx, m, made.Output)), nil
}

// differences lists where two JSON texts differ, by path.
func differences(live, draft json.RawMessage) []Difference {
	before, after := map[string]string{}, map[string]string{}
	flatten("", live, before)
	flatten("", draft, after)
	out := []Difference{}
	paths := maps.Clone(before)
	maps.Copy(paths, after)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		d := Difference{Path: path}
		if v, ok := before[path]; ok {
			d.Live = &v
		}
		if v, ok := after[path]; ok {
			d.Draft = &v
		}
		if d.Live == nil || d.Draft == nil || *d.Live != *d.Draft {
			out = append(out, d)
		}
	}
	return out
}

// flatten puts every plain value of a JSON text under its path.
func flatten(path string, text json.RawMessage, into map[string]string) {
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &members) == nil && members != nil {
		for name, inner := range members {
			at := name
			if path != "" {
				at = path + "." + name
			}
			flatten(at, inner, into)
		}
		return
	}
	var items []json.RawMessage
	if json.Unmarshal(text, &items) == nil && items != nil {
		for i, inner := range items {
			flatten(path+"["+strconv.Itoa(i)+"]", inner, into)
		}
		return
	}
	var content string
	if json.Unmarshal(text, &content) != nil {
		content = string(bytes.TrimSpace(text))
	}
	into[path] = content
}

// jsonOf is a value as JSON; one that came from JSON always can be.
func jsonOf(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("null")
	}
	return text
}
