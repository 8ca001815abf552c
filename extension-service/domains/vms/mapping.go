package vms

import (
	"context"
	"fmt"
	"slices"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
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
func (Direction) Enum() resource.Enumeration {
	return resource.Enumeration{
		Name: "vmsDirection", Text: "enum.vmsDirection",
		Values: resource.Strings([]Direction{In, Out}),
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
func (Entity) Enum() resource.Enumeration {
	return resource.Enumeration{
		Name: "vmsEntity", Text: "enum.vmsEntity",
		Values: resource.Strings([]Entity{Job, JobStatus, ApplicationStatus, Application, Withdrawal}),
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
func (State) Enum() resource.Enumeration {
	return resource.Enumeration{
		Name: "vmsMappingState", Text: "enum.vmsMappingState",
		Values: resource.Strings([]State{Draft, Live, Retired}),
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
		Taken: map[string]*fault.Error{
			"vms_mappings_live_unique": fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "another version has gone live"),
		},
	})}
	m.Computes(fillWarnings, "warnings").From("rules")
	return m
}

// fillWarnings says what may be wrong with rules.
func fillWarnings(_ context.Context, rows []Mapping) error {
	for i := range rows {
		_, warnings := rows[i].rules().Check(true, nil)
		rows[i].Warnings = list(warnings)
	}
	return nil
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
	wrong, _ := rules.Check(entity.direction() == Out, m.allowed(entity))
	wrong = append(wrong, m.wrongStatuses(entity, rules)...)
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
	targets := m.deps.Targets(entity)
	return func(target string) bool { return slices.Contains(targets, target) }
}

// live is the version in use for a connection and entity; none is nil.
func (m *Mappings) live(ctx context.Context, connection int64, entity Entity) (*Mapping, error) {
	v := new(Mapping)
	return m.first(ctx, resource.Where(v, &v.ConnectionID, connection), resource.Where(v, &v.Entity, string(entity)),
		resource.Where(v, &v.State, string(Live)))
}

func (m *Mappings) first(ctx context.Context, where ...resource.Cond) (*Mapping, error) {
	v := new(Mapping)
	page, err := m.List(ctx, resource.Query{
		Where: where, Limit: 1,
		Sort: []resource.Sort{{Field: resource.FieldAt(v, &v.ID), Desc: true}},
	})
	if err != nil || len(page.Rows) == 0 {
		return nil, err
	}
	found, err := m.Get(ctx, page.Rows[0].ID)
	return &found, err
}

// Failed is a test of a mapping that does not hold.
type Failed struct {
	Name   string              `json:"name"`
	Diff   []Difference        `json:"diff"`
	Errors []transform.Problem `json:"errors"`
}

// Publishing says that the differences were seen that a draft makes.
type Publishing struct {
	// of the review; "" is enough where there are no messages to differ on
	Fingerprint string `json:"fingerprint" check:"max=64"`
}

// Publish puts a draft in use in the place of the version there was, once its tests hold and what it changes was seen.
// MAPPING_INVALID with the tests that fail, CONFIRM_REQUIRED, PLAN_EXPIRED.
func (m *Mappings) Publish(ctx context.Context, v *Mapping, in Publishing) (resource.Shown[Mapping], error) {
	return resource.Show(v), m.putInUse(ctx, v, func(live *Mapping) error {
		return m.reviewed(ctx, *v, live, in.Fingerprint)
	})
}

// Reinstate puts a version that was in use before in use again, in the place of the one there is, under the conditions
// of Publish. MAPPING_INVALID with the tests that fail, CONFIRM_REQUIRED, PLAN_EXPIRED.
func (m *Mappings) Reinstate(ctx context.Context, v *Mapping, in Publishing) (resource.Shown[Mapping], error) {
	return m.Publish(ctx, v, in)
}

// NewVersion makes a draft of the rules, lookups and tests of a version that cannot be changed any more, and answers
// the draft. MAPPING_INVALID where the rules may not be saved today.
func (m *Mappings) NewVersion(ctx context.Context, v *Mapping, _ resource.None) (resource.Shown[Mapping], error) {
	next := Mapping{
		ConnectionID: v.ConnectionID, Direction: v.Direction, Entity: v.Entity, Lookups: v.Lookups,
		Rules: v.Rules, Tests: v.Tests,
	}
	err := m.Create(ctx, &next)
	return resource.Show(&next), err
}

// putInUse does so unless a look at the version before refuses it.
func (m *Mappings) putInUse(ctx context.Context, v *Mapping, allow func(before *Mapping) error) error {
	if err := m.check(v.Entity, v.rules()); err != nil {
		return err
	}
	failed, err := m.failing(ctx, v)
	if err != nil {
		return err
	}
	if len(failed) > 0 {
		return fault.New(fault.Invalid, "MAPPING_INVALID", "test %q does not hold", failed[0].Name).With("tests", failed)
	}
	before, err := m.live(ctx, v.ConnectionID, v.Entity)
	if err == nil {
		err = allow(before)
	}
	if err != nil {
		return err
	}
	if before != nil {
		retired := *before
		retired.State = Retired
		if err := m.Table.Update(ctx, *before, &retired); err != nil {
			return err
		}
	}
	was := *v
	v.State, v.FailingTests, v.TestsFail = Live, 0, false
	return m.Table.Update(ctx, was, v)
}

// failing runs the tests of a mapping. One that reaches a limit ends it: nobody else can write meanwhile.
func (m *Mappings) failing(ctx context.Context, v *Mapping) (out []Failed, err error) {
	for _, t := range v.Tests {
		failed, holds, err := m.try(ctx, v, t)
		if err != nil {
			return nil, err
		}
		if holds {
			continue
		}
		out = append(out, failed)
		if slices.ContainsFunc(failed.Errors, func(p transform.Problem) bool { return p.Code == transform.Limit }) {
			return out, nil
		}
	}
	return out, nil
}

// try runs one test of a mapping, and says whether it holds, or how it fails.
func (m *Mappings) try(ctx context.Context, v *Mapping, t Test) (failed Failed, holds bool, err error) {
	made, err := m.run(ctx, v, t.Input)
	if err != nil {
		return failed, false, err
	}
	diff := differences(made.Output, jsonOf(t.Expected))
	return Failed{Name: t.Name, Diff: diff, Errors: made.Errors}, made.OK && len(diff) == 0, nil
}

// run gives the input of a test to the rules of a mapping.
func (m *Mappings) run(ctx context.Context, v *Mapping, input map[string]any) (transform.Result, error) {
	if v.Direction == Out {
		input = withoutEmpty(input)
	}
	files, err := placeholders(v.rules(), input)
	if err != nil {
		return transform.Result{}, err
	}
	return m.deps.Runner.Run(ctx, v.ConnectionID, v.rules(), transform.Message{Input: input, At: m.Now(), Files: files})
}

// MappingResource declares mappings to the admin.
func MappingResource(m *Mappings) resource.Declaration {
	v := new(Mapping)
	return resource.Declare(resource.Spec[Mapping]{
		Name: MappingEntity, Path: "/vms/mapping", Route: mappingRoute, Of: v, Store: m, Title: &v.ConnectionName,
		Status: &v.State, Limit: 50,
		Forgotten: resource.ByDomain("forget.go takes what names a person out of the tests"),
		Columns:   resource.Refs{&v.ConnectionName, &v.Direction, &v.Entity, &v.Number, &v.State, &v.LastUpdated},
		Hidden:    resource.Refs{&v.Note, &v.FailingTests, &v.Created},
		Row: resource.Refs{
			&v.ID, &v.ConnectionID, &v.ConnectionName, &v.Direction, &v.Entity, &v.Number, &v.State, &v.Note, &v.FailingTests,
			&v.TestsFail, &v.Created, &v.LastUpdated, &v.Version,
		},
		Related: resource.Refs{&v.ConnectionID},
		Filters: resource.Refs{&v.ConnectionID, &v.Direction, &v.Entity, &v.State, &v.TestsFail},
		Form: []resource.Group{
			resource.Section("general", &v.ConnectionID, &v.Direction, &v.Entity, &v.Note),
			resource.Section("rules", &v.Rules, &v.Lookups),
			resource.Section("tests", &v.Tests),
		},
		Access:   resource.Access{Read: role.VMSMappingRead, Create: role.VMSMappingWrite, Update: role.VMSMappingWrite},
		Editable: resource.OnlyWhile(&v.State, "vmsMapping.block.used", Draft),
		Actions: []resource.Action[Mapping]{
			resource.RecordAction("publish", role.VMSMappingWrite, m.Publish).If(&v.State, Draft),
			resource.RecordAction("newVersion", role.VMSMappingWrite, m.NewVersion).If(&v.State, Live, Retired),
			resource.RecordAction("reinstate", role.VMSMappingWrite, m.Reinstate).If(&v.State, Retired),
		},
	})
}
