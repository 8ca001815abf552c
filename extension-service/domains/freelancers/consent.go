package freelancers

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// consentMonths is how long a consent lasts unless it says otherwise.
const consentMonths = 24

// ConsentKind is one of the things that somebody can agree to.
type ConsentKind string

// The kinds.
const (
	ToProcessing ConsentKind = "dataProcessing"
	ToPools      ConsentKind = "pool"
	ToSharing    ConsentKind = "share"
)

// Enum lists the kinds.
func (ConsentKind) Enum() enum.List {
	return enum.List{
		Name: "consentKind", Text: "enum.consentKind",
		Values: enum.Strings([]ConsentKind{ToProcessing, ToPools, ToSharing}),
	}
}

// ConsentChannel says how a consent was given.
type ConsentChannel string

// ByEmail is the channel of those who use the link of a mail.
const ByEmail ConsentChannel = "EMAIL"

// Enum lists the channels.
func (ConsentChannel) Enum() enum.List {
	return enum.List{
		Name: "consentChannel", Text: "enum.consentChannel",
		Values: []string{"PHONE", string(ByEmail), "PAPER", "IN_PERSON", "OTHER"},
	}
}

// Consent is what somebody has agreed to, when and how.
type Consent struct {
	DataProcessingAt time.Time      `json:"dataProcessingAt"`
	PoolAt           time.Time      `json:"poolAt"`
	ShareAt          time.Time      `json:"shareAt"`
	ValidUntil       time.Time      `json:"validUntil"`
	TextVersion      string         `json:"textVersion"`
	Channel          ConsentChannel `json:"channel"` // of the last one, as are client and note
	ClientID         int64          `json:"clientId" kind:"ref:client"`
	Note             string         `json:"note"     kind:"longtext"`
}

// Valid says whether the consent to process data holds at an instant.
func (c Consent) Valid(now time.Time) bool {
	return c.isValid(c.DataProcessingAt, now)
}

// AllowsPools says whether the consent to be in pools holds at an instant.
func (c Consent) AllowsPools(now time.Time) bool { return c.isValid(c.PoolAt, now) }

// AllowsSharing says whether the consent to be shown to clients holds at an instant.
func (c Consent) AllowsSharing(now time.Time) bool { return c.isValid(c.ShareAt, now) }

func (c Consent) isValid(consentedAt, now time.Time) bool {
	return !consentedAt.IsZero() && (c.ValidUntil.IsZero() || now.Before(c.ValidUntil))
}

// SearchKeys are the kinds that somebody has agreed to, each with the instant at which that ends.
func (c Consent) SearchKeys() (keys []string) {
	until := c.ValidUntil
	if until.IsZero() {
		until = time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)
	}
	for kind, consentedAt := range map[ConsentKind]time.Time{
		ToProcessing: c.DataProcessingAt, ToPools: c.PoolAt,
		ToSharing: c.ShareAt,
	} {
		if !consentedAt.IsZero() {
			key, _ := consentKeys(kind, until)
			keys = append(keys, key)
		}
	}
	return keys
}

// consentKeys are the search key of a consent that ends at an instant, and the end of all of its kind. A consent holds
// up to that instant, so that the keys of those that hold at an instant are higher than its own.
func consentKeys(kind ConsentKind, at time.Time) (key, end string) {
	return string(kind) + " " + date.InstantText(at), string(kind) + "!"
}

// Consenting is a consent that was given elsewhere.
type Consenting struct {
	Kinds      []ConsentKind  `json:"kinds"      check:"required,max=3"`
	ClientID   int64          `json:"clientId"   kind:"ref:client"`
	GivenAt    time.Time      `json:"givenAt"    check:"required"`
	Channel    ConsentChannel `json:"channel"    check:"required"`
	Note       string         `json:"note"       kind:"longtext" check:"required,min=3,max=500"`
	ValidUntil time.Time      `json:"validUntil"`
}

// RecordConsent keeps a consent that somebody has given elsewhere. VALIDATION for one of the future, or one that has
// ended.
func (s *Service) RecordConsent(ctx context.Context, p *Freelancer, in Consenting) (resource.Shown[Freelancer], error) {
	none := resource.Shown[Freelancer]{}
	if p.UserStatus == Deleted {
		return none, fault.New(fault.Conflict, "NOT_EDITABLE", "freelancer %d is deleted", p.ID)
	}
	until := in.ValidUntil
	if until.IsZero() {
		until = in.GivenAt.AddDate(0, consentMonths, 0)
	}
	bad := fault.Validation()
	if in.GivenAt.After(s.Now()) {
		bad.Field("givenAt", "validation.before", map[string]any{"max": date.InstantText(s.Now())})
	}
	if !until.After(in.GivenAt) {
		bad.Field("validUntil", "validation.after", map[string]any{"min": date.InstantText(in.GivenAt)})
	}
	if err := s.knownClient(ctx, in.ClientID, bad); err != nil {
		return none, err
	}
	if err := bad.OrNil(); err != nil {
		return none, err
	}
	next := *p
	next.Consent = p.Consent.withAgreement(in.Kinds, in.GivenAt)
	next.Consent.ValidUntil, next.Consent.Channel, next.Consent.ClientID, next.Consent.Note = until, in.Channel,
		in.ClientID, in.Note
	if err := s.save(ctx, *p, &next); err != nil {
		return none, err
	}
	now, err := s.Get(ctx, p.ID)
	return resource.Show(&now), err
}

// knownClient names a client that is not there, or that the caller cannot see.
func (s *Service) knownClient(ctx context.Context, id int64, bad *fault.Error) error {
	if id == 0 {
		return nil
	}
	found, err := s.DB().Row(ctx, []any{new(int)}, "SELECT 1 FROM client_facts WHERE id = $1", id)
	if err == nil && (!found || !role.From(ctx).Scope.Covers(id, 0)) {
		bad.Field("clientId", "validation.reference", nil)
	}
	return err
}

// withAgreement is a consent after somebody has agreed to something at an instant.
func (c Consent) withAgreement(kinds []ConsentKind, at time.Time) Consent {
	for _, kind := range kinds {
		switch kind {
		case ToProcessing:
			c.DataProcessingAt = at
		case ToPools:
			c.PoolAt = at
		case ToSharing:
			c.ShareAt = at
		}
	}
	return c
}

// byLink is the consent of somebody who has used the link of a mail: to what they had agreed before stays.
func (c Consent) byLink(now time.Time) Consent {
	if c.Valid(now) {
		return c
	}
	c = c.withAgreement([]ConsentKind{ToProcessing}, now)
	c.ValidUntil, c.Channel, c.ClientID, c.Note = now.AddDate(0, consentMonths, 0), ByEmail, 0, ""
	return c
}
