package vms

import (
	"cmp"
	"context"
	"slices"
	"time"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

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
	// why, which becomes the note of the version; "" leaves that as it is
	Note string `json:"note" check:"max=500"`
}

// Publish puts a draft in use in the place of the version there was, once its tests hold and what it changes was seen.
// MAPPING_INVALID with the tests that fail, CONFIRM_REQUIRED, PLAN_EXPIRED.
func (m *Mappings) Publish(ctx context.Context, v *Mapping, in Publishing) (resource.Shown[Mapping], error) {
	return resource.Show(v), m.putInUse(ctx, v, in.Note, func(live *Mapping) error {
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

// putInUse does so unless a look at the version before refuses it. A note says why; "" leaves that of the version.
func (m *Mappings) putInUse(ctx context.Context, v *Mapping, note string, allow func(before *Mapping) error) error {
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
		retired.State, retired.LiveUntil = Retired, m.Now()
		if err := m.Table.Update(ctx, *before, &retired); err != nil {
			return err
		}
	}
	was := *v
	v.State, v.FailingTests, v.TestsFail = Live, 0, false
	v.LiveSince, v.LiveUntil, v.LiveBy = m.Now(), time.Time{}, role.From(ctx).Name
	v.Note = cmp.Or(note, v.Note)
	if err := m.Table.Update(ctx, was, v); err != nil {
		return err
	}
	return m.releaseWaiting(ctx, v)
}

// releaseWaiting lets what has waited for a version go on: applications on a connection that rests after failures, and
// messages that came when no mapping was in use.
func (m *Mappings) releaseWaiting(ctx context.Context, v *Mapping) error {
	if v.Direction == Out {
		return m.connections.resumeFailed(ctx, v.ConnectionID)
	}
	const where = "connection_id = $1 AND entity = $2 AND reason = 'MAPPING' AND detail = $3"
	_, err := releaseMessages(ctx, m.DB(), where, v.ConnectionID, string(v.Entity), noMapping)
	return err
}

// failing runs the tests of a mapping. One that reaches a limit ends it.
func (m *Mappings) failing(ctx context.Context, v *Mapping) (out []Failed, err error) {
	for _, t := range v.Tests {
		run, err := m.try(ctx, v, t)
		if err != nil {
			return nil, err
		}
		if run.Passes {
			continue
		}
		out = append(out, run.Failed)
		if run.reachesLimit() {
			return out, nil
		}
	}
	return out, nil
}

// try runs one test of a mapping, and says whether it holds, or how it fails.
func (m *Mappings) try(ctx context.Context, v *Mapping, t Test) (out TestRun, err error) {
	made, err := m.run(ctx, v, t.Input)
	if err != nil {
		return out, err
	}
	out.Failed = Failed{Name: t.Name, Diff: differences(made.Output, jsonOf(t.Expected)), Errors: made.Errors}
	out.Passes = made.OK && len(out.Diff) == 0
	for _, step := range made.Trace {
		out.TookUS += step.TookUS
	}
	return out, nil
}

// reachesLimit says whether a test took more time or memory than there is: nobody else can write meanwhile.
func (r TestRun) reachesLimit() bool {
	return slices.ContainsFunc(r.Errors, func(p transform.Problem) bool { return p.Code == transform.Limit })
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
