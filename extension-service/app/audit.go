package app

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"

	"poolkeeper.example/extension-service/domains/staff"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/audit"
	"poolkeeper.example/extension-service/engine/backup"
	"poolkeeper.example/extension-service/engine/files"
	"poolkeeper.example/extension-service/engine/preferences"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/engine/search/admin"
	"poolkeeper.example/extension-service/engine/settings"
	"poolkeeper.example/extension-service/platform/role"
)

// declareAudit declares the whole log.
func (s *Service) declareAudit() {
	add(s, audit.Resource, s.auditEntries())
}

// auditEntries are the entries of the log as their readers see them.
func (s *Service) auditEntries() *audit.Entries {
	return &audit.Entries{
		Log: s.Audit, Mask: s.maskEntry, Read: s.readEntry, Kinds: s.auditedKinds,
		Actions: s.auditedActions,
	}
}

// auditLookups find by name what the log is looked through by.
func (s *Service) auditLookups() *audit.Lookups {
	return &audit.Lookups{Log: s.Audit, Staff: s.staffNamed, Reads: s.auditEntries().Reads}
}

const staffNamedAtMost = 50

// staffNamed lists the accounts within the caller's reach whose name, or whose e-mail for those who may read it,
// contains a text.
func (s *Service) staffNamed(ctx context.Context, text string) ([]audit.Person, error) {
	found, err := s.parts.staff.Named(ctx, text)
	if err != nil {
		return nil, err
	}
	readsEmail, out := role.From(ctx).Can(role.AdminUserRead), []audit.Person{}
	for _, a := range found[:min(len(found), staffNamedAtMost)] {
		// as entries name them
		p := audit.Person{Kind: role.Admin, ID: a.ID, Name: cmp.Or(strings.TrimSpace(a.Name), a.Email)}
		if readsEmail {
			p.Email = a.Email
		}
		out = append(out, p)
	}
	return out, nil
}

// newStream is what hands the log on to the sink of the settings; nil where they name none.
func (s *Service) newStream() (*audit.Stream, error) {
	address := string(s.Settings.AuditSink)
	if address == "" {
		return nil, nil
	}
	sink, err := audit.SinkAt(address)
	return &audit.Stream{Log: s.Audit, Sink: sink, Holder: uuid.NewString(), Held: s.isOnHold}, err
}

// streamAudit hands the log on until ctx ends.
func (s *Service) streamAudit(ctx context.Context) {
	if s.parts.stream != nil {
		s.parts.stream.Run(ctx, func(err error) { s.Log.Error("audit sink", "err", err) })
	}
}

// beside is what the log tells of beside resources, and the permission that opens the values of such entries; without
// one only the names of fields are told.
var beside = map[string]role.Permission{
	// entries hold more of an account than its record: sessions, and how somebody signed in
	staff.Entity:                role.AdminUserRead,
	settings.Entity:             role.SettingRead,
	"d_client":                  role.ClientRead,
	"d_translation_keys":        role.TranslationRead,
	"d_translation_client_keys": role.TranslationRead,
	"job":                       role.CronRead,
	admin.Entity:                role.IndexRead,
	schedule.Entity:             role.CronRead,
	backup.Entity:               role.SettingRead,
	"rateFormula":               role.FormulaRead,
	callEntity:                  role.AuditRead,
	preferences.SharedEntity:    role.AuditRead,
	"resource":                  "", // whoever may read an upload is found by the records that name it
}

// auditedKinds lists the entities that entries are about.
func (s *Service) auditedKinds() []string {
	out := slices.Collect(maps.Keys(beside))
	for _, r := range s.Registry.All() {
		out = append(out, r.Facts().Name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// eventNames are what the log tells of that no action is named after: events, and what follows from something else.
var eventNames = []string{
	"restoreVersion", "settle", "read", "export", "accept", "anonymise", "purge", "bind", "close", "confirmEmail",
	files.MalwareFound, "expire", "fill", "follow", "formula", "hold", "release",
	"join", "languages", "merge", "send", "setting", "withdraw", "mail.cancel", "mail.resend", "job.start", "job.cancel",
	"job.undo",
	"setAside", "takeBack", "cron.trigger", "cron.cancel", "cron.update", "cron.pause", "cron.resume",
	"auth.signIn", "auth.failed", "auth.blocked", "auth.denied", "auth.logout", "auth.refreshReuse", "auth.linked",
	"auth.backchannelLogout", "session.end", "session.endAll", "totp.on", "totp.off", "totp.recovery", "passkey.add",
	"passkey.refused", "passkey.remove", "passkey.rename", "unlock",
	"password.change", "password.oneTime", "rights.end",
	"impersonate", "impersonation.start", "identity.drop", "index.update", "index.delete", "index.rollback",
	"vmsMessage", "decideValue", "moveCursor", "acceptShape", "acknowledge", "sendTest", "sandboxAnswer",
	"planned.create", "planned.cancel", "planned.decide", "planned.wait",
}

// unnamed are actions that are recorded under another name, if at all.
var unnamed = []string{"cancel", "changeStatusOf", "erase", "move", "resend", "verification"}

// auditedActions lists the actions that entries are about.
func (s *Service) auditedActions() []string {
	out := slices.Clone(eventNames)
	for _, r := range s.Registry.All() {
		out = append(out, r.Verbs()...)
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(action string) bool { return slices.Contains(unnamed, action) })
}

// maskEntry leaves out of an entry the values that a list must not show its reader of such a record.
func (s *Service) maskEntry(ctx context.Context, l *audit.Line) {
	if r := s.resourceOf(l); r != nil {
		r.Mask(ctx, l)
		return
	}
	maskBeside(ctx, l)
}

// readEntry leaves out of an entry the values that its reader may not read of such a record today.
func (s *Service) readEntry(ctx context.Context, l *audit.Line) error {
	if r := s.resourceOf(l); r != nil {
		return r.Read(ctx, l)
	}
	maskBeside(ctx, l)
	return nil
}

// resourceOf is the resource by whose fields an entry is read, nil where the log tells of it beside resources.
func (s *Service) resourceOf(l *audit.Line) resource.Resource {
	if _, isBeside := beside[l.Entity]; isBeside {
		return nil
	}
	return s.Registry.Named(l.Entity)
}

func maskBeside(ctx context.Context, l *audit.Line) {
	needs := beside[l.Entity]
	if l.Action == files.MalwareFound { // there is no upload, and the words are the scanner's
		needs = role.AuditRead
	}
	if needs == "" || !role.From(ctx).Can(needs) {
		l.Redact()
	}
}
