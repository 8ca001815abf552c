package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"poolkeeper.example/extension-service/platform/fault"
)

const (
	pageSize  = 1000
	copied    = 5 * pageSize     // documents of one write: each write is a segment of the index, which are merged later
	sampled   = 200              // documents compared before a swap
	lease     = 20 * time.Second // after which a rebuild that shows no life counts as dead
	renewal   = lease / 4        // how often a rebuild shows it, which costs a cluster as much as some hundred documents
	maxListed = 10_000           // differing ids that are looked at one by one

	patienceForRelay = 4 // how many times the wait for the relay may last while it has yet to bring earlier changes
)

// Retention is how long the previous index is kept for a rollback.
const Retention = 24 * time.Hour

// Options of a rebuild. Force takes over from one that is running and begins anew, Resume goes on with what another
// pass of the same work has left, which is known to be dead. Progress, if any, hears how many of how many documents are
// done, and Enter which phase begins, on which index.
type Options struct {
	Force, Resume bool
	Progress      func(done, total int64)
	Enter         func(phase Phase, index string)
}

// Phase is a part of a rebuild.
type Phase string

// The phases in their order. Compare is also that of a report of differences, Copy that of a repair.
const (
	Create  Phase = "CREATE"
	Copy    Phase = "COPY"
	Compare Phase = "COMPARE"
	Swap    Phase = "SWAP"
)

func (o Options) enter(p Phase, index string) {
	if o.Enter != nil {
		o.Enter(p, index)
	}
}

func (o Options) report(done, total int64) {
	if o.Progress != nil {
		o.Progress(done, max(done, total))
	}
}

// Reindex rebuilds one type, or all of them for "".
func (x *Indexes) Reindex(ctx context.Context, typ string, o Options) error {
	types := []string{typ}
	if typ == "" {
		types = x.Types()
	}
	for _, t := range types {
		if _, err := x.Rebuild(ctx, t, o); err != nil {
			return fmt.Errorf("reindex %s: %w", t, err)
		}
	}
	return nil
}

// Rebuild makes a new index beside the old one, both take live writes while rows are copied, then it compares the two
// sides and swaps the alias. The old index is kept for Rollback. When anything fails the old one stays as it was. One
// that was stopped, or killed, is gone on with: what it copied has taken every live write since. It answers NOT_FOUND
// for an unknown type and REBUILD_RUNNING while another one shows life.
func (x *Indexes) Rebuild(ctx context.Context, typ string, o Options) (index string, err error) {
	src, err := x.source(typ)
	if err != nil {
		return "", err
	}
	b := &build{Indexes: x, typ: typ, src: src, Options: o}
	watched, done := b.watch(ctx)
	defer done()
	b.enter(Create, "")
	if err := b.start(watched); err != nil {
		return "", unavailable(b.failureReason(watched, err))
	}
	for _, step := range []struct {
		phase Phase
		do    func(context.Context) error
	}{{Copy, b.copy}, {Compare, b.check}, {Swap, b.swap}} {
		b.enter(step.phase, b.name)
		if err := step.do(watched); err != nil {
			err = b.failureReason(watched, err)
			return "", unavailable(errors.Join(err, b.cleanUp(context.WithoutCancel(ctx), ctx.Err() != nil)))
		}
	}
	return b.name, nil
}

// build is one rebuild under way.
type build struct {
	*Indexes
	Options
	typ   string
	src   Source
	name  string
	begun bool // by another rebuild, which was stopped
	total int64
	moved func() // says that the build goes on

	guard sync.Mutex // of what follows, while several are at it
	done  int64
	shown time.Time // when it last claimed the type by its own clock
	since time.Time // and by the engine's
}

func (b *build) start(ctx context.Context) error {
	state, err := b.Engine.State(ctx, b.typ)
	if err != nil {
		return err
	}
	running := b.claimed(state, b.typ) && !b.Resume
	if running && !b.Force {
		return fault.New(fault.Conflict, "REBUILD_RUNNING", "%s is being built", state.indexFor(rebuildAlias(b.typ)))
	}
	for _, name := range state.unfinished(b.typ) {
		if !running && b.continues(state, name) {
			b.name, b.begun = name, true
		} else if err := b.abandon(ctx, name); err != nil {
			return err
		}
	}
	err = eachPage(ctx, walkIDs(b.src), func(p page) error {
		b.total += int64(len(p.ids))
		b.moved()
		return nil
	})
	if err != nil {
		return err
	}
	if b.begun {
		return b.claim(ctx, map[string][]string{})
	}
	return b.create(ctx)
}

// continues says whether an unfinished index has missed no live write and is of today's fields and settings.
func (b *build) continues(state State, name string) bool {
	return b.name == "" && slices.Contains(state.Aliases[writeAlias(b.typ)].Indexes, name) &&
		state.Indexes[name].Equal(b.src.Schema())
}

// create makes the index and lets it take live writes before the first row is copied.
func (b *build) create(ctx context.Context) error {
	state, err := b.Engine.State(ctx, b.typ)
	if err != nil {
		return err
	}
	schema := b.src.Schema()
	for at := b.Now().UTC(); ; at = at.Add(time.Second) {
		b.name = fmt.Sprintf("%s-v%d-%s", b.typ, schema.SettingsVersion, at.Format("20060102150405"))
		if _, exists := state.Indexes[b.name]; !exists {
			break
		}
	}
	if err := b.Engine.Create(ctx, b.name, schema); err != nil {
		return err
	}
	err = b.claim(ctx, map[string][]string{writeAlias(b.typ): append(state.Aliases[writeAlias(b.typ)].Indexes, b.name)})
	if err != nil {
		return errors.Join(err, b.Engine.Drop(context.WithoutCancel(ctx), b.name))
	}
	return nil
}

// alive renews the claim on the type from time to time, unless another rebuild has taken it.
func (b *build) alive(ctx context.Context) error {
	b.moved()
	b.guard.Lock()
	defer b.guard.Unlock()
	if b.Now().Sub(b.shown) < renewal {
		return nil
	}
	if mine, err := b.claims(ctx); err != nil || !mine {
		return errors.Join(err, &FailedError{Reason: Superseded, Index: b.name})
	}
	return b.claim(ctx, map[string][]string{})
}

// claims says whether the type is claimed by this very rebuild: another one may go on with the same index.
func (b *build) claims(ctx context.Context) (bool, error) {
	state, err := b.Engine.State(ctx, b.typ)
	return state.indexFor(rebuildAlias(b.typ)) == b.name && state.Aliases[rebuildAlias(b.typ)].Since.Equal(b.since), err
}

// claim takes the type, and points other aliases in the same step.
func (b *build) claim(ctx context.Context, aliases map[string][]string) error {
	aliases[rebuildAlias(b.typ)] = []string{b.name}
	if err := b.Engine.Alias(ctx, aliases); err != nil {
		return err
	}
	state, err := b.Engine.State(ctx, b.typ)
	b.shown, b.since = b.Now(), state.Aliases[rebuildAlias(b.typ)].Since
	return err
}

// check compares the ids of both sides, which settles the counts, and a sample of whole documents.
func (b *build) check(ctx context.Context) error {
	if err := b.Engine.Refresh(ctx, b.name); err != nil {
		return err
	}
	var sample, suspects []int64
	seen := int64(0)
	err := eachPage(ctx, walkIDs(b.src), func(p page) error {
		for _, id := range p.ids {
			seen++
			if len(sample) < sampled {
				sample = append(sample, id)
			} else if at := b.Rand(seen); at < sampled {
				sample[at] = id
			}
		}
		differing, err := b.onOneSide(ctx, p)
		suspects = append(suspects, differing...)
		if err == nil && len(suspects) > maxListed {
			err = &FailedError{Reason: Differs, Index: b.name, Documents: len(suspects)}
		}
		return errors.Join(err, b.alive(ctx))
	})
	if err != nil {
		return err
	}
	left, err := b.awaitEqual(ctx, b.typ, b.name, append(sample, suspects...))
	if err != nil {
		return err
	}
	if len(left) > 0 {
		return &FailedError{Reason: Differs, Index: b.name, Documents: len(left), Such: left[0]}
	}
	return nil
}

// onOneSide returns the ids of a page that either side lacks, in order. Both sides tell theirs in order.
func (b *build) onOneSide(ctx context.Context, p page) ([]int64, error) {
	var out []int64
	rows := p.ids
	err := b.eachHit(ctx, b.name, Query{After: p.after, UpTo: p.upTo, IDsOnly: true}, func(h Hit) error {
		lacking, found := slices.BinarySearch(rows, h.ID)
		out, rows = append(out, rows[:lacking]...), rows[lacking:]
		if found {
			rows = rows[1:]
		} else {
			out = append(out, h.ID)
		}
		return nil
	})
	return append(out, rows...), err
}

func (b *build) swap(ctx context.Context) error {
	b.shown = time.Time{}
	if err := b.alive(ctx); err != nil {
		return err
	}
	state, err := b.Engine.State(ctx, b.typ)
	if err != nil {
		return err
	}
	old, _ := state.live(b.typ)
	older := state.indexFor(previousAlias(b.typ))
	wanted := []string{}
	if old != "" {
		wanted = append(wanted, old)
	}
	err = b.Engine.Alias(ctx, map[string][]string{
		b.typ:                {b.name},
		writeAlias(b.typ):    append([]string{b.name}, wanted...),
		previousAlias(b.typ): wanted,
		rebuildAlias(b.typ):  nil,
	})
	if err != nil || older == "" || older == old {
		return err
	}
	if err := b.Engine.Drop(ctx, older); err != nil {
		b.Log.Warn("index: an old index could not be dropped", "index", older, "err", err)
	}
	return nil
}

// cleanUp gives up what failed. What was only stopped is left for the next rebuild to go on with, and what was taken
// over is another's.
func (b *build) cleanUp(ctx context.Context, stopped bool) error {
	if mine, err := b.claims(ctx); err != nil || !mine {
		return err
	}
	if !stopped {
		return b.abandon(ctx, b.name)
	}
	return b.Engine.Alias(ctx, map[string][]string{rebuildAlias(b.typ): nil})
}

// abandon takes an unfinished index away.
func (b *build) abandon(ctx context.Context, name string) error {
	state, err := b.Engine.State(ctx, b.typ)
	if err != nil {
		return err
	}
	aliases := map[string][]string{writeAlias(b.typ): removeName(state.Aliases[writeAlias(b.typ)].Indexes, name)}
	if state.indexFor(rebuildAlias(b.typ)) == name {
		aliases[rebuildAlias(b.typ)] = nil
	}
	return errors.Join(b.Engine.Alias(ctx, aliases), b.Engine.Drop(ctx, name))
}

func removeName(names []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == name })
}

// Rollback reads the previous index again, which has taken every live write since, and keeps the present one in its
// place. It answers NOT_FOUND when none is kept.
func (x *Indexes) Rollback(ctx context.Context, typ string) (index string, err error) {
	if _, err := x.source(typ); err != nil {
		return "", err
	}
	state, err := x.Engine.State(ctx, typ)
	if err != nil {
		return "", unavailable(err)
	}
	now, _ := state.live(typ)
	back := state.indexFor(previousAlias(typ))
	if back == "" {
		return "", fault.New(fault.NotFound, "NOT_FOUND", "no earlier index of type %s is kept", typ)
	}
	err = x.Engine.Alias(ctx, map[string][]string{typ: {back}, previousAlias(typ): {now}})
	return back, unavailable(err)
}

// Expire drops the indexes that were kept for a rollback a day ago or longer, and says which.
func (x *Indexes) Expire(ctx context.Context) ([]string, error) {
	var out []string
	for _, typ := range x.Types() {
		state, err := x.Engine.State(ctx, typ)
		if err != nil {
			return out, unavailable(err)
		}
		previous := state.Aliases[previousAlias(typ)]
		if len(previous.Indexes) == 0 || x.Now().Sub(previous.Since) < Retention {
			continue
		}
		name := previous.Indexes[0]
		err = x.Engine.Alias(ctx, map[string][]string{
			previousAlias(typ): nil,
			writeAlias(typ):    removeName(state.Aliases[writeAlias(typ)].Indexes, name),
		})
		if err := errors.Join(err, x.Engine.Drop(ctx, name)); err != nil {
			return out, unavailable(err)
		}
		out = append(out, name)
	}
	return out, nil
}
