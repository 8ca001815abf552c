package staff

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"image/png"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// A second factor is a code of six digits that changes every 30 seconds ("Second factor").
const (
	codePeriod = 30 // seconds
	codeDrift  = 1  // steps that clocks may be apart
	codeIssuer = "Poolkeeper"
	qrSize     = 232 // pixels
)

// factor is the second factor of an account: codes of an app, passkeys, or both.
type factor struct {
	secret   string // sealed; "" while there is none
	pending  string // sealed; one that has not been confirmed
	lastStep int64  // the latest whose code was used
	keys     []storedKey
}

// isSet says whether signing in asks for it.
func (f factor) isSet() bool { return f.secret != "" || len(f.keys) > 0 }

func (s *Service) factorOf(ctx context.Context, id int64) (f factor, err error) {
	if _, err = s.DB.Row(ctx, []any{&f.secret, &f.pending, &f.lastStep}, `
		SELECT secret, pending, last_step
		  FROM staff_totp
		 WHERE staff_id = $1`+s.DB.Lock(ctx), id); err != nil {
		return f, err
	}
	f.keys, err = s.keysOf(ctx, id)
	return f, err
}

// factorAccount is the caller's account where it may have a second factor of ours, once it is known that its person is
// there. NOT_EDITABLE for who signs in by the provider, which asks for factors of its own, unless the setting asks for
// one that the provider may not name; REAUTHENTICATE. Call it inside Write.
func (s *Service) factorAccount(ctx context.Context) (*account, error) {
	a, err := s.proven(ctx)
	if err != nil {
		return nil, err
	}
	if required, err := s.factorRequired(ctx); err != nil {
		return nil, err
	} else if a.LoginKind != ByPassword && !required {
		return nil, fault.New(fault.Conflict, "NOT_EDITABLE",
			"the account signs in by single sign-on, which has factors of its own")
	}
	return a, nil
}

// factorShown keeps with the caller's session that its person has just shown a second factor, by a method of RFC 8176:
// what was closed until there is one opens.
func (s *Service) factorShown(ctx context.Context, method string) error {
	_, err := s.DB.Exec(ctx, `
		UPDATE staff_sessions
		   SET factor_due = 0, methods = CASE WHEN ' ' || methods || ' ' LIKE $1 THEN methods ELSE methods || $2 END
		 WHERE sid = $3`, "% "+method+" %", " "+method, role.From(ctx).SID)
	return err
}

// TOTPSecret is what an app for codes needs to know; it is shown once.
type TOTPSecret struct {
	Secret string `json:"secret"` // base32
	URI    string `json:"uri"`    // otpauth://totp/…
	QR     string `json:"qr"`     // the same as an image, a data: address
}

// BeginTOTP gives the caller the secret of a second factor, which counts once a code of it has come. One that is in use
// stays until then. NOT_EDITABLE and REAUTHENTICATE as factorAccount says.
func (s *Service) BeginTOTP(ctx context.Context, _ resource.None) (TOTPSecret, error) {
	var out TOTPSecret
	err := s.DB.Write(ctx, func(ctx context.Context) error {
		a, err := s.factorAccount(ctx)
		if err != nil {
			return err
		}
		key, err := totp.Generate(totp.GenerateOpts{
			Issuer: codeIssuer, AccountName: a.Email, Period: codePeriod,
			Rand: rand.Reader,
		})
		if err != nil {
			return err
		}
		if out, err = shownKey(key); err != nil {
			return err
		}
		sealed, err := s.encryptSecret(ctx, a.ID, key.Secret())
		if err != nil {
			return err
		}
		_, err = s.DB.Exec(ctx, `
			INSERT INTO staff_totp (staff_id, secret, pending, last_step, since)
			VALUES ($1, '', $2, 0, 0)
			ON CONFLICT (staff_id) DO UPDATE SET pending = excluded.pending`, a.ID, sealed)
		return err
	})
	return out, err
}

func shownKey(key *otp.Key) (TOTPSecret, error) {
	picture, err := key.Image(qrSize, qrSize)
	if err != nil {
		return TOTPSecret{}, err
	}
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		return TOTPSecret{}, err
	}
	return TOTPSecret{key.Secret(), key.URL(), "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes())},
		nil
}

// TOTPCode is what the app shows.
type TOTPCode struct {
	Code string `json:"code" check:"required,secret,max=40"`
}

// ConfirmTOTP switches the second factor on that BeginTOTP began, and replaces the recovery codes. VALIDATION for a
// code that is not the app's, NOT_FOUND when none was begun; REAUTHENTICATE.
func (s *Service) ConfirmTOTP(ctx context.Context, in TOTPCode) (RecoveryCodes, error) {
	var out RecoveryCodes
	err := s.DB.Write(ctx, func(ctx context.Context) error {
		a, err := s.proven(ctx)
		if err != nil {
			return err
		}
		f, err := s.factorOf(ctx, a.ID)
		if err != nil {
			return err
		}
		if f.pending == "" {
			return fault.New(fault.NotFound, "NOT_FOUND", "no second factor has been begun")
		}
		step, err := s.stepOf(ctx, a.ID, factor{secret: f.pending}, in.Code)
		if err != nil {
			return err
		}
		if step == 0 {
			return fault.Validation().Field("code", "totp.wrong", nil)
		}
		if _, err := s.DB.Exec(ctx, `
			UPDATE staff_totp
			   SET secret = pending, pending = '', last_step = $1, since = $2
			 WHERE staff_id = $3`, step, s.ms(), a.ID); err != nil {
			return err
		}
		if err := s.factorShown(ctx, "otp"); err != nil {
			return err
		}
		if out.RecoveryCodes, err = s.newRecoveryCodes(ctx, a.ID); err != nil {
			return err
		}
		if err := s.notify(ctx, factorAdded, a); err != nil {
			return err
		}
		return s.record(ctx, event{action: "totp.on", id: a.ID, changed: []string{"secondFactor"}})
	})
	return out, err
}

// stepOf is the step of time whose code is given: 0 for none, and for one that was used, or an older one.
func (s *Service) stepOf(ctx context.Context, id int64, f factor, code string) (int64, error) {
	if f.secret == "" {
		return 0, nil
	}
	secret, err := s.openSecret(ctx, id, f.secret)
	if err != nil {
		return 0, err
	}
	code = strings.Join(strings.Fields(code), "")
	now := s.Now().Unix() / codePeriod
	found := int64(0)
	for step := now - codeDrift; step <= now+codeDrift; step++ {
		want, err := totp.GenerateCode(secret, time.Unix(step*codePeriod, 0))
		if err != nil {
			return 0, err
		}
		if subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 && step > f.lastStep {
			found = step
		}
	}
	return found, nil
}

// EndTOTP switches the codes of the caller's app off. NOT_FOUND when there are none; REAUTHENTICATE.
func (s *Service) EndTOTP(ctx context.Context, _ resource.None) (resource.None, error) {
	return resource.None{}, s.DB.Write(ctx, func(ctx context.Context) error {
		a, err := s.proven(ctx)
		if err != nil {
			return err
		}
		found, err := s.dropTOTP(ctx, a.ID)
		if err != nil {
			return err
		}
		if !found {
			return noFactor()
		}
		return s.notify(ctx, factorRemoved, a)
	})
}

// DropTOTP takes the second factor off the account of somebody who has lost it, passkeys too, and tells them. NOT_FOUND
// when there is none; REAUTHENTICATE.
func (s *Service) DropTOTP(ctx context.Context, in AdminID) (resource.None, error) {
	return resource.None{}, s.DB.Write(ctx, func(ctx context.Context) error {
		a, err := s.sensitive(ctx, in.ID)
		if err != nil {
			return err
		}
		keys, err := s.keysOf(ctx, a.ID)
		if err != nil {
			return err
		}
		found, err := s.dropTOTP(ctx, a.ID)
		if err != nil {
			return err
		}
		if !found && len(keys) == 0 {
			return noFactor()
		}
		if err := s.deletePasskeys(ctx, a.ID, keys...); err != nil {
			return err
		}
		return s.notify(ctx, FactorRemoved, a)
	})
}

func noFactor() error {
	return fault.New(fault.NotFound, "NOT_FOUND", "the account has no second factor")
}

// dropTOTP removes the codes of an app from an account and says whether there were any. Call it inside Write.
func (s *Service) dropTOTP(ctx context.Context, id int64) (found bool, err error) {
	n, err := s.DB.Exec(ctx, `DELETE FROM staff_totp WHERE staff_id = $1`, id)
	if err != nil || n == 0 {
		return false, err
	}
	if err := s.dropUnusedCodes(ctx, id); err != nil {
		return true, err
	}
	return true, s.record(ctx, event{action: "totp.off", id: id, changed: []string{"secondFactor"}})
}
