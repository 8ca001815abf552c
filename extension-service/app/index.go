package app

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// source gives the search index the records of one resource, read past every scope.
type source struct{ resource.Resource }

// sources lists what is indexed: every resource that declares search fields.
func (s *Service) sources() map[string]search.Source {
	out := map[string]search.Source{}
	for _, r := range s.Registry.All() {
		if about := r.Facts(); len(about.Index) > 0 {
			out[about.Name] = source{r}
		}
	}
	return out
}

// Documents loads the current records.
func (x source) Documents(ctx context.Context, ids []int64) ([]search.Document, error) {
	found, err := x.Resource.Documents(role.AsSystem(ctx, "index"), ids)
	if err != nil {
		return nil, err
	}
	out := make([]search.Document, len(found))
	for i, d := range found {
		out[i] = search.Document{
			ID: d.ID, Version: d.Version, ClientID: d.ClientID, LegalEntityID: d.LegalEntityID,
			Changed: d.Changed, Contents: d.Contents,
		}
	}
	return out, nil
}

// IDs lists ids in order.
func (x source) IDs(ctx context.Context, clientID, after int64, limit int) ([]int64, error) {
	return x.Resource.IDs(role.AsSystem(ctx, "index"), clientID, after, int64(limit))
}

// Changed lists ids by the instant of their last change.
func (x source) Changed(ctx context.Context, since time.Time) ([]int64, error) {
	return x.Resource.Changed(role.AsSystem(ctx, "index"), since)
}

// Schema follows from the declaration.
func (x source) Schema() search.Schema {
	about := x.Facts()
	schema := search.Schema{Type: about.Name, SettingsVersion: resource.IndexSettings}
	for _, f := range about.Index {
		schema.Fields = append(schema.Fields, search.Field{
			Name: f.Name, Type: search.FieldType(f.IndexType()), LabelKey: labelOf(about, f),
			Searchable: true, Sortable: f.Sortable, Filterable: true, PII: f.Personal, IsEmail: f.Kind == field.Email,
		})
	}
	return schema
}

func labelOf(about resource.Facts, f *field.Field) string {
	return "resources." + about.Name + ".fields." + f.Name
}

// Phones are the fields with phone numbers that the caller may ask for.
func (x source) Phones(ctx context.Context) (out []search.Field) {
	for _, f := range x.Resource.Phones(role.From(ctx)) {
		out = append(out, search.Field{
			Name: f.Name, Type: search.Keyword, LabelKey: labelOf(x.Facts(), f), Searchable: true,
			PII: true,
		})
	}
	return out
}

// mappingEndpoint describes the index of one resource.
func (s *Service) mappingEndpoint(about resource.Facts) resource.Endpoint {
	return resource.Endpoint{
		Name: about.Name + ".mapping", Method: "GET", Path: "/api/search/" + about.Name + "/mapping",
		Needs: append([]role.Permission{role.IndexRead}, about.Read...),
		Handle: resource.Handle(func(ctx context.Context, _ resource.None) (search.Mapping, error) {
			return s.parts.indexes.Mapping(ctx, about.Name)
		}),
	}
}

// countRows says how many records of a type have a document.
func (s *Service) countRows(ctx context.Context, typ string) (int64, error) {
	return s.Registry.Named(typ).Count(ctx)
}

// buildMissing makes the indexes that do not exist yet, or were made for other fields or settings. After each it begins
// with the first again: one that a dead process has claimed is free after a minute, and must not wait until all others
// are built. It says whether all are there, which they are not while another copy builds one.
func (s *Service) buildMissing(ctx context.Context, o search.Options) (all bool, err error) {
	for {
		types, err := s.parts.indexes.Outdated(ctx)
		if err != nil {
			return false, err
		}
		built := slices.ContainsFunc(types, func(t string) bool {
			if busy, failed := s.parts.indexAdmin.Busy(ctx, t); busy && !o.Force || failed != nil {
				err = errors.Join(err, failed)
				return false
			}
			refused := s.parts.indexAdmin.Build(ctx, t, o)
			if fault.KindOf(refused) != fault.Conflict { // another copy builds it
				err = errors.Join(err, refused)
			}
			return refused == nil
		})
		if !built {
			return len(types) == 0, err
		}
	}
}

// dropRemoved drops the indexes of resources that are gone, and what waits for them. What is younger than a day may be
// for a newer copy of the service that runs beside this one.
func (s *Service) dropRemoved(ctx context.Context) error {
	n, err := s.DB.DeleteUnknown(ctx, search.Topic, s.parts.indexes.Types(), time.Now().AddDate(0, 0, -1))
	if n > 0 {
		s.Log.Warn("changes of types without an index are dropped", "notes", n)
	}
	return errors.Join(err, s.parts.indexes.DropRemoved(ctx))
}

const (
	buildAgain = 5 * time.Second  // after a failure, and while another copy builds
	lookAgain  = 15 * time.Second // for an index that somebody else has taken away
)

// maintainIndexes builds the indexes that are missing, also those that vanish while the service runs. A build that died
// with its process holds its claim for a while.
func (s *Service) maintainIndexes(ctx context.Context) {
	trouble, dropped := "", false
	for {
		all, err := s.buildMissing(ctx, search.Options{})
		if err == nil && !dropped {
			err = s.dropRemoved(ctx)
			dropped = err == nil
		}
		text := ""
		if err != nil {
			text = err.Error()
		}
		if text != trouble && err != nil && ctx.Err() == nil {
			s.Log.Log(ctx, levelOf(err), "build missing indexes", "err", err)
		}
		trouble = text
		pause := buildAgain
		if all {
			pause = lookAgain
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// levelOf is that of a failure: that the search engine is away is told elsewhere.
func levelOf(err error) slog.Level {
	if fault.KindOf(err) == fault.Upstream {
		return slog.LevelWarn
	}
	return slog.LevelError
}

// Reindex builds the indexes of the types anew, beside the ones that serve; none named means all. What a stopped build
// has copied already may have changed since, while nobody carried it there.
func (s *Service) Reindex(ctx context.Context, types []string) error {
	if err := s.publishOutbox(ctx); err != nil {
		return err
	}
	if len(types) == 0 {
		types = s.parts.indexes.Types()
	}
	for _, t := range types {
		if err := s.parts.indexes.Reindex(ctx, t, search.Options{}); err != nil {
			return err
		}
	}
	return nil
}

// PublishAll brings every index up to date with the database and returns: what Run does all the time, once, while
// nothing else works on the indexes.
func (s *Service) PublishAll(ctx context.Context) error {
	_, err := s.buildMissing(ctx, search.Options{Force: true})
	if err := errors.Join(s.publishOutbox(ctx), err, s.dropRemoved(ctx)); err != nil {
		return err
	}
	return s.publishOutbox(ctx)
}

// publishOutbox carries what waits for the indexes.
func (s *Service) publishOutbox(ctx context.Context) error {
	relay := &store.Relay{DB: s.DB, Topic: search.Topic, Publish: s.parts.indexes.Publish, Log: s.Log}
	for {
		if n, err := relay.Step(ctx); n == 0 || err != nil {
			return err
		}
	}
}

// Indexed counts the documents of a type that a query finds.
func (s *Service) Indexed(ctx context.Context, typ, query string) (int64, error) {
	page, err := s.parts.indexes.Query(role.AsSystem(ctx, "index"), typ, search.Request{Query: query})
	return page.Total, err
}

// Drift compares the index of a type with the database.
func (s *Service) Drift(ctx context.Context, typ string) (search.Report, error) {
	return s.parts.indexes.Drift(role.AsSystem(ctx, "index"), typ, search.Options{})
}
