package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/staff"
	"poolkeeper.example/extension-service/engine/access"
	"poolkeeper.example/extension-service/engine/admin/imports"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/admin/texts"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/clienterrors"
	"poolkeeper.example/extension-service/engine/content"
	"poolkeeper.example/extension-service/engine/dashboard"
	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/mail"
	"poolkeeper.example/extension-service/engine/notes"
	"poolkeeper.example/extension-service/engine/planned"
	"poolkeeper.example/extension-service/engine/preferences"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/search/admin"
	"poolkeeper.example/extension-service/engine/settings"
	"poolkeeper.example/extension-service/engine/status"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/engine/views"
	"poolkeeper.example/extension-service/platform/role"
)

// parts are the domains and engines behind the calls.
type parts struct {
	staff       *staff.Service
	content     *content.Service
	engine      engine
	indexes     *search.Indexes
	indexAdmin  *admin.Service
	dashboard   *dashboard.Service
	jobs        *jobs.Service
	schedule    *schedule.Service
	planned     *planned.Service
	status      *status.Service
	stream      *audit.Stream // nil: nobody takes the audit log
	beside      []Check       // what /readyz does not ask: nothing of it takes the product down
	domains     *domains
	mail        *mail.Service
	notes       *notes.Service
	settings    *settings.Service
	preferences *preferences.Service
	files       *files.Service
	imports     *imports.Service
	texts       texts.Shipped // that are shipped: locale → key → text
	found       *report       // what is wrong with the declarations

	missing       atomic.Pointer[[]string] // types without an index, as the last check has found them; nil before that
	contentDamage atomic.Pointer[error]    // of the file of the content service, as the last check has found it
}

// assemble builds every part and declares its resources. It speaks to nobody outside the process.
func (s *Service) assemble(ctx context.Context, extend []Extension) (err error) {
	p := &parts{found: &report{}}
	s.parts = p
	s.tickets.Recheck = func(ctx context.Context, c *role.Caller) error { return p.staff.Recheck(ctx, c) }
	p.jobs = s.newJobs()
	if p.files, err = s.openFiles(ctx); err != nil {
		return err
	}
	p.imports = s.newImports()
	p.preferences = &preferences.Service{DB: s.DB, Records: s.Registry, Audit: s.Audit.Record, Recheck: s.recheck}
	if p.mail, err = s.newMail(); err != nil {
		return err
	}
	var found *report
	if p.texts, found = s.declare(extend); found.isCutShort() {
		return found.err()
	}
	s.assembleTexts()
	if found.err() != nil {
		return s.completeReport(ctx, found)
	}
	if err := s.encryptStored(ctx); err != nil {
		return err
	}
	if p.engine, err = s.openEngine(ctx); err != nil {
		return err
	}
	p.indexes = search.New(p.engine.Engine, s.sources(), s.Log, time.Now)
	p.indexes.Backlog, p.indexes.Watch = s.DB.BacklogOf, s.indexing
	p.indexAdmin = admin.New(admin.Deps{
		DB: s.DB, Indexes: p.indexes, Engine: p.engine.name, Jobs: p.jobs, Audit: s.Audit.Record, Now: time.Now,
		Recheck: s.recheck, Rows: s.countRows,
		Client: p.domains.clients.Visible,
	})
	p.planned = s.newPlanned()
	p.schedule = s.newSchedule()
	p.dashboard = &dashboard.Service{
		Held: s.isOnHold,
		Cards: slices.Concat(
			p.notes.Cards(), p.domains.cards(), p.content.Cards(), p.staff.Cards(), p.mail.Cards(), p.schedule.Cards(),
			p.indexAdmin.Cards(),
		),
		Registry: s.Registry, Audit: s.Audit,
	}
	s.Checks = s.checks()
	if p.stream, err = s.newStream(); err != nil {
		return err
	}
	p.beside = s.checksBeside()
	p.status = s.newStatus()
	return nil
}

// assembleTexts builds the settings and the content service, which computed fields of declarations read.
func (s *Service) assembleTexts() {
	p := s.parts
	p.settings = s.newSettings()
	p.content = content.New(content.Config{
		Texts: p.texts,
		Dir:   filepath.Join(s.Settings.DataDir, "content"), URL: s.Settings.ContentURL,
		Token: string(s.Settings.ContentToken), Patience: s.Settings.ContentTimeout,
		Log: s.Log, Now: time.Now, Languages: p.domains.languages, Journal: journal{s}, DB: s.DB, Upload: s.textFile,
		DropUpload: s.dropUpload, Ticket: s.tickets.Issue, Jobs: p.jobs,
		Named: []func(context.Context) ([]string, error){
			p.domains.questions.MessageKeys, p.domains.pools.MessageKeys,
			p.files.Catalog.MessageKeys,
		},
	})
	p.jobs.Register(p.content.ChangeJob())
	p.jobs.Register(p.content.RestoreJob())
	s.Messages = p.content.Messages.Version
}

// encryptStored encrypts what stands in clear from before there was a secret. Of it nothing is left in the log of the
// database either.
func (s *Service) encryptStored(ctx context.Context) error {
	if err := s.encryptKeys(ctx); err != nil {
		return err
	}
	n, err := s.parts.domains.vms.EncryptStored(ctx)
	if err != nil || n == 0 {
		return err
	}
	return s.DB.TruncateLog(ctx)
}

// newStaff builds the accounts of staff. Texts and settings come to be after it.
func (s *Service) newStaff() (*staff.Service, error) {
	p := s.parts
	passkeys, err := passkeysOf(s.Settings)
	if err != nil {
		return nil, err
	}
	return staff.New(staff.Options{
		DB: s.DB, Now: time.Now, Audit: s.Audit, Clients: signIn{p.domains.clients}, Targets: portalPeople{s},
		ClassicLogin: s.Settings.Classic(),
		Messages:     func() string { return s.Messages() }, Mail: p.mail.Queue,
		FactorRequired: func(ctx context.Context) (bool, error) { return p.settings.Bool(ctx, settings.TOTPRequired) },
		ForbiddenWords: func(ctx context.Context) ([]string, error) { return p.settings.Texts(ctx, settings.ForbiddenWords) },
		Secret:         string(s.Settings.SigningSecret), Issuer: issuerOf(s.Settings), Auth0: auth0Of(s.Settings),
		Passkeys: passkeys,
	}), nil
}

// checks are those of /readyz.
func (s *Service) checks() []Check {
	p, writes := s.parts, &probe{check: s.DB.Ready}
	return []Check{
		{Name: "database", Probe: func(ctx context.Context) error { return cmp.Or(s.DB.Damage(), writes.Check(ctx)) }},
		{Name: "index", Soft: true, Probe: s.newIndexCheck(), Quarantined: p.engine.quarantined},
		{Name: "jobs", Probe: p.jobs.Ping, Quarantined: p.jobs.QuarantinedFile},
		{Name: "content", Soft: true, Probe: func(context.Context) error { return p.contentState() }},
	}
}

func (p *parts) contentState() error {
	if found := p.contentDamage.Load(); found != nil {
		return *found
	}
	if s := p.content.Status(); s.State != "ok" {
		return errors.New(s.Code())
	}
	return nil
}

// Table completes the declaration of a table with what every table of the product shares.
func (s *Service) Table(c store.Config) store.Config {
	c.Audit, c.Now = s.Audit.Record, time.Now
	return c
}

func (p *parts) endpoints(s *Service) []resource.Endpoint {
	out := append(p.staff.Endpoints(), p.dashboard.Endpoints()...)
	out = append(out, p.jobs.Endpoints()...)
	out = append(out, p.preferences.Endpoints()...)
	out = append(out, (&views.Service{Registry: s.Registry}).Endpoints()...)
	out = append(out, p.schedule.Endpoints()...)
	out = append(out, p.planned.Endpoints()...)
	out = append(out, p.status.Endpoints()...)
	out = append(out, p.domains.endpoints()...)
	out = append(out, p.mail.Endpoints()...)
	out = append(out, p.settings.Endpoints()...)
	out = append(out, p.files.Endpoints()...)
	out = append(out, p.imports.Endpoints()...)
	out = append(out, s.newBackup().Endpoints()...)
	out = append(out, s.contentEndpoints()...)
	out = append(out, p.indexAdmin.Endpoints()...)
	out = append(out, s.tickets.Endpoints()...)
	out = append(out, (&access.Service{
		Records: s.Registry, Accounts: p.staff, Calls: s.Endpoints, Changed: s.Audit.Changed, Now: time.Now,
	}).Endpoints()...)
	out = append(out, s.newSupport().Endpoints()...)
	out = append(out, s.newTimeline().Endpoints()...)
	out = append(out, s.auditLookups().Endpoints()...)
	out = append(out, clienterrors.New(s.Log, time.Now).Endpoints()...)
	for _, r := range s.Registry.All() {
		if about := r.Facts(); len(about.Index) > 0 {
			out = append(out, s.mappingEndpoint(about))
		}
	}
	return out
}

// indexGather is how long the index may lag so that writes in a row cost it one commit, and FTS5 one segment to merge.
const indexGather = 200 * time.Millisecond

// background is the work that goes on while the service runs.
func (p *parts) background(s *Service) []func(context.Context) {
	index := &store.Relay{DB: s.DB, Topic: search.Topic, Publish: p.indexes.Publish, Log: s.Log, Gather: indexGather}
	clients := &store.Relay{DB: s.DB, Topic: clients.ContentTopic, Publish: s.publishClients, Log: s.Log}
	out := []func(context.Context){
		p.content.Run,
		func(ctx context.Context) {
			if s.DB.Dialect() == store.SQLite {
				s.DB.Fragments().Run(ctx, s.Log)
			}
		},
		func(ctx context.Context) { s.DB.RefreshStatisticsRegularly(ctx, s.Log) },
		s.maintainIndexes,
		index.Run,
		clients.Run,
		p.jobs.Run,
		p.schedule.Run,
		p.status.Run,
		p.status.RunDerive,
		p.mail.Run,
		s.streamAudit,
		s.chainAudit,
		p.domains.vms.Run,
		s.foldRefusals,
		func(ctx context.Context) {
			s.Audit.Run(ctx, func(err error) { s.Log.Error("record reads", "err", err) })
		},
	}
	if p.engine.maintain != nil {
		out = append(out, p.engine.maintain)
	}
	return out
}

func (p *parts) close() error {
	if p == nil || p.engine.Engine == nil {
		return nil
	}
	return p.engine.close()
}

// encryptKeys encrypts the keys of access tokens, and says of those that it cannot read where the secret is looked for.
func (s *Service) encryptKeys(ctx context.Context) error {
	err := s.parts.staff.EncryptKeys(ctx)
	if err != nil && s.Settings.OwnSecret {
		return fmt.Errorf("%w; the key file is %s", err, s.Settings.KeyFile())
	}
	return err
}
