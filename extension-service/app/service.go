// Package app puts the product together: it is the only place that knows every domain, the web framework and the
// settings.
package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gofiber/fiber/v3"

	adminui "poolkeeper.example/admin-ui"
	directusschema "poolkeeper.example/directus-schema"
	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/admin/check"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/download"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/monitor"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/engine/support"
	"poolkeeper.example/extension-service/platform/config"
	"poolkeeper.example/extension-service/platform/httpconn"
	"poolkeeper.example/extension-service/platform/role"
	"poolkeeper.example/extension-service/platform/sharedrun"
)

// Service is the whole product behind one address.
type Service struct {
	Settings config.Settings
	Log      *slog.Logger
	DB       *store.DB
	Audit    *audit.Log
	Registry *resource.Registry
	Checks   []Check
	Messages func() string    // version of the message set
	Mappings transform.Runner // runs mappings, once it knows by which program

	parts         *parts
	down          sync.Map    // parts that /readyz has found not to work, by name
	stopping      atomic.Bool // it was told to stop, and serves until proxies have noticed
	trace         *support.Trace
	tickets       *download.Service
	compressed    compressed
	metrics       *monitor.Metrics
	traces        *monitor.Traces // nil: nobody takes them
	documentation documentation
	folds         folds
	scrubbing     sharedrun.Work // see scrub
	web           *fiber.App
	calls         []resource.Endpoint
}

// Extension declares resources of its own on top of the product's. Its tables are made by its migrations.
type Extension struct {
	Migrations fs.FS // holds migrations/*.sql
	Texts      fs.FS // holds seed/<locale>/*.json; nil where no screen shows any
	Declare    func(s *Service)
}

// Open prepares everything that must work before the first request: database, schema, declarations, routes.
func Open(ctx context.Context, settings config.Settings, log *slog.Logger, extend ...Extension) (*Service, error) {
	go func() { _, _ = directusschema.Texts() }() // they are read meanwhile, and a failure comes again
	if err := refuseEmptied(settings); err != nil {
		return nil, err
	}
	db, err := store.OpenAs(ctx, settings.DatabaseURL, connecting(settings))
	if err != nil {
		return nil, err
	}
	trace := support.NewTrace(log.Handler())
	s := &Service{
		Settings: settings, Log: slog.New(trace), trace: trace, DB: db, Audit: &audit.Log{DB: db, Now: time.Now},
		metrics: monitor.NewMetrics(version()),
	}
	if err := s.watch(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := s.prepare(ctx, extend); err != nil {
		return nil, errors.Join(err, db.Close(), s.traces.Close())
	}
	return s, nil
}

func (s *Service) prepare(ctx context.Context, extend []Extension) error {
	if err := s.checkConnections(ctx); err != nil {
		return err
	}
	if err := s.backUpFirst(ctx); err != nil {
		return fmt.Errorf("backup before the migration: %w", err)
	}
	s.DB.BeforeMigration = s.dumpFirst
	if err := s.DB.Migrate(ctx); err != nil {
		return fmt.Errorf("schema: %w", err)
	}
	s.Registry = resource.NewRegistry(s.runtime())
	s.Audit.Today = s.Registry.Today
	for i, x := range extend {
		if err := s.DB.MigrateFrom(ctx, x.Migrations, fmt.Sprintf("extension_%d_version", i)); err != nil {
			return fmt.Errorf("schema of an extension: %w", err)
		}
	}
	if err := s.assemble(ctx, extend); err != nil {
		return err
	}
	if err := s.checkDeclared(ctx); err != nil {
		return err
	}
	if err := s.DB.MakeUniqueIndexes(ctx); err != nil {
		return fmt.Errorf("unique fields: %w", err)
	}
	if err := s.DB.Refold(ctx, s.Log, s.parts.staff.Forms(), s.parts.mail.Forms()); err != nil {
		return fmt.Errorf("forms of texts: %w", err)
	}
	if !s.Settings.Loopback() {
		if err := s.parts.staff.RefuseDemoAccounts(ctx); err != nil {
			return err
		}
	}
	return s.routes()
}

// checkDeclared reports what the database, the texts and the calls of the declarations lack, all of it.
func (s *Service) checkDeclared(ctx context.Context) error {
	var found report
	var work sync.WaitGroup // beside each other, since nobody is served before the end of both
	work.Go(func() {
		found.runPhase(func() error { return check.Database(role.AsSystem(ctx, "start"), s.Registry.All()) })
	})
	work.Go(func() { found.runPhase(s.wire) })
	work.Wait()
	if damage := s.DB.Damage(); damage != nil { // no declaration is to blame
		return damage
	}
	return found.err()
}

// wire makes the calls and their documentation.
func (s *Service) wire() error {
	s.metrics.Measure(s.parts.status.IsLeader, s.readings()...)
	for _, job := range s.parts.schedule.Jobs() {
		s.metrics.ExpectWork(monitor.Schedule, job.Name, string(schedule.Failed), string(schedule.TimedOut))
	}
	for _, template := range mail.Template("").Enum().Values {
		s.metrics.ExpectWork(monitor.Mail, template, string(mail.Failed))
	}
	calls := s.placedCalls(s.endpoints()...)
	for _, one := range calls {
		s.calls = append(s.calls, one.Endpoint)
	}
	if err := errors.Join(distinct(calls), s.checkTexts()); err != nil {
		return err
	}
	s.documentation = documentationOf(s.calls)
	return nil
}

// runtime is what the resource engine needs from the rest.
func (s *Service) runtime() *resource.Runtime {
	s.tickets = &download.Service{DB: s.DB, Now: time.Now, Audit: s.record, File: s.fileOf}
	return &resource.Runtime{
		Write:   s.DB.Write,
		Since:   s.Audit.ChangesSince,
		History: s.Audit.History,
		Repeat: func(ctx context.Context, r resource.Repeat) (*resource.Repeated, error) {
			return s.DB.Repeat(ctx, r, time.Now())
		},
		Recheck: s.recheck,
		Staff: func(ctx context.Context, id int64) (*role.Caller, error) {
			return s.parts.staff.CallerFor(role.AsSystem(ctx, "owner"), id)
		},
		StartJob: func(ctx context.Context, kind, entity string, input any) (any, error) {
			return s.parts.jobs.Start(ctx, kind, entity, input)
		},
		Reading: s.reading,
		Ticket:  s.tickets.Issue,
		Text:    func(locale, key string) string { return s.parts.content.Messages.Text("", locale, key) },
		Now:     time.Now,
	}
}

// record writes one audit entry in a transaction of its own.
func (s *Service) record(ctx context.Context, entries ...store.Entry) error {
	return s.DB.Write(ctx, func(ctx context.Context) error { return s.Audit.Record(ctx, entries...) })
}

// reading records that somebody was answered sensitive fields of a record.
func (s *Service) reading(ctx context.Context, r resource.Reading) error {
	return s.Audit.RecordLater(ctx, store.Entry{
		Entity: r.Entity, ID: r.ID, ClientID: r.ClientID, LegalEntityID: r.LegalEntityID, Act: resource.Act{Action: "read"},
		Changed: r.Fields,
	})
}

// Endpoints lists every call there is, for the permission matrix and the documentation.
func (s *Service) Endpoints() []resource.Endpoint { return s.calls }

// endpoints are the calls of the product itself; those of the domains come with their declarations.
func (s *Service) endpoints() []resource.Endpoint {
	return append(s.parts.endpoints(s),
		resource.Endpoint{
			Name: "meta.get", Method: "GET", Path: "/api/meta", Unchanged: true,
			Handle: resource.Handle(s.meta),
		},
		resource.Endpoint{Name: "find.get", Method: "GET", Path: "/api/find", Handle: resource.Handle(s.find)},
		resource.Endpoint{
			Name: "service.openapi", Method: "GET", Path: "/api/openapi.json", Public: true,
			Handle: resource.Handle(s.openAPI),
		},
		resource.Endpoint{
			Name: "service.docs", Method: "GET", Path: "/api/docs", Public: true, Media: "text/html",
			Handle: resource.Handle(s.docs),
		},
		resource.Endpoint{
			Name: "service.healthz", Method: "GET", Path: "/healthz", Public: true,
			Handle: resource.Handle(s.alive),
		},
		resource.Endpoint{
			Name: "service.readyz", Method: "GET", Path: "/readyz", Public: true,
			Handle: resource.Handle(s.ready),
		},
	)
}

func (s *Service) routes() error {
	e := &edge{
		sessions: s.parts.staff, proxies: httpconn.ParseProxies(s.Settings.TrustedProxies), messages: s.Messages, log: s.Log,
		now:     time.Now,
		time:    cmp.Or(s.Settings.RequestTime, 30*time.Second),
		metrics: s.metrics, traces: s.traces, denied: s.recordDenied,
	}
	s.web = fiber.New(e.config())
	s.web.Use(e.safely)
	e.mount(s.web, s.calls)
	s.web.Add([]string{fiber.MethodGet, fiber.MethodHead}, "/metrics", s.serveMetrics)
	dist, err := distOf(adminui.Dist)
	if err != nil {
		return err
	}
	p, err := newPanel(dist, s.Settings.Auth0Issuer, s.Settings.SentryDSN, firstLists(s.Registry.All()))
	if err != nil {
		return err
	}
	for _, prefix := range []string{"/api", "/napi", "/items"} {
		s.web.Use(prefix, s.unserved)
	}
	s.web.Use(p.serve)
	return nil
}

// unserved answers under the prefixes of calls what no call has answered: another method of one, or nothing we know.
func (s *Service) unserved(c fiber.Ctx) error {
	methods := methodsAt(s.calls, c.Path())
	if len(methods) == 0 {
		return fiber.ErrNotFound
	}
	c.Set(fiber.HeaderAllow, strings.Join(methods, ", "))
	return fiber.ErrMethodNotAllowed
}

// Web is the web application, for tests that need no socket.
func (s *Service) Web() *fiber.App { return s.web }
