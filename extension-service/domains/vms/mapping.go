package vms

import (
	"context"
	"fmt"
	"slices"
	"time"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
	"poolkeeper.example/extension-service/platform/spelling"
)

// MappingEntity is the name of mappings in the audit log.
const MappingEntity = "vmsMapping"

// Mapping is one version of how messages of one kind are made or read.
type Mapping struct {
	resource.Record
	ConnectionID   int64                     `json:"connectionId"   kind:"ref:vmsConnection" check:"required,createonly"`
	ConnectionName string                    `json:"connectionName" from:"connectionId.name"`
	ClientID       int64                     `json:"clientId"       kind:"ref:client" check:"readonly"`
	Direction      Direction                 `json:"direction"      check:"required,createonly"`
	Entity         Entity                    `json:"entity"         check:"required,createonly"`
	Number         int64                     `json:"number"         check:"readonly"` // of the version
	State          State                     `json:"state"          check:"readonly"`
	Lookups        map[string]map[string]any `json:"lookups"        kind:"json"`
	Rules          []transform.Rule          `json:"rules"          check:"max=200"`
	// messages say who somebody is
	Tests []Test `json:"tests"          check:"max=100,personal"`
	Note  string `json:"note"           check:"max=500"`
	// when it was put in use last and by whom, and when another version took its place
	LiveSince time.Time `json:"liveSince"      check:"readonly"`
	LiveUntil time.Time `json:"liveUntil"      check:"readonly"`
	LiveBy    string    `json:"liveBy"         check:"readonly"`
	// tests that did not hold when they were run last: at a save, or to put it in use
	FailingTests int64 `json:"failingTests"   check:"readonly"`
	TestsFail    bool  `json:"testsFail"      check:"readonly"` // any of them
	// of what may be wrong with the rules
	Warnings []transform.Problem `json:"warnings"       check:"readonly" store:"-"`
}

// Test is a stored message with what the rules must make of it.
type Test struct {
	Name     string         `json:"name"     check:"required,max=120"`
	Input    map[string]any `json:"input"    kind:"json" check:"foreign"`
	Expected map[string]any `json:"expected" kind:"json" check:"foreign"`
}

// Direction says which way messages go.
type Direction string

// The directions.
const (
	In  Direction = "inbound"
	Out Direction = "outbound"
)

// Enum lists the directions.
func (Direction) Enum() enum.List {
	return enum.List{
		Name: "vmsDirection", Text: "enum.vmsDirection",
		Values: enum.Strings([]Direction{In, Out}),
	}
}

// Entity is what a message tells of.
type Entity string

// The entities, the first three inbound.
const (
	Job               Entity = "JOB"
	JobStatus         Entity = "JOB_STATUS"
	ApplicationStatus Entity = "APPLICATION_STATUS"
	Application       Entity = "APPLICATION"
	Withdrawal        Entity = "APPLICATION_WITHDRAW"
)

// Enum lists the entities.
func (Entity) Enum() enum.List {
	return enum.List{
		Name: "vmsEntity", Text: "enum.vmsEntity",
		Values: enum.Strings([]Entity{Job, JobStatus, ApplicationStatus, Application, Withdrawal}),
	}
}

func (e Entity) direction() Direction {
	if e == Application || e == Withdrawal {
		return Out
	}
	return In
}

// wrongEntity refuses an entity that does not go in a direction.
func wrongEntity(in Direction) error {
	fits := slices.DeleteFunc(Entity("").Enum().Values, func(e string) bool { return Entity(e).direction() != in })
	return fault.Validation().Field("entity", "validation.oneOf", map[string]any{"values": fits})
}

// State is how far a mapping has come.
type State string

// The states.
const (
	Draft   State = "DRAFT"
	Live    State = "LIVE"
	Retired State = "RETIRED"
)

// Enum lists the states.
func (State) Enum() enum.List {
	return enum.List{
		Name: "vmsMappingState", Text: "enum.vmsMappingState",
		Values: enum.Strings([]State{Draft, Live, Retired}),
	}
}

// rules are what is run.
func (m Mapping) rules() transform.Rules {
	return transform.Rules{Lookups: m.Lookups, Rules: m.Rules}
}

// Mappings keeps the rules of mappings.
type Mappings struct {
	*store.Table[Mapping, *Mapping]
	connections *Connections
	deps        Deps
}

func newMappings(d Deps, connections *Connections) *Mappings {
	m := &Mappings{connections: connections, deps: d, Table: store.NewTable[Mapping](d.DB, store.Config{
		Name: "vms_mappings", Entity: MappingEntity, Audit: d.Audit, Now: d.Now,
		Unique: []store.Unique{{Fields: []string{"number"}, Within: []string{"connectionId", "entity"}, Code: "KEY_TAKEN"}},
		Conflicts: map[string]*fault.Error{
			"vms_mappings_live_unique": fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "another version has gone live"),
		},
	})}
	m.Computes(m.fillWarnings, "warnings").From("rules", "lookups", "direction")
	return m
}

// fillWarnings says what may be wrong with rules.
func (m *Mappings) fillWarnings(_ context.Context, rows []Mapping) error {
	for i := range rows {
		rows[i].Warnings = m.warnings(rows[i].Direction, rows[i].rules())
	}
	return nil
}

// warnings are what may be wrong with rules, in their order.
func (m *Mappings) warnings(direction Direction, rules transform.Rules) []transform.Problem {
	_, out := rules.Check(true, nil)
	var fields map[string][]string
	if direction == Out {
		fields = m.sourceFields()
	}
	out = list(append(out, rules.Unknown(fields)...))
	slices.SortStableFunc(out, func(a, b transform.Problem) int { return int(a.Rule - b.Rule) })
	return out
}

// Create saves a new draft under the next number. MAPPING_INVALID.
func (m *Mappings) Create(ctx context.Context, v *Mapping) error {
	c, err := m.connections.Get(ctx, v.ConnectionID)
	if err != nil {
		return err
	}
	if v.Entity.direction() != v.Direction {
		return wrongEntity(v.Direction)
	}
	if err := m.check(v.Entity, v.rules()); err != nil {
		return err
	}
	_, err = m.DB().Row(ctx, []any{&v.Number}, `
		SELECT coalesce(max(number), 0) + 1
		  FROM vms_mappings
		 WHERE connection_id = $1
		   AND entity = $2`, v.ConnectionID, string(v.Entity))
	if err != nil {
		return err
	}
	v.ClientID, v.State = c.ClientID, Draft
	if err := m.countFailing(ctx, v); err != nil {
		return err
	}
	return m.Table.Create(ctx, v)
}

// Update saves a changed draft. MAPPING_INVALID.
func (m *Mappings) Update(ctx context.Context, old Mapping, v *Mapping) error {
	if err := m.check(v.Entity, v.rules()); err != nil {
		return err
	}
	if err := m.countFailing(ctx, v); err != nil {
		return err
	}
	return m.Table.Update(ctx, old, v)
}

// countFailing runs the tests of a mapping that is to be saved, and keeps how many do not hold. Where mappings cannot
// be run now, the number stays: a draft is not lost for it.
func (m *Mappings) countFailing(ctx context.Context, v *Mapping) error {
	failed, err := m.failing(ctx, v)
	if fault.KindOf(err) == fault.Upstream {
		return nil
	}
	v.FailingTests, v.TestsFail = int64(len(failed)), len(failed) > 0
	return err
}

// check refuses rules that cannot run. MAPPING_INVALID with each problem.
func (m *Mappings) check(entity Entity, rules transform.Rules) error {
	wrong := m.problems(entity, rules)
	if len(wrong) == 0 {
		return nil
	}
	refusal := fault.New(fault.Invalid, "MAPPING_INVALID", "rule %d: %s", wrong[0].Rule, wrong[0].Message).With("problems",
		wrong)
	refusal.Messages = []string{fault.Key("MAPPING_INVALID")}
	for _, p := range wrong {
		refusal.Field(pathOf(p), p.Text, p.Params)
	}
	return refusal
}

// problems are what is wrong with rules before any of them runs.
func (m *Mappings) problems(entity Entity, rules transform.Rules) []transform.Problem {
	wrong, _ := rules.Check(entity.direction() == Out, m.allowed(entity))
	for _, p := range wrong {
		if p.Field == "target" && entity.direction() == In {
			spelling.AddSuggestion(p.Params, p.Target, m.targetPaths(entity))
		}
	}
	return list(append(wrong, m.wrongStatuses(entity, rules)...))
}

// pathOf is the field of a mapping that a problem is about.
func pathOf(p transform.Problem) string {
	if p.Field == "" {
		return "lookups"
	}
	return fmt.Sprintf("rules[%d].%s", p.Rule, p.Field)
}

// allowed says where values of an inbound message may go; nil is everywhere.
func (m *Mappings) allowed(entity Entity) func(target string) bool {
	if entity.direction() == Out {
		return nil
	}
	targets := m.targetPaths(entity)
	return func(target string) bool { return slices.Contains(targets, target) }
}

func (m *Mappings) targetPaths(entity Entity) (out []string) {
	for _, p := range m.deps.Targets(entity) {
		out = append(out, p.Path)
	}
	return out
}

// live is the version in use for a connection and entity; none is nil.
func (m *Mappings) live(ctx context.Context, connection int64, entity Entity) (*Mapping, error) {
	v := new(Mapping)
	return m.first(ctx, query.Where(v, &v.ConnectionID, connection), query.Where(v, &v.Entity, string(entity)),
		query.Where(v, &v.State, string(Live)))
}

func (m *Mappings) first(ctx context.Context, where ...query.Cond) (*Mapping, error) {
	v := new(Mapping)
	page, err := m.List(ctx, query.Query{
		Where: where, Limit: 1,
		Sort: []query.Sort{{Field: field.At(v, &v.ID), Desc: true}},
	})
	if err != nil || len(page.Rows) == 0 {
		return nil, err
	}
	found, err := m.Get(ctx, page.Rows[0].ID)
	return &found, err
}

// MappingResource declares mappings to the admin.
func MappingResource(m *Mappings) resource.Declaration {
	v := new(Mapping)
	return resource.Declare(resource.Spec[Mapping]{
		Name: MappingEntity, Path: "/vms/mapping", Route: mappingRoute, Of: v, Store: m, Title: &v.ConnectionName,
		Status: &v.State, Limit: 50,
		Forgotten: resource.ByDomain("eraseperson.go removes what names a person from the tests"),
		Columns:   resource.Refs{&v.ConnectionName, &v.Direction, &v.Entity, &v.Number, &v.State, &v.LastUpdated},
		Hidden:    resource.Refs{&v.LiveSince, &v.LiveBy, &v.LiveUntil, &v.Note, &v.FailingTests, &v.Created},
		Row: resource.Refs{
			&v.ID, &v.ConnectionID, &v.ConnectionName, &v.Direction, &v.Entity, &v.Number, &v.State, &v.LiveSince, &v.LiveUntil,
			&v.LiveBy, &v.Note, &v.FailingTests, &v.TestsFail, &v.Created, &v.LastUpdated, &v.Version,
		},
		Head:    resource.Refs{&v.Direction, &v.Entity, &v.Number},
		Related: resource.Refs{&v.ConnectionID},
		Filters: resource.Refs{&v.ConnectionID, &v.Direction, &v.Entity, &v.State, &v.TestsFail},
		Form: []resource.Group{
			resource.Section("general", &v.ConnectionID, &v.Direction, &v.Entity, &v.Note),
			resource.Section("rules", &v.Rules, &v.Lookups),
			resource.Section("tests", &v.Tests),
		},
		Access: resource.Access{
			Read: role.VMSMappingRead, Create: role.VMSMappingWrite, Update: role.VMSMappingWrite, Sidebar: Operators,
		},
		Editable: resource.OnlyWhile(&v.State, "vmsMapping.block.used", Draft),
		Actions: []resource.Action[Mapping]{
			resource.RecordAction("publish", role.VMSMappingWrite, m.Publish).If(&v.State, Draft).Plannable(),
			resource.RecordAction("newVersion", role.VMSMappingWrite, m.NewVersion).If(&v.State, Live, Retired),
			resource.RecordAction("reinstate", role.VMSMappingWrite, m.Reinstate).If(&v.State, Retired).Plannable(),
		},
	})
}
