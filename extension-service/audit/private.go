package audit

import (
	"cmp"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/store"
)

// secretBytes is the length of a person's key: AES-256.
const secretBytes = 32

// private holds what goes when the person is forgotten: the personal values of one entry, and what somebody wrote beside.
type private struct {
	Before  map[string]any `json:"before"`
	After   map[string]any `json:"after"`
	Reason  string         `json:"reason,omitempty"`
	Comment string         `json:"comment,omitempty"`
}

// isPrivate says whether an entry holds what goes with a person: personal values, or words about somebody.
func isPrivate(e *store.Entry) bool {
	return len(e.Personal) > 0 || e.About.ID != 0 && (e.Act.Comment != "" || !isCode(e.Act.Reason))
}

// isCode says whether a reason is one of "reason codes", or none, and so says nothing of a person.
func isCode(reason string) bool { return strings.Trim(reason, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == "" }

// split takes the personal values out of an entry. The maps of the entry stay as they are.
func split(e *store.Entry) private {
	p := private{Before: map[string]any{}, After: map[string]any{}, Comment: e.Act.Comment}
	if e.Act.Comment = ""; !isCode(e.Act.Reason) {
		p.Reason, e.Act.Reason = e.Act.Reason, ""
	}
	e.Before, e.After = maps.Clone(e.Before), maps.Clone(e.After)
	for _, name := range e.Personal {
		for _, side := range []struct{ from, to map[string]any }{{e.Before, p.Before}, {e.After, p.After}} {
			if v, ok := side.from[name]; ok {
				side.to[name] = v
				delete(side.from, name)
			}
		}
	}
	return p
}

// keep writes the personal values of an entry under the key of the person they are about.
func (l *Log) keep(ctx context.Context, id int64, e store.Entry, p private) error {
	who := e.About
	if who.ID == 0 {
		who = store.Person{Entity: e.Entity, ID: e.ID}
	}
	subject, secret, err := l.subject(ctx, who)
	if err != nil {
		return err
	}
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	sealed, err := seal(secret, id, text)
	if err != nil {
		return err
	}
	_, err = l.DB.Exec(ctx, `INSERT INTO audit_values (audit_id, subject_id, fields, sealed) VALUES ($1, $2, $3, $4)`,
		id, subject, strings.Join(e.Personal, ","), sealed)
	return err
}

// subject returns the key of a person, a new one for somebody who has none (any more).
func (l *Log) subject(ctx context.Context, who store.Person) (id int64, secret string, err error) {
	const query = `SELECT id, secret FROM audit_subjects WHERE entity = $1 AND entity_id = $2`
	found, err := l.DB.Row(ctx, []any{&id, &secret}, query, who.Entity, who.ID)
	if found || err != nil {
		return id, secret, err
	}
	b := make([]byte, secretBytes)
	_, _ = rand.Read(b) // never fails
	if _, err := l.DB.Exec(ctx, `
		INSERT INTO audit_subjects (entity, entity_id, secret, created)
		VALUES ($1, $2, $3, $4)
		    ON CONFLICT (entity, entity_id) DO NOTHING`,
		who.Entity, who.ID, base64.RawStdEncoding.EncodeToString(b), l.Now().UnixMilli()); err != nil {
		return 0, "", err
	}
	found, err = l.DB.Row(ctx, []any{&id, &secret}, query, who.Entity, who.ID)
	if err == nil && !found {
		err = errors.New("audit: the person was forgotten meanwhile")
	}
	return id, secret, err
}

// Anonymise deletes the key of a person, in the transaction of ctx: every entry stays, its personal values are gone for
// good. Call it after the write that clears the record, whose entry holds those values too.
func (l *Log) Anonymise(ctx context.Context, entity string, id int64) error {
	_, err := l.DB.Exec(ctx, `DELETE FROM audit_subjects WHERE entity = $1 AND entity_id = $2`, entity, id)
	return err
}

// open puts the personal values back into an entry as it is read; without the key it notes which ones are gone.
func (n *opened) open() error {
	if n.sealed == nil {
		return nil
	}
	if n.secret == nil {
		n.line.Gone = slices.DeleteFunc(strings.Split(*n.fields, ","), func(s string) bool { return s == "" })
		return nil
	}
	text, err := unseal(*n.secret, n.line.ID, *n.sealed)
	if err != nil {
		return err
	}
	var p struct {
		Before, After   map[string]json.RawMessage
		Reason, Comment string
	}
	if err := json.Unmarshal(text, &p); err != nil {
		return err
	}
	if n.line.Before == nil {
		n.line.Before = map[string]json.RawMessage{}
	}
	if n.line.After == nil {
		n.line.After = map[string]json.RawMessage{}
	}
	maps.Copy(n.line.Before, p.Before)
	maps.Copy(n.line.After, p.After)
	n.line.Comment, n.line.Reason = p.Comment, cmp.Or(p.Reason, n.line.Reason)
	return nil
}

// opened is one entry with what lies beside it.
type opened struct {
	line                   *Line
	fields, sealed, secret *string
}

func sealer(secret string) (cipher.AEAD, error) {
	key, err := base64.RawStdEncoding.DecodeString(secret)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// bound ties sealed values to their entry, so that nobody can move them to another.
func bound(id int64) []byte { return []byte("audit " + strconv.FormatInt(id, 10)) }

func seal(secret string, id int64, text []byte) (string, error) {
	aead, err := sealer(secret)
	if err != nil {
		return "", err
	}
	nonce := make([]byte, aead.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	return base64.RawStdEncoding.EncodeToString(aead.Seal(nonce, nonce, text, bound(id))), nil
}

func unseal(secret string, id int64, sealed string) ([]byte, error) {
	aead, err := sealer(secret)
	if err != nil {
		return nil, err
	}
	b, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil || len(b) < aead.NonceSize() {
		return nil, errors.New("audit: no sealed values")
	}
	return aead.Open(nil, b[:aead.NonceSize()], b[aead.NonceSize():], bound(id))
}
