package search_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/platform/fault"
)

func TestRebuild_AllRecords_ReplacesTheIndex(t *testing.T) {
	t.Parallel()
	f := start(t, numbered(5300))
	if types, err := f.Outdated(t.Context()); err != nil || !slices.Equal(types, []string{"book"}) {
		t.Errorf("before: %v, %v", types, err)
	}
	var heard [][2]int64
	name, err := f.Rebuild(t.Context(), "book", search.Options{Progress: func(done, total int64) {
		heard = append(heard, [2]int64{done, total})
	}})
	if err != nil || name != "book-v1-20260301090000" {
		t.Fatalf("%s, %v", name, err)
	}
	if len(heard) != 2 || heard[1] != [2]int64{5300, 5300} || heard[0][1] != 5300 {
		t.Errorf("progress %v, want one report of a part and one of all 5300", heard)
	}
	f.equal(5300)
	f.fakeSource.version = 2
	if types, err := f.Outdated(t.Context()); err != nil || len(types) != 1 {
		t.Errorf("other settings: %v, %v", types, err)
	}
	second := f.rebuild()
	f.fakeSource.byNote = true
	if types, err := f.Outdated(t.Context()); err != nil || len(types) != 1 {
		t.Errorf("other fields: %v, %v", types, err)
	}
	f.fakeSource.byNote = false
	if second != "book-v2-20260301090000" {
		t.Errorf("name %s", second)
	}
	third := f.rebuild() // in the same second
	if third != "book-v2-20260301090001" {
		t.Errorf("name %s", third)
	}
	s := f.state()
	if got := slices.Sorted(mapsKeys(s.Indexes)); !slices.Equal(got, []string{second, third}) {
		t.Errorf("kept %v", got)
	}
	if got := s.Aliases["book-previous"].Indexes; !slices.Equal(got, []string{second}) {
		t.Errorf("previous %v", got)
	}
	if types, err := f.Outdated(t.Context()); err != nil || len(types) != 0 {
		t.Errorf("after: %v, %v", types, err)
	}
}

// The index of a resource that has been removed goes, and no other.
func TestIndex_OfARemovedResource_IsDropped(t *testing.T) {
	t.Parallel()
	f := built(t, map[int64]string{1: "Go"})
	gone := search.New(f.Engine, map[string]search.Source{"film": f.fakeSource}, f.Log, f.Now)
	if err := f.DropRemoved(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.equal(1)
	if err := gone.DropRemoved(t.Context()); err != nil {
		t.Fatal(err)
	}
	if types, err := f.Engine.Types(t.Context()); err != nil || len(types) != 0 {
		t.Errorf("left are %v, %v", types, err)
	}
}

func mapsKeys[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

func numbered(n int64) map[int64]string {
	out := map[int64]string{}
	for id := range n {
		out[id+1] = fmt.Sprintf("book %d", id+1)
	}
	return out
}

// Rows are changed, deleted and created after every page of the copy; queries never fail meanwhile.
func TestRebuild_ConcurrentWrites_LosesNothing(t *testing.T) {
	t.Parallel()
	f := built(t, numbered(2100))
	next := int64(0)
	f.fakeSource.onLoad = func(ids int) {
		if ids < 100 {
			return
		}
		next++
		onLoad := f.fakeSource.onLoad
		f.fakeSource.onLoad = nil
		f.publish(map[int64]string{next: "changed", 1000 + next: "", 2000 + next: "changed", 5000 + next: "new"})
		if page, err := f.Query(t.Context(), "book", search.Request{Query: `title:*book 1*`, Size: 1}); err != nil ||
			page.Total == 0 {
			t.Errorf("query during a rebuild: %d, %v", page.Total, err)
		}
		f.fakeSource.onLoad = onLoad
	}
	f.rebuild()
	if next < 3 {
		t.Fatalf("only %d changes were made", next)
	}
	f.fakeSource.onLoad = nil
	f.equal(2100)
}

func TestRebuild_FailedCheck_LeavesTheOldIndex(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func([]search.Document) []search.Document{
		"documents are lost": func(docs []search.Document) []search.Document { return docs[:max(0, len(docs)-1)] },
		"a field is changed": func(docs []search.Document) []search.Document {
			out := slices.Clone(docs)
			for i := range out {
				out[i].Contents = search.ContentsOf(map[string]any{"title": "spoilt"})
			}
			return out
		},
		"one in their midst is lost": func(docs []search.Document) []search.Document {
			return slices.DeleteFunc(slices.Clone(docs), func(d search.Document) bool { return d.ID == 250 })
		},
		"a document too many": func(docs []search.Document) []search.Document {
			return append(slices.Clone(docs), search.Document{ID: 77_777, Version: 1})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := built(t, numbered(300))
			old := f.state()
			f.Rand = func(n int64) int64 { return n - 1 } // so that only the first 200 are looked at as a whole
			f.Engine = wrapped{f.Engine, func(_ string, docs []search.Document) []search.Document { return spoil(docs) }}
			if _, err := f.Rebuild(t.Context(), "book", search.Options{}); err == nil ||
				!strings.Contains(err.Error(), "differs from the database") {
				t.Errorf("rebuild: %v", err)
			}
			if now := f.state(); !reflect.DeepEqual(now.Indexes, old.Indexes) ||
				now.Aliases["book"].Indexes[0] != old.Aliases["book"].Indexes[0] || len(now.Aliases) != len(old.Aliases) {
				t.Errorf("left %+v, was %+v", now, old)
			}
			f.equal(300)
		})
	}
}

// A rebuild is stopped and rows change meanwhile: the next one continues it, and reads only the rest and the changes.
func TestRebuild_StoppedOrKilled_Continues(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(f *fixture, unfinished string){
		"stopped": func(*fixture, string) {},
		"killed": func(f *fixture, unfinished string) {
			if err := f.Engine.Alias(t.Context(), map[string][]string{"book-rebuild": {unfinished}}); err != nil {
				t.Fatal(err)
			}
			f.clock.at = f.clock.at.Add(31 * time.Second)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := built(t, numbered(11_500))
			live := f.state().Aliases["book"].Indexes
			ctx, cancel := context.WithCancel(t.Context())
			if _, err := f.Rebuild(ctx, "book", search.Options{Progress: func(int64, int64) { cancel() }}); err == nil {
				t.Fatal("the rebuild was not stopped")
			}
			s := f.state()
			left := s.Aliases["book-write"].Indexes
			if len(s.Indexes) != 2 || len(left) != 2 || !slices.Equal(s.Aliases["book"].Indexes, live) ||
				len(s.Aliases["book-rebuild"].Indexes) != 0 {
				t.Fatalf("left %+v", s)
			}
			if types, err := f.Outdated(t.Context()); err != nil || len(types) != 1 {
				t.Errorf("nobody is told of it: %v, %v", types, err)
			}
			leave(f, left[1])
			f.publish(map[int64]string{7: "changed", 8: "", 11_400: "changed", 20_000: "new"})
			read := 0
			f.fakeSource.onLoad = func(ids int) { read += ids }
			if went := f.rebuild(); went != left[1] {
				t.Errorf("went on with %s, not %s", went, left[1])
			}
			if read > 6500+200 {
				t.Errorf("%d rows were read again", read)
			}
			f.fakeSource.onLoad = nil
			f.equal(11_500)
			f.expectIDs(search.Request{Query: `title:"changed"`}, 11_400, 7)
		})
	}
}

// What was begun for other settings is of no use.
func TestRebuild_OtherSettings_BeginsAnew(t *testing.T) {
	t.Parallel()
	f := built(t, numbered(5500))
	ctx, cancel := context.WithCancel(t.Context())
	_, err := f.Rebuild(ctx, "book", search.Options{Progress: func(int64, int64) { cancel() }})
	f.fakeSource.version = 2
	if name := f.rebuild(); err == nil || !strings.HasPrefix(name, "book-v2-") || len(f.state().Indexes) != 2 {
		t.Errorf("%v, then %s, left %+v", err, name, f.state())
	}
	f.equal(5500)
}

func TestRebuild_SecondOne_IsRefusedUnlessForced(t *testing.T) {
	t.Parallel()
	f := built(t, numbered(1500))
	inside := func(o search.Options, pause time.Duration) (first, second error) {
		once := true
		_, first = f.Rebuild(t.Context(), "book", search.Options{Progress: func(int64, int64) {
			if once {
				once = false
				f.clock.at = f.clock.at.Add(pause)
				_, second = f.Rebuild(t.Context(), "book", o)
			}
		}})
		return first, second
	}
	if first, second := inside(search.Options{}, 19*time.Second); first != nil ||
		fault.CodeOf(second) != "REBUILD_RUNNING" {
		t.Errorf("while one runs: %v, %v", first, second)
	}
	if first, second := inside(search.Options{Force: true}, 19*time.Second); first == nil || second != nil {
		t.Errorf("by force: %v, %v", first, second)
	}
	if first, second := inside(search.Options{}, 31*time.Second); first == nil || second != nil {
		t.Errorf("after one that died: %v, %v", first, second)
	}
	if s := f.state(); len(s.Indexes) != 2 || len(s.Aliases["book-rebuild"].Indexes) != 0 ||
		len(s.Aliases["book-write"].Indexes) != 2 {
		t.Errorf("left %+v", s)
	}
	f.equal(1500)
}

func TestRollback_ToTheFormerIndex_WorksUntilItExpires(t *testing.T) {
	t.Parallel()
	f := built(t, numbered(3))
	if _, err := f.Rollback(t.Context(), "book"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("nothing to roll back to: %v", err)
	}
	first := f.state().Aliases["book"].Indexes[0]
	second := f.rebuild()
	f.publish(map[int64]string{1: "after the swap", 2: ""})
	if back, err := f.Rollback(t.Context(), "book"); back != first || err != nil {
		t.Fatalf("back to %s, %v", back, err)
	}
	f.expectIDs(search.Request{Query: `title:"After the swap"`}, 1)
	f.equal(2)
	if back, err := f.Rollback(t.Context(), "book"); back != second || err != nil {
		t.Fatalf("and forth to %s, %v", back, err)
	}
	f.clock.at = f.clock.at.Add(day - time.Second)
	if gone, err := f.Expire(t.Context()); len(gone) != 0 || err != nil {
		t.Errorf("too early: %v, %v", gone, err)
	}
	f.clock.at = f.clock.at.Add(time.Second)
	if gone, err := f.Expire(t.Context()); !slices.Equal(gone, []string{first}) || err != nil {
		t.Errorf("expired %v, %v", gone, err)
	}
	f.publish(map[int64]string{4: "four"})
	f.equal(3)
	if len(f.state().Indexes) != 1 {
		t.Errorf("left %+v", f.state())
	}
}

func TestReindex_AllTypesOrOne_Rebuilds(t *testing.T) {
	t.Parallel()
	f := start(t, numbered(3))
	if err := f.Reindex(t.Context(), "", search.Options{}); err != nil {
		t.Fatal(err)
	}
	f.equal(3)
	if err := f.Reindex(t.Context(), "nope", search.Options{}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("unknown type: %v", err)
	}
}

func TestRefresh_OfOneClient_UpdatesItsDocuments(t *testing.T) {
	t.Parallel()
	f := built(t, numbered(6)) // odd ids belong to client 2
	f.fakeSource.set(map[int64]string{1: "changed", 3: "", 2: "changed", 4: "", 7: "new"})
	moved := f.fakeSource.rows[5]
	moved.ClientID, moved.Version = 1, moved.Version+1
	f.fakeSource.rows[5] = moved
	if err := f.RefreshClient(t.Context(), "book", 2, search.Options{}); err != nil {
		t.Fatal(err)
	}
	f.expectIDs(search.Request{ClientIDs: []int64{2}}, 7, 1)
	f.expectIDs(search.Request{Query: `title:"changed"`}, 1)
	f.expectIDs(search.Request{ClientIDs: []int64{1}}, 6, 5, 4, 2) // 2 and 4 wait for their own notes
	if got := f.counts(); got[search.OK] != 4 || got[search.Stale] != 1 || got[search.MissingInDB] != 1 {
		t.Errorf("drift %v", got)
	}
	if err := f.RefreshClient(t.Context(), "book", 0, search.Options{}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("no client: %v", err)
	}
}

func TestDrift_Found_IsRepaired(t *testing.T) {
	t.Parallel()
	f := built(t, numbered(1200))
	ctx, live := t.Context(), f.state().Aliases["book"].Indexes[0]
	f.fakeSource.set(map[int64]string{10: "changed", 20: "", 2000: "new"})
	ahead := f.fakeSource.rows[30] // as after a restored backup
	ahead.Version = 50
	orphan := search.Document{ID: 1_000_000, Version: 3, Contents: search.ContentsOf(map[string]any{"title": "orphan"})}
	gone := search.Document{ID: 40, Version: 60, Deleted: true}
	if err := f.Engine.Write(ctx, live, []search.Document{ahead, orphan, gone}); err != nil {
		t.Fatal(err)
	}
	r, err := f.Drift(ctx, "book", search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := (map[search.Drift]int64{
		search.OK: 1196, search.Stale: 2, search.MissingInIndex: 2,
		search.MissingInDB: 2,
	}); !reflect.DeepEqual(r.Counts, want) {
		t.Errorf("counts %v, want %v", r.Counts, want)
	}
	if want := []int64{10, 20, 30, 40, 2000, 1_000_000}; !slices.Equal(r.IDs, want) {
		t.Errorf("ids %v, want %v", r.IDs, want)
	}
	stale := r.Samples[search.Stale][0]
	if want := []search.FieldDifference{{Name: "title", Index: "book 10", DB: "changed"}}; stale.ID != 10 ||
		!reflect.DeepEqual(stale.Fields, want) {
		t.Errorf("sample %+v", stale)
	}
	if r.Oldest == nil || !r.Oldest.Equal(f.clock.at) {
		t.Errorf("oldest %v", r.Oldest)
	}
	if left, err := f.Repair(ctx, "book", []int64{10, 20, 10}); len(left) != 0 || err != nil {
		t.Errorf("left %v, %v", left, err)
	}
	if got := f.counts(); got[search.OK] != 1197 || got[search.MissingInDB] != 1 {
		t.Errorf("only the listed ids are repaired: %v", got)
	}
	if left, err := f.Repair(ctx, "book", r.IDs); len(left) != 0 || err != nil {
		t.Errorf("left %v, %v", left, err)
	}
	f.equal(1200)
}
