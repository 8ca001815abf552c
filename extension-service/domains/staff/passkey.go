package staff

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/passkey"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	mostPasskeys = 20 // of one account
	handleBytes  = 32
)

// storedKey is a passkey of an account as it is kept.
type storedKey struct {
	passkey.Key
	id                int64
	name, handle      string
	created, lastUsed int64
}

// Passkey is one as its owner sees it.
type Passkey struct {
	ID         int64   `json:"id"`
	Name       string  `json:"name"`
	CreatedAt  Instant `json:"createdAt"`
	LastUsedAt Instant `json:"lastUsedAt"` // null before its first sign-in
	BackedUp   bool    `json:"backedUp"`   // copied to other devices by its maker
}

func (k storedKey) shown() Passkey {
	return Passkey{k.id, k.name, instantOf(k.created), instantOf(k.lastUsed), k.IsBackedUp}
}

// PasskeyOptions are what the browser's call needs: PublicKeyCredentialCreationOptionsJSON to make a passkey,
// PublicKeyCredentialRequestOptionsJSON to sign in by one.
type PasskeyOptions struct {
	Options json.RawMessage `json:"options" kind:"json"`
}

// NewPasskey is what the browser has made, as PublicKeyCredential.toJSON writes it.
type NewPasskey struct {
	Name       string          `json:"name"       check:"required,max=80"`
	Credential json.RawMessage `json:"credential" kind:"json" check:"required"`
}

// AddedPasskey is a new passkey. RecoveryCodes are shown once: those of the first factor of an account, otherwise none.
type AddedPasskey struct {
	Passkey       Passkey  `json:"passkey"`
	RecoveryCodes []string `json:"recoveryCodes"`
}

// PasskeyName renames a passkey.
type PasskeyName struct {
	ID   int64  `path:"id"`
	Name string `json:"name" check:"required,max=80"`
}

// PasskeyID names a passkey.
type PasskeyID struct {
	ID int64 `path:"id"`
}

func passkeysOff() error {
	return fault.New(fault.Conflict, "PASSKEYS_OFF", "passkeys cannot be had at the address of this service")
}

// OwnPasskeys lists the passkeys of the caller, the oldest first.
func (s *Service) OwnPasskeys(ctx context.Context, _ resource.None) (resource.List[Passkey], error) {
	list := resource.List[Passkey]{Results: []Passkey{}}
	keys, err := s.keysOf(ctx, role.From(ctx).ID)
	for _, k := range keys {
		list.Results = append(list.Results, k.shown())
	}
	list.TotalResults = int64(len(keys))
	return list, err
}

// BeginPasskey gives the caller's browser what it needs to make a passkey, for five minutes. PASSKEYS_OFF where the
// service has no address that a passkey can be bound to, NOT_EDITABLE as for BeginTOTP, REAUTHENTICATE.
func (s *Service) BeginPasskey(ctx context.Context, _ resource.None) (PasskeyOptions, error) {
	var out PasskeyOptions
	if s.Passkeys == nil {
		return out, passkeysOff()
	}
	return out, s.DB.Write(ctx, func(ctx context.Context) error {
		a, err := s.factorAccount(ctx)
		if err != nil {
			return err
		}
		keys, err := s.keysOf(ctx, a.ID)
		if err != nil {
			return err
		}
		if len(keys) >= mostPasskeys {
			return fault.Validation().Field("name", "passkey.tooMany", map[string]any{"max": mostPasskeys})
		}
		owner := ownerOf(a, keys)
		if owner.Handle == nil {
			owner.Handle = make([]byte, handleBytes)
			_, _ = rand.Read(owner.Handle) // never fails
		}
		var challenge string
		if out.Options, challenge, err = s.Passkeys.CreationOptions(owner); err != nil {
			return err
		}
		return s.storePasskeyChallenge(ctx, challenge, passkeyChallenge{
			sid: role.From(ctx).SID, handle: encodeBytes(owner.Handle),
		})
	})
}

// ConfirmPasskey adds the passkey that the browser has made after BeginPasskey, and answers recovery codes where it is
// the first factor of the account. VALIDATION for one that does not answer a challenge of this session, was made for
// another address, or belongs to an account already; NOT_EDITABLE and REAUTHENTICATE as for BeginPasskey.
func (s *Service) ConfirmPasskey(ctx context.Context, in NewPasskey) (AddedPasskey, error) {
	out := AddedPasskey{RecoveryCodes: []string{}}
	if s.Passkeys == nil {
		return out, passkeysOff()
	}
	made, err := passkey.ReadCreated(in.Credential)
	if err != nil {
		return out, wrongPasskey("passkey.unreadable")
	}
	var refusal error
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		a, err := s.factorAccount(ctx)
		if err != nil {
			return err
		}
		c, open, err := s.usePasskeyChallenge(ctx, made.Challenge, role.From(ctx).SID)
		if err != nil || !open {
			refusal = wrongPasskey("passkey.late")
			return err
		}
		out, refusal, err = s.addPasskey(ctx, a, storedKey{name: in.Name, handle: c.handle}, made)
		return err
	})
	if err == nil {
		err = refusal
	}
	return out, err
}

func wrongPasskey(message string) error { return fault.Validation().Field("credential", message, nil) }

// addPasskey verifies a passkey and keeps it. A refusal is no error: the challenge is used up with it.
func (s *Service) addPasskey(ctx context.Context, a *account, k storedKey, made *passkey.Created) (out AddedPasskey,
	refusal, err error,
) {
	out = AddedPasskey{RecoveryCodes: []string{}}
	f, err := s.factorOf(ctx, a.ID)
	if err != nil {
		return out, nil, err
	}
	owner := ownerOf(a, f.keys)
	if owner.Handle, err = decodeBytes(k.handle); err != nil {
		return out, nil, err
	}
	if k.Key, err = s.Passkeys.Register(owner, made); err != nil {
		return out, wrongPasskey("passkey.refused"), nil
	}
	isRegistered, err := s.isPasskeyRegistered(ctx, k.ID)
	if err != nil || isRegistered {
		return out, wrongPasskey("passkey.taken"), err
	}
	k.created = s.ms()
	if k.id, err = s.insertPasskey(ctx, a.ID, k); err != nil {
		return out, nil, err
	}
	if err := s.factorShown(ctx, "pop"); err != nil {
		return out, nil, err
	}
	if !f.isSet() {
		if out.RecoveryCodes, err = s.newRecoveryCodes(ctx, a.ID); err != nil {
			return out, nil, err
		}
	}
	out.Passkey = k.shown()
	if err := s.notify(ctx, passkeyAdded, a); err != nil {
		return out, nil, err
	}
	return out, nil, s.recordPasskey(ctx, "passkey.add", a.ID, passkeyNames{after: k.name})
}

// RenamePasskey gives a passkey of the caller another name. NOT_FOUND for one of somebody else; REAUTHENTICATE.
func (s *Service) RenamePasskey(ctx context.Context, in PasskeyName) (Passkey, error) {
	var out Passkey
	return out, s.DB.Write(ctx, func(ctx context.Context) error {
		a, k, err := s.ownPasskey(ctx, in.ID)
		if err != nil {
			return err
		}
		was := k.name
		k.name = in.Name
		out = k.shown()
		if was == k.name {
			return nil
		}
		if _, err := s.DB.Exec(ctx, `UPDATE staff_passkeys SET name = $1 WHERE id = $2`, k.name, k.id); err != nil {
			return err
		}
		return s.recordPasskey(ctx, "passkey.rename", a.ID, passkeyNames{before: was, after: k.name})
	})
}

// RemovePasskey takes a passkey off the caller's account. With the last factor the recovery codes go. NOT_FOUND for one
// of somebody else; REAUTHENTICATE.
func (s *Service) RemovePasskey(ctx context.Context, in PasskeyID) (resource.None, error) {
	return resource.None{}, s.DB.Write(ctx, func(ctx context.Context) error {
		a, k, err := s.ownPasskey(ctx, in.ID)
		if err != nil {
			return err
		}
		if err := s.deletePasskeys(ctx, a.ID, k); err != nil {
			return err
		}
		return s.notify(ctx, passkeyRemoved, a)
	})
}

// ownPasskey is a passkey of the caller for a change of it.
func (s *Service) ownPasskey(ctx context.Context, id int64) (*account, storedKey, error) {
	a, err := s.proven(ctx)
	if err != nil {
		return nil, storedKey{}, err
	}
	keys, err := s.keysOf(ctx, a.ID)
	if err != nil {
		return nil, storedKey{}, err
	}
	at := slices.IndexFunc(keys, func(k storedKey) bool { return k.id == id })
	if at < 0 {
		return nil, storedKey{}, fault.New(fault.NotFound, "NOT_FOUND", "the account has no such passkey")
	}
	return a, keys[at], nil
}

// deletePasskeys removes passkeys of an account, and with its last factor the recovery codes. Call it inside Write.
func (s *Service) deletePasskeys(ctx context.Context, id int64, keys ...storedKey) error {
	for _, k := range keys { // mostPasskeys at most
		if _, err := s.DB.Exec(ctx, `DELETE FROM staff_passkeys WHERE id = $1`, k.id); err != nil {
			return err
		}
		if err := s.recordPasskey(ctx, "passkey.remove", id, passkeyNames{before: k.name}); err != nil {
			return err
		}
	}
	return s.dropUnusedCodes(ctx, id)
}

// passkeyNames are what a passkey was called before a change of it, and after; "" while it was not there.
type passkeyNames struct{ before, after string }

// recordPasskey writes what became of a passkey to the audit log.
func (s *Service) recordPasskey(ctx context.Context, action string, id int64, names passkeyNames) error {
	e := event{action: action, id: id, changed: []string{"passkey"}, before: map[string]any{}, after: map[string]any{}}
	if names.before != "" {
		e.before["passkey"] = names.before
	}
	if names.after != "" {
		e.after["passkey"] = names.after
	}
	return s.record(ctx, e)
}

// ownerOf is an account as the browser knows it. It has no handle before its first passkey.
func ownerOf(a *account, keys []storedKey) passkey.Owner {
	o := passkey.Owner{}
	if a != nil {
		o.Name, o.DisplayName = a.Email, a.name()
	}
	for _, k := range keys {
		o.Keys = append(o.Keys, k.Key)
	}
	if len(keys) > 0 {
		o.Handle, _ = decodeBytes(keys[0].handle) // written by encodeBytes
	}
	return o
}

// keysOf are the passkeys of an account, the oldest first, locked when inside Write.
func (s *Service) keysOf(ctx context.Context, id int64) ([]storedKey, error) {
	return store.All(ctx, s.DB, scanKey, `
		SELECT id, credential_id, public_key, handle, name, counter, transports, backup_eligible, backed_up, created,
		       last_used
		  FROM staff_passkeys
		 WHERE staff_id = $1
		 ORDER BY id`+s.DB.Lock(ctx), id)
}

func scanKey(rows store.Rows) (k storedKey, err error) {
	var id, public, transports string
	var counter, eligible, backedUp int64
	if err := rows.Scan(&k.id, &id, &public, &k.handle, &k.name, &counter, &transports, &eligible, &backedUp, &k.created,
		&k.lastUsed); err != nil {
		return k, err
	}
	k.Counter, k.IsBackupEligible, k.IsBackedUp = uint32(counter), eligible == 1, backedUp == 1
	k.Transports = strings.Fields(transports)
	if k.ID, err = decodeBytes(id); err != nil {
		return k, err
	}
	k.PublicKey, err = decodeBytes(public)
	return k, err
}

func (s *Service) insertPasskey(ctx context.Context, staffID int64, k storedKey) (id int64, err error) {
	_, err = s.DB.Row(ctx, []any{&id}, `
		INSERT INTO staff_passkeys (staff_id, credential_id, public_key, handle, name, counter, transports,
		       backup_eligible, backed_up, created, last_used)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0)
		RETURNING id`, staffID, encodeBytes(k.ID), encodeBytes(k.PublicKey), k.handle, k.name, int64(k.Counter),
		strings.Join(k.Transports, " "), boolToInt(k.IsBackupEligible), boolToInt(k.IsBackedUp), k.created)
	if err != nil && store.Violated(err) == "staff_passkeys_credential_unique" {
		err = wrongPasskey("passkey.taken")
	}
	return id, err
}

func (s *Service) isPasskeyRegistered(ctx context.Context, credential []byte) (bool, error) {
	id, err := s.passkeyOwner(ctx, credential)
	return id != 0, err
}

// passkeyOwner is the account that a credential belongs to; 0 for none.
func (s *Service) passkeyOwner(ctx context.Context, credential []byte) (id int64, err error) {
	_, err = s.DB.Row(ctx, []any{&id}, `SELECT staff_id FROM staff_passkeys WHERE credential_id = $1`,
		encodeBytes(credential))
	return id, err
}

func encodeBytes(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func decodeBytes(text string) ([]byte, error) { return base64.RawURLEncoding.DecodeString(text) }
