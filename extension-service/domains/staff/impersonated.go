package staff

import (
	"context"
	"crypto/rand"
	"strconv"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	portalAudience = "portal"
	portalLife     = 30 * time.Minute
)

// Code is what the portal has got in its address.
type Code struct {
	Code string `json:"code" check:"required,secret,max=100"`
}

// PortalToken opens the portal. There is no refresh token: after 30 minutes it is over.
type PortalToken struct {
	AccessToken string `json:"access_token"`
	TokenType   string `json:"token_type"`
	ExpiresIn   int64  `json:"expires_in"`
}

// portalClaims say as whom the portal is looked at, and by whom. No call of ours takes such a token.
type portalClaims struct {
	jwt.RegisteredClaims
	Type     string   `json:"typ"`
	UserKind UserKind `json:"user_kind"`
	Name     string   `json:"name"`
	Email    string   `json:"email"`
	ReadOnly bool     `json:"read_only"`
	Never    []string `json:"never"` // what such a session must not change, whatever the portal allows it later
	Actor    actor    `json:"act"`
}

// never lists what can be changed by nobody but the person.
var never = []string{"password", "email", "consent", "deletion", "payment"}

// StartImpersonation exchanges a code, once, for a token of the portal. BAD_TOKEN for any other.
func (s *Service) StartImpersonation(ctx context.Context, in Code) (out PortalToken, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		bad := fault.New(fault.Unauthenticated, "BAD_TOKEN", "the code is unknown, used or expired")
		var id, userID, adminID int64
		var kind UserKind
		found, err := s.DB.Row(ctx, []any{&id, &kind, &userID, &adminID}, `
			SELECT id, user_kind, user_id, admin_id
			  FROM impersonations
			 WHERE code_hash = $1 AND code_until > $2 AND started IS NULL`+s.DB.Lock(ctx), tokenHash(in.Code), s.ms())
		if err != nil {
			return err
		}
		if !found {
			return bad
		}
		admin, err := s.byID(ctx, adminID)
		if err != nil || !admin.maySignIn() {
			return bad
		}
		target, err := s.impersonable(role.AsSystem(ctx, "impersonation"), kind, userID)
		if fault.KindOf(err) == fault.NotFound || fault.KindOf(err) == fault.Conflict {
			return bad
		}
		if err != nil {
			return err
		}
		session := portalSession{row: id, kind: kind, target: target, admin: admin}
		out, err = s.openPortal(ctx, session)
		return err
	})
	return out, err
}

// portalSession is one person looking at the portal as another.
type portalSession struct {
	row    int64 // of impersonations
	kind   UserKind
	target Target
	admin  *account
}

// openPortal signs the token and notes the session for the target's own login history.
func (s *Service) openPortal(ctx context.Context, p portalSession) (PortalToken, error) {
	key, err := s.keys.signer(ctx)
	if err != nil {
		return PortalToken{}, err
	}
	now, tokenID := s.Now(), rand.Text()
	ends := now.Add(portalLife)
	t := jwt.NewWithClaims(jwt.SigningMethodEdDSA, &portalClaims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: issuer, Audience: jwt.ClaimStrings{portalAudience}, Subject: strconv.FormatInt(p.target.ID, 10), ID: tokenID,
			IssuedAt: jwt.NewNumericDate(now), NotBefore: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(ends),
		},
		Type: accessType, UserKind: p.kind, Name: p.target.Name, Email: p.target.Email, ReadOnly: true, Never: never,
		Actor: actor{strconv.FormatInt(p.admin.ID, 10)},
	})
	t.Header["kid"] = key.kid
	text, err := t.SignedString(key.private)
	if err != nil {
		return PortalToken{}, err
	}
	who := role.From(ctx)
	if _, err := s.DB.Exec(ctx,
		`UPDATE impersonations SET started = $1, ends = $2, ip = $3, user_agent = $4, token_id = $5 WHERE id = $6`,
		now.UnixMilli(), ends.UnixMilli(), who.IP, shortened(who.UserAgent), tokenID, p.row); err != nil {
		return PortalToken{}, err
	}
	entry := store.Entry{ID: p.target.ID, After: map[string]any{"tokenId": tokenID, "until": date.InstantText(ends)}}
	if err := s.recordImpersonation(actAs(ctx, p.admin, ""), "impersonation.start", p.kind, entry); err != nil {
		return PortalToken{}, err
	}
	return PortalToken{AccessToken: text, TokenType: "Bearer", ExpiresIn: int64(portalLife.Seconds())}, nil
}

// Impersonator is who has looked at the portal in another's name.
type Impersonator struct {
	ID   int64  `json:"id" kind:"id"`
	Name string `json:"name"`
}

var visitColumns = map[string]string{
	"id": "i.id", "at": "i.started", "ip": "i.ip", "userAgent": "i.user_agent",
	"login": "s.login_kind",
}

// visits lists when staff looked at the portal as one person, newest first: of what happens there, it is all we know.
func (s *Service) visits(ctx context.Context, q LoginQuery) (resource.List[Login], error) {
	list := resource.List[Login]{Results: []Login{}}
	if q.UserID == nil || s.Targets == nil {
		return list, nil
	}
	if _, err := s.Targets.Target(ctx, q.UserKind, *q.UserID); err != nil {
		return list, err
	}
	narrowed, page, args, err := q.page("i", visitColumns, []any{string(q.UserKind), *q.UserID})
	if err != nil {
		return list, err
	}
	from := "FROM impersonations i JOIN staff s ON s.id = i.admin_id WHERE i.user_kind = $1 AND i.user_id = $2 " +
		"AND i.started IS NOT NULL" +
		narrowed
	if _, err := s.DB.Row(ctx, []any{&list.TotalResults}, "SELECT count(*) "+from, args...); err != nil {
		return list, err
	}
	var at int64
	var by account
	l := Login{Outcome: outcomeOK}
	err = s.DB.Each(ctx, []any{&l.ID, &at, &l.IP, &l.UserAgent, &l.Login, &by.ID, &by.FirstName, &by.LastName},
		func() error {
			l.At, l.Device, l.ImpersonatedBy = instantOf(at), Device(l.UserAgent), &Impersonator{by.ID, by.name()}
			list.Results = append(list.Results, l)
			return nil
		}, "SELECT i.id, i.started, i.ip, i.user_agent, s.login_kind, s.id, s.first_name, s.last_name "+from+page, args...)
	return list, err
}

// EraseVisits takes out of the looks at the portal as somebody what was written about the person, in the transaction of
// ctx.
func (s *Service) EraseVisits(ctx context.Context, kind UserKind, userID int64) error {
	_, err := s.DB.Exec(ctx, `UPDATE impersonations SET reason = '' WHERE user_kind = $1 AND user_id = $2`, string(kind),
		userID)
	return err
}
