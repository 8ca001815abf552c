package staff

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"time"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	idleLife     = 12 * time.Hour
	familyLife   = 7 * 24 * time.Hour
	tokenBytes   = 32
	maxUserAgent = 400 // characters of a user agent
)

// grant is a right to refresh, fresh from the family it belongs to.
type grant struct {
	sid       string
	token     string
	idleUntil int64
	proof
}

// proof is how somebody showed who they are at the beginning of a session.
type proof struct {
	login   LoginKind
	methods string // what the tokens call amr, with spaces between
	issuer  string // the session of the provider that this one ends with, see issuerSession

	proved    int64 // when the person last was there, see Prove
	factorDue bool  // a second factor must be set up before anything else
}

// startSession opens a family for the account. Call it inside Write.
func (s *Service) startSession(ctx context.Context, a *account, p proof) (grant, error) {
	now, who := s.Now(), role.From(ctx)
	g := grant{sid: sessionID(now), token: refreshToken(), idleUntil: now.Add(idleLife).UnixMilli(), proof: p}
	if _, err := s.DB.Exec(ctx, `
		INSERT INTO staff_sessions (sid, staff_id, started, last_seen, ip, user_agent, generation, idle_until, expires,
			revoked, reason,
		       login, methods, issuer_session, proved, factor_due)
		VALUES ($1, $2, $3, $3, $4, $5, 1, $6, $7, 0, '', $8, $9, $10, $11, $12)`,
		g.sid, a.ID, now.UnixMilli(), who.IP, shortened(who.UserAgent), g.idleUntil, now.Add(familyLife).UnixMilli(),
		p.login, p.methods, p.issuer, p.proved, boolToInt(p.factorDue)); err != nil {
		return g, err
	}
	return g, s.insertToken(ctx, g, 1)
}

func (s *Service) insertToken(ctx context.Context, g grant, generation int64) error {
	_, err := s.DB.Exec(ctx, `
		INSERT INTO staff_refresh_tokens (hash, sid, generation, idle_until, rotated, successor)
		VALUES ($1, $2, $3, $4, 0, '')`, tokenHash(g.token), g.sid, generation, g.idleUntil)
	return err
}

// sessionID is "fam_" and a ULID: time first, so that the index grows at its end, and 80 random bits.
func sessionID(now time.Time) string {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], uint64(now.UnixMilli())<<16)
	_, _ = rand.Read(b[6:]) // never fails
	return "fam_" + crockford.EncodeToString(b[:])
}

func refreshToken() string {
	b := make([]byte, tokenBytes)
	_, _ = rand.Read(b) // never fails
	return base64.RawURLEncoding.EncodeToString(b)
}

func tokenHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// seal encrypts a token under its predecessor: only who presents the old one can read the new one, and the database
// alone reveals neither.
func encryptToken(token, predecessor string) (string, error) {
	aead, err := sealer(predecessor)
	if err != nil {
		return "", err
	}
	nonce := make([]byte, aead.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	return base64.RawStdEncoding.EncodeToString(aead.Seal(nonce, nonce, []byte(token), nil)), nil
}

func decryptToken(sealed, predecessor string) (string, error) {
	aead, err := sealer(predecessor)
	if err != nil {
		return "", err
	}
	b, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil || len(b) < aead.NonceSize() {
		return "", errors.New("no sealed successor")
	}
	token, err := aead.Open(nil, b[:aead.NonceSize()], b[aead.NonceSize():], nil)
	return string(token), err
}

func sealer(predecessor string) (cipher.AEAD, error) {
	mac := hmac.New(sha256.New, []byte(predecessor))
	mac.Write([]byte("refresh successor"))
	block, err := aes.NewCipher(mac.Sum(nil))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

func shortened(s string) string {
	rs := []rune(field.NormaliseText(s))
	return string(rs[:min(len(rs), maxUserAgent)])
}

// endSession ends one family. Call it inside Write.
func (s *Service) endSession(ctx context.Context, sid, reason string) error {
	return s.revokeFamilies(ctx, `sid = $3`, reason, sid)
}

// endOthers ends every family of an account but one; "" spares none. Call it inside Write.
func (s *Service) endOthers(ctx context.Context, staffID int64, sid, reason string) error {
	return s.revokeFamilies(ctx, `staff_id = $3 AND sid <> $4`, reason, staffID, sid)
}

// revokeFamilies revokes the open families that match, in the name of whoever acts, and tells this copy at the commit.
func (s *Service) revokeFamilies(ctx context.Context, which, reason string, args ...any) error {
	by := role.From(ctx)
	if by.Kind != role.Admin {
		by = &role.Caller{} // a rule has ended them
	}
	all := store.Args(append([]any{s.ms(), reason}, args...))
	sids, err := s.DB.Texts(ctx, `
		UPDATE staff_sessions
		   SET revoked = $1, reason = $2, ended_by = `+all.Add(by.ID)+`, ended_by_name = `+all.Add(by.Name)+`
		 WHERE revoked = 0 AND `+which+`
		RETURNING sid`, all...)
	if err != nil {
		return err
	}
	store.AfterCommit(ctx, func() { s.revoked.add(sids) })
	return nil
}

// revokedSince lists the families that ended and the accounts that changed after an instant.
func (s *Service) revokedSince(ctx context.Context, since int64) (loadedRevocations, error) {
	out := loadedRevocations{ended: map[string]int64{}, changed: map[int64]revision{}}
	var sid string
	var at int64
	err := s.DB.Each(ctx, []any{&sid, &at}, func() error {
		out.ended[sid] = at
		return nil
	}, `SELECT sid, revoked FROM staff_sessions WHERE revoked > $1`, since)
	if err != nil {
		return out, err
	}
	var id int64
	var x revision
	err = s.DB.Each(ctx, []any{&id, &x.version, &x.at}, func() error {
		out.changed[id] = x
		return nil
	}, `SELECT id, version, last_updated FROM staff WHERE last_updated > $1`, since)
	return out, err
}

// subject resolves whose records a call is about: the caller's own, or another's within the caller's reach and with the
// permission.
func (s *Service) subject(ctx context.Context, id *int64, needs role.Permission) (int64, error) {
	who := role.From(ctx)
	if id == nil || *id == who.ID {
		return who.ID, nil
	}
	if !who.Can(needs) {
		return 0, resource.Forbidden(needs)
	}
	a, err := s.byID(ctx, *id)
	if err != nil {
		return 0, err
	}
	return a.ID, checkReach(who, a)
}

// Everybody confirms that all sessions are meant.
type Everybody struct {
	All bool `query:"all"`
}

// EndAll ends every session of everybody within the caller's reach, the caller's own too. VALIDATION unless it says
// all; REAUTHENTICATE.
func (s *Service) EndAll(ctx context.Context, in Everybody) (resource.None, error) {
	if !in.All {
		return resource.None{}, fault.Validation().Field("all", "validation.required", nil)
	}
	return resource.None{}, s.DB.Write(ctx, func(ctx context.Context) error {
		if err := s.mayWrite(ctx); err != nil {
			return err
		}
		who := role.From(ctx)
		if err := s.recentlyProved(ctx, who.SID); err != nil {
			return err
		}
		all, err := s.accounts(ctx, ` WHERE s.id IN (SELECT staff_id FROM staff_sessions WHERE revoked = 0)`)
		if err != nil {
			return err
		}
		for _, a := range all {
			if checkReach(who, a) != nil {
				continue
			}
			if err := s.endOthers(ctx, a.ID, "", "session.endAll"); err != nil {
				return err
			}
			if err := s.record(ctx, event{action: "session.endAll", id: a.ID}); err != nil {
				return err
			}
		}
		return nil
	})
}

// SessionID names one family.
type SessionID struct {
	SID string `path:"sid"`
}

// EndSession ends a session of the caller's own, or with adminUser.write of another account. NOT_FOUND when there is no
// such session within reach, so that ids cannot be probed; REAUTHENTICATE for every session but the one at hand.
func (s *Service) EndSession(ctx context.Context, in SessionID) (resource.None, error) {
	who := role.From(ctx)
	return resource.None{}, s.DB.Write(ctx, func(ctx context.Context) error {
		var owner int64
		found, err := s.DB.Row(ctx, []any{&owner}, `SELECT staff_id FROM staff_sessions WHERE sid = $1`, in.SID)
		if err != nil {
			return err
		}
		gone := fault.New(fault.NotFound, "NOT_FOUND", "no such session")
		if !found {
			return gone
		}
		if owner != who.ID {
			if err := s.Recheck(ctx, who); err != nil {
				return err
			}
			if _, err := s.subject(ctx, &owner, role.AdminUserWrite); err != nil {
				return gone
			}
		}
		if in.SID != who.SID {
			if err := s.recentlyProved(ctx, who.SID); err != nil {
				return err
			}
		}
		if err := s.endSession(ctx, in.SID, "session.end"); err != nil {
			return err
		}
		return s.record(ctx, event{action: "session.end", id: owner, after: map[string]any{"sid": in.SID}})
	})
}
