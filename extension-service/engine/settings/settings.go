// Package settings keeps what configuration managers set while the service runs.
package settings

import (
	"context"
	"encoding/json"
	"net/mail"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/canonical"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// The settings of the whole product.
const (
	PortalURL       = "portal.url"          // where links of mails and impersonations lead; "" = there is no portal yet
	MailFrom        = "mail.from"           // whom mails come from
	IndexAutoRepair = "index.autoRepair"    // whether the full comparison with the search index repairs what it finds
	TOTPRequired    = "auth.totpRequired"   // whether who signs in by password needs a second factor
	ForbiddenWords  = "auth.forbiddenWords" // what must not make up most of a password
	// PublicPermissions is whether the description of the calls names permissions to those who are not signed in.
	PublicPermissions = "api.publicPermissions"
	AuditPrune        = "audit.prune" // whether a job removes what is older than the retention of the audit log
)

// IgnoreOwnership lifts the ownership rule for a client or one of its legal entities; it has no value of the whole
// product.
const IgnoreOwnership = "ignoreOwnershipRestriction"

// definition is what a setting may be. A value is kept as its JSON.
type definition struct {
	key, initial string
	wrong        func(value any) string // the message of what is wrong with a value, or ""
}

var definitions = []definition{
	{PortalURL, `""`, wrongAddress},
	{MailFrom, `"Poolkeeper <no-reply@poolkeeper.example>"`, wrongSender},
	{IndexAutoRepair, `false`, wrongBool},
	{TOTPRequired, `false`, wrongBool},
	{ForbiddenWords, `["Poolkeeper"]`, wrongWords},
	{PublicPermissions, `false`, wrongBool},
	{AuditPrune, `false`, wrongBool},
}

func wrongBool(v any) string {
	if _, ok := v.(bool); !ok {
		return "validation.boolean"
	}
	return ""
}

const (
	maxText    = 300
	maxWords   = 100
	shortWord  = 3 // letters and digits of a word at least
	maxWordLen = 40
)

// wrongWords accepts a list of words that differ.
func wrongWords(v any) string {
	words, ok := v.([]any)
	if !ok {
		return "validation.list"
	}
	seen := map[string]bool{}
	for _, one := range words {
		word, ok := one.(string)
		if !ok {
			return "validation.text"
		}
		if message := field.WrongCharacter(word, false); message != "" {
			return message
		}
		seen[store.Fold(word)] = true
		letters := 0
		for _, r := range word {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				letters++
			}
		}
		if letters < shortWord || utf8.RuneCountInString(word) > maxWordLen {
			return "setting.wordList"
		}
	}
	if len(words) > maxWords || len(seen) < len(words) {
		return "setting.wordList"
	}
	return ""
}

// wrongAddress accepts a page that a token can be added to.
func wrongAddress(v any) string {
	text, ok := v.(string)
	u, err := url.Parse(text)
	switch {
	case !ok:
		return "validation.text"
	case text == "":
		return ""
	case err != nil || len(text) > maxText || u.User != nil || !field.ValidURL(text) || u.RawQuery+u.Fragment != "":
		return "validation.url"
	}
	return ""
}

// wrongSender accepts an address, with or without a name before it.
func wrongSender(v any) string {
	text, ok := v.(string)
	if !ok {
		return "validation.text"
	}
	if message := field.WrongCharacter(text, false); message != "" {
		return message
	}
	a, err := mail.ParseAddress(text)
	if err != nil || len(text) > maxText || !canonical.IsEmail(a.Address) {
		return "validation.email"
	}
	return ""
}

// stored is the form in which a value is kept.
func (d *definition) stored(value any) any {
	switch value := value.(type) {
	case string:
		return d.storedText(value)
	case []any:
		for i, one := range value {
			if text, ok := one.(string); ok {
				value[i] = field.NormaliseText(text)
			}
		}
	}
	return value
}

// storedText is the form in which a text is kept: the address of a sender has A-labels.
func (d *definition) storedText(text string) string {
	text = field.NormaliseText(text)
	if d.key == MailFrom {
		if a, err := mail.ParseAddress(text); err == nil {
			return strings.Replace(text, a.Address, canonical.Email(a.Address), 1)
		}
	}
	return text
}

// Scoped reads and writes IgnoreOwnership of a client or legal entity in the name of ctx. nil is "as inherited".
type Scoped struct {
	Get func(ctx context.Context, id int64) (value *bool, inherited bool, err error)
	Set func(ctx context.Context, id int64, value *bool) error
	// Inherits says whether nil is a value.
	Inherits bool
}

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB     *store.DB
	Audit  func(ctx context.Context, entries ...store.Entry) error
	Now    func() time.Time
	Scopes map[Scope]Scoped
	// Recheck holds the caller's permissions against the database.
	Recheck func(ctx context.Context, c *role.Caller) error
}

// Service answers and changes settings.
type Service struct{ Deps }

// Text returns the value of a setting that is a text.
func (s *Service) Text(ctx context.Context, key string) (string, error) {
	var text string
	return text, s.read(ctx, key, &text)
}

// Texts returns the value of a setting that is a list of texts.
func (s *Service) Texts(ctx context.Context, key string) ([]string, error) {
	var texts []string
	return texts, s.read(ctx, key, &texts)
}

// Bool returns the value of a setting that is on or off.
func (s *Service) Bool(ctx context.Context, key string) (bool, error) {
	var on bool
	return on, s.read(ctx, key, &on)
}

func (s *Service) read(ctx context.Context, key string, into any) error {
	value, err := s.value(ctx, defined(key))
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(value), into)
}

func (s *Service) value(ctx context.Context, d *definition) (string, error) {
	value := d.initial
	_, err := s.DB.Row(ctx, []any{&value}, `SELECT value FROM settings WHERE key = $1`, d.key)
	return value, err
}

// defined returns the definition of a key, or nil.
func defined(key string) *definition {
	for i := range definitions {
		if definitions[i].key == key {
			return &definitions[i]
		}
	}
	return nil
}

// Save writes a setting of the whole product and its audit entry. VALIDATION for a value it cannot have.
func (s *Service) Save(ctx context.Context, key string, value any) error {
	d := defined(key)
	if d == nil {
		return fault.New(fault.NotFound, "NOT_FOUND", "no setting %q", key)
	}
	if message := d.wrong(value); message != "" {
		return fault.Validation().Field("value", message, nil)
	}
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context) error {
		was, err := s.value(ctx, d)
		if err != nil || was == string(text) {
			return err
		}
		var version int64
		if _, err := s.DB.Row(ctx, []any{&version}, `
			INSERT INTO settings (key, value, version, last_updated)
			VALUES ($1, $2, 1, $3)
			    ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = settings.version + 1,
				last_updated = excluded.last_updated
			RETURNING version`, key, string(text), s.Now().UnixMilli()); err != nil {
			return err
		}
		return s.Audit(ctx, store.Entry{
			Entity: Entity, Version: version, Act: resource.Act{Action: "update", Unguarded: true}, Changed: []string{key},
			Before: map[string]any{key: json.RawMessage(was)}, After: map[string]any{key: json.RawMessage(text)},
		})
	})
}

// Entity names settings in the audit log.
const Entity = "setting"
