package staff

import (
	"context"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	codeLife      = 60 * time.Second
	shortestCause = 10
	longestCause  = 200
)

// Target is somebody whom staff may look at the portal as.
type Target struct {
	ID          int64
	Name, Email string
	Status      Status
}

// Targets are the people of the portal.
type Targets interface {
	// Target answers NOT_FOUND for nobody, and outside the caller's scope.
	Target(ctx context.Context, kind UserKind, id int64) (Target, error)
	// Portal is the address of the portal; "" while there is none.
	Portal(ctx context.Context) (string, error)
}

// ImpersonationQuery names whom to look at the portal as, in the form of the specification.
type ImpersonationQuery struct {
	ID     int64  `query:"id"       kind:"id"`
	Reason string `header:"X-Reason" json:"xReason"`
}

// ImpersonationInput is the same as a body.
type ImpersonationInput struct {
	ID     int64  `json:"id"     kind:"id"`
	Reason string `json:"reason"`
	Header string `header:"X-Reason" json:"xReason"`
}

// Impersonation opens the portal once, within ExpiresIn seconds. URL holds the code behind #, where no server logs it.
type Impersonation struct {
	URL       string `json:"url"`
	Code      string `json:"code"`
	ExpiresIn int64  `json:"expiresIn"`
	ReadOnly  bool   `json:"readOnly"`
}

// impersonationEndpoints are the calls of "Impersonation".
func (s *Service) impersonationEndpoints() []resource.Endpoint {
	out := []resource.Endpoint{
		{
			Name: "impersonation.token", Method: "POST", Path: "/api/impersonation/token", Public: true,
			Handle: resource.Handle(s.StartImpersonation),
		},
	}
	for _, one := range []struct {
		kind  UserKind
		path  string
		needs role.Permission
	}{
		{"freelancer", "/api/impersonateFreelancer", role.FreelancerImpersonate},
		{"msp", "/api/impersonateMsp", role.MSPImpersonate},
	} {
		needs := []role.Permission{one.needs}
		out = append(out,
			resource.Endpoint{
				Name: "impersonation." + string(one.kind), Method: "POST", Path: one.path, Needs: needs,
				Handle: resource.Handle(func(ctx context.Context, in ImpersonationInput) (Impersonation, error) {
					if in.Reason == "" {
						in.Reason = decoded(in.Header)
					}
					return s.impersonate(ctx, impersonateInput{one.kind, in.ID, in.Reason, one.needs})
				}),
			},
			resource.Endpoint{
				Name: "impersonation." + string(one.kind) + ".get", Method: "GET", Path: one.path, Needs: needs, Once: true,
				Handle: resource.Handle(func(ctx context.Context, in ImpersonationQuery) (Impersonation, error) {
					return s.impersonate(ctx, impersonateInput{one.kind, in.ID, decoded(in.Reason), one.needs})
				}),
			})
	}
	return out
}

// decoded reads a percent-encoded header; a broken one is as good as none.
func decoded(header string) string {
	text, err := url.PathUnescape(header)
	if err != nil || !utf8.ValidString(text) {
		return ""
	}
	return text
}

// impersonateInput is one request to look at the portal as somebody.
type impersonateInput struct {
	kind   UserKind
	id     int64
	reason string
	needs  role.Permission
}

// impersonate hands out a code for the portal. REASON_REQUIRED without a reason of 10 to 200 characters, NOT_FOUND
// outside the caller's scope, TARGET_INACTIVE for somebody who could not sign in.
func (s *Service) impersonate(ctx context.Context, w impersonateInput) (out Impersonation, err error) {
	w.reason = field.NormaliseText(w.reason)
	if n := utf8.RuneCountInString(w.reason); n < shortestCause || n > longestCause ||
		strings.ContainsFunc(w.reason, isControl) {
		return out, fault.New(fault.Invalid, "REASON_REQUIRED", "a reason has %d to %d characters", shortestCause,
			longestCause).
			Field("reason", "error.reasonRequired", nil)
	}
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		who := role.From(ctx)
		if err := s.Recheck(ctx, who); err != nil {
			return err
		}
		if !who.Can(w.needs) {
			return resource.Forbidden(w.needs)
		}
		target, err := s.impersonable(ctx, w.kind, w.id)
		if err != nil {
			return err
		}
		portal, err := s.Targets.Portal(ctx)
		if err != nil {
			return err
		}
		if portal == "" {
			return fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "no portal is set up").
				With("blockedBy", []resource.Block{{Key: "impersonation.noPortal"}})
		}
		code := refreshToken()
		out = Impersonation{URL: portal + "#code=" + code, Code: code, ExpiresIn: int64(codeLife.Seconds()), ReadOnly: true}
		if _, err := s.DB.Exec(ctx, `
			INSERT INTO impersonations (code_hash, code_until, user_kind, user_id, admin_id, reason, requested, ip, user_agent,
				token_id)
			VALUES ($1, $2, $3, $4, $5, $6, $7, '', '', '')`,
			tokenHash(code), s.Now().Add(codeLife).UnixMilli(), string(w.kind), target.ID, who.ID, w.reason,
			s.ms()); err != nil {
			return err
		}
		return s.recordImpersonation(ctx, "impersonate", w.kind,
			store.Entry{ID: target.ID, Act: resource.Act{Reason: w.reason}})
	})
	return out, err
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// impersonable returns a target that could sign in itself. Staff accounts are none of the kinds.
func (s *Service) impersonable(ctx context.Context, kind UserKind, id int64) (Target, error) {
	if s.Targets == nil || id < 1 {
		return Target{}, fault.New(fault.NotFound, "NOT_FOUND", "no such %s", kind)
	}
	target, err := s.Targets.Target(ctx, kind, id)
	if err == nil && target.Status != Active && target.Status != Unverified {
		err = fault.New(fault.Conflict, "TARGET_INACTIVE", "the %s is %s", kind, target.Status)
	}
	return target, err
}

// recordImpersonation writes an entry that names both: who acts, and as whom.
func (s *Service) recordImpersonation(ctx context.Context, action string, kind UserKind, e store.Entry) error {
	e.Entity, e.OnBehalfOf, e.Act.Action = string(kind), e.ID, action
	e.About = store.Person{Entity: e.Entity, ID: e.ID}
	return s.Audit.Record(ctx, e)
}
