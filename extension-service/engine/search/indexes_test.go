package search_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

func TestQuery_EachForm_FindsItsDocuments(t *testing.T) {
	t.Parallel()
	f := built(t, map[int64]string{1: "Go in practice", 2: "SQL in practice", 3: "Gardening"})
	for name, tc := range map[string]struct {
		request search.Request
		want    []int64
	}{
		"everything":         {search.Request{}, []int64{3, 2, 1}},
		"a text":             {search.Request{Query: `title:"GO in practice"`}, []int64{1}},
		"half a text":        {search.Request{Query: `title:"PRACTICE"`}, nil},
		"a part":             {search.Request{Query: `title:*PRACTICE*`}, []int64{2, 1}},
		"an id":              {search.Request{Query: "id:2"}, []int64{2}},
		"joined":             {search.Request{Query: `title:*in* AND status:"open" AND title:*go*`}, []int64{1}},
		"a client":           {search.Request{ClientIDs: []int64{2}}, []int64{3, 1}},
		"all clients":        {search.Request{ClientIDs: []int64{0, 2}}, []int64{3, 2, 1}},
		"a filter":           {search.Request{Filters: map[string]any{"pages": 2}}, []int64{2}},
		"a list":             {search.Request{Filters: map[string]any{"pages": []any{"1", float64(3)}}}, []int64{3, 1}},
		"a text as a filter": {search.Request{Filters: map[string]any{"title": "garden"}}, []int64{3}},
		"a filter of ids":    {search.Request{Filters: map[string]any{"id": []any{"1", "2"}}}, []int64{2, 1}},
		"empty filters": {
			search.Request{Filters: map[string]any{"title": "", "status": nil, "pages": []any{}}},
			[]int64{3, 2, 1},
		},
		"an order": {search.Request{Sort: []search.Order{{Field: "title", Order: "asc"}}}, []int64{3, 1, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := *f
			g.t = t
			g.expectIDs(tc.request, tc.want...)
		})
	}
}

func TestQuery_InvalidRequest_IsRefused(t *testing.T) {
	t.Parallel()
	f := built(t, map[int64]string{1: "Go"})
	for name, tc := range map[string]struct {
		request search.Request
		code    string
	}{
		"beyond the window":        {search.Request{Offset: 9_991}, "WINDOW_TOO_LARGE"},
		"far beyond":               {search.Request{Offset: 1 << 62}, "WINDOW_TOO_LARGE"},
		"a negative offset":        {search.Request{Offset: -1}, "VALIDATION"},
		"a negative size":          {search.Request{Size: -1}, "VALIDATION"},
		"a huge size":              {search.Request{Size: 1001}, "VALIDATION"},
		"an unknown sort field":    {search.Request{Sort: []search.Order{{Field: "nope"}}}, "VALIDATION"},
		"a field one cannot sort":  {search.Request{Sort: []search.Order{{Field: "status"}}}, "VALIDATION"},
		"a place to sort by":       {search.Request{Sort: []search.Order{{Field: "place"}}}, "VALIDATION"},
		"a place as a filter":      {search.Request{Filters: map[string]any{"place": "here"}}, "VALIDATION"},
		"a place in the query":     {search.Request{Query: `place:"here"`}, "VALIDATION"},
		"an unknown direction":     {search.Request{Sort: []search.Order{{Field: "title", Order: "up"}}}, "VALIDATION"},
		"an unknown filter":        {search.Request{Filters: map[string]any{"nope": 1}}, "UNKNOWN_FIELD"},
		"a field stored only":      {search.Request{Filters: map[string]any{"note": "x"}}, "UNKNOWN_FIELD"},
		"a filter of another type": {search.Request{Filters: map[string]any{"pages": "x"}}, "VALIDATION"},
		"an object as a filter":    {search.Request{Filters: map[string]any{"title": map[string]any{"a": 1}}}, "VALIDATION"},
		"too many values":          {search.Request{Filters: map[string]any{"status": make([]string, 201)}}, "VALIDATION"},
		"a broken query":           {search.Request{Query: "title:Go"}, "VALIDATION"},
		"an unknown query field":   {search.Request{Query: `pages:"1"`}, "UNKNOWN_FIELD"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := f.Query(t.Context(), "book", tc.request); fault.CodeOf(err) != tc.code {
				t.Errorf("%v, want %s", err, tc.code)
			}
		})
	}
	if _, err := f.Query(t.Context(), "nope", search.Request{}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("unknown type: %v", err)
	}
	if _, err := f.Query(t.Context(), "book", search.Request{Offset: 9_990}); err != nil {
		t.Errorf("the last page of the window: %v", err)
	}
}

func TestScope_Caller_LimitsQueriesAndWrites(t *testing.T) {
	t.Parallel()
	f := built(t, map[int64]string{1: "a", 2: "b", 3: "c"})
	ctx := role.With(t.Context(), &role.Caller{
		Kind:  role.Admin,
		Scope: role.Scope{ClientIDs: []int64{1}, LegalEntityIDs: []int64{30}},
	})
	page, err := f.Query(ctx, "book", search.Request{})
	if err != nil || page.Total != 2 || page.Hits[0].ID != 3 || page.Hits[1].ID != 2 {
		t.Errorf("%+v, %v", page, err)
	}
	if _, err := f.IndexRecord(ctx, "book", 1); fault.KindOf(err) != fault.NotFound {
		t.Errorf("put outside the scope: %v", err)
	}
	if _, err := f.Delete(ctx, "book", 1); fault.KindOf(err) != fault.NotFound {
		t.Errorf("delete outside the scope: %v", err)
	}
	f.expectIDs(search.Request{}, 3, 2, 1)
}

func TestIndex_MissingOrUnreachable_IsUnavailable(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	if _, err := f.Query(t.Context(), "book", search.Request{}); fault.CodeOf(err) != "INDEX_UNAVAILABLE" {
		t.Errorf("before the first build: %v", err)
	}
	f.rebuild()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Query(ctx, "book", search.Request{}); fault.CodeOf(err) != "INDEX_UNAVAILABLE" {
		t.Errorf("engine does not answer: %v", err)
	}
}

func TestMapping_BeforeAndAfterTheFirstBuild_ListsTheFields(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	if m, err := f.Mapping(t.Context(), "book"); err != nil || m.IndexName != "" || len(m.Fields) != 5 {
		t.Errorf("before the first build: %+v, %v", m, err)
	}
	f.rebuild()
	m, err := f.Mapping(t.Context(), "book")
	if err != nil || m.IndexName != "book-v1-20260301090000" || m.Alias != "book" || m.SettingsVersion != 1 {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestPublish_ChangedRecords_UpdateTheirDocuments(t *testing.T) {
	t.Parallel()
	f := built(t, map[int64]string{1: "one", 2: "two"})
	f.publish(map[int64]string{1: "first", 2: "", 3: "three"})
	f.expectIDs(search.Request{}, 3, 1)
	f.expectIDs(search.Request{Query: `title:"first"`}, 1)

	notes := append(f.fakeSource.set(map[int64]string{1: "second"}), f.fakeSource.set(map[int64]string{1: "third"})...)
	f.fakeSource.loads = 0
	for range 3 {
		if err := f.Publish(t.Context(), notes); err != nil {
			t.Fatal(err)
		}
	}
	if f.fakeSource.loads != 3 {
		t.Errorf("rows loaded %d times for 3 runs", f.fakeSource.loads)
	}
	f.expectIDs(search.Request{Query: `title:"third"`}, 1)
	stale := []search.Document{{ID: 2, Version: 1, Contents: search.ContentsOf(map[string]any{"title": "late"})}}
	if err := f.Engine.Write(t.Context(), f.state().Aliases["book-write"].Indexes[0], stale); err != nil {
		t.Fatal(err)
	}
	f.expectIDs(search.Request{}, 3, 1)
	f.equal(2)
}

// Whoever upgrades runs an older copy beside a newer one for a while: that one knows the type.
func TestPublish_TypeOfANewerVersion_LeavesChangesInTheOutbox(t *testing.T) {
	t.Parallel()
	f := built(t, map[int64]string{1: "one"})
	notes := append(f.fakeSource.set(map[int64]string{1: "first"}),
		store.OutboxMessage{Entity: "nope", EntityID: 1, Version: 1})
	undelivered, is := errors.AsType[*store.UndeliveredError](f.Publish(t.Context(), notes))
	if !is || !slices.Equal(undelivered.Entities, []string{"nope"}) {
		t.Errorf("kept: %v", undelivered)
	}
	f.expectIDs(search.Request{Query: `title:"first"`}, 1)
}

func TestPublish_NoIndexYet_LeavesChangesInTheOutbox(t *testing.T) {
	t.Parallel()
	f := start(t, map[int64]string{1: "one"})
	notes := f.fakeSource.set(map[int64]string{1: "first"})
	if undelivered, is := errors.AsType[*store.UndeliveredError](f.Publish(t.Context(), notes)); !is ||
		!slices.Equal(undelivered.Entities, []string{"book"}) {
		t.Errorf("kept: %v", undelivered)
	}
	f.rebuild()
	if err := f.Publish(t.Context(), notes); err != nil {
		t.Errorf("with an index: %v", err)
	}
}

func TestPublish_FailingSource_ReturnsTheError(t *testing.T) {
	t.Parallel()
	f := built(t, map[int64]string{1: "one"})
	broken := errors.New("broken")
	f.Sources["book"] = failing{f.fakeSource, broken}
	if err := f.Publish(t.Context(), f.fakeSource.set(map[int64]string{1: "two"})); !errors.Is(err, broken) {
		t.Errorf("notes would be lost: %v", err)
	}
}

type failing struct {
	*fakeSource
	err error
}

func (f failing) Documents(context.Context, []int64) ([]search.Document, error) { return nil, f.err }

func TestDocument_WrittenAndDeleted_FollowsItsRecord(t *testing.T) {
	t.Parallel()
	f := built(t, map[int64]string{1: "one", 2: "two"})
	f.fakeSource.set(map[int64]string{1: "first"}) // its note is still on the way
	if v, err := f.IndexRecord(t.Context(), "book", 1); v != 2 || err != nil {
		t.Errorf("version %d, %v", v, err)
	}
	f.expectIDs(search.Request{Query: `title:"first"`}, 1)
	if _, err := f.IndexRecord(t.Context(), "book", 9); fault.KindOf(err) != fault.NotFound {
		t.Errorf("unknown record: %v", err)
	}
	if exists, err := f.Delete(t.Context(), "book", 1); !exists || err != nil {
		t.Errorf("exists %v, %v", exists, err)
	}
	f.expectIDs(search.Request{}, 2)
	f.fakeSource.set(map[int64]string{2: ""})
	if exists, err := f.Delete(t.Context(), "book", 2); exists || err != nil {
		t.Errorf("exists %v, %v", exists, err)
	}
	if _, err := f.IndexRecord(t.Context(), "book", 1); err != nil {
		t.Fatal(err)
	}
	f.expectIDs(search.Request{}, 1)
}
