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

	"poolkeeper.example/extension-service/engine/store"
)

// secretBytes is the length of a person's key: AES-256.
const secretBytes = 32

// private holds what goes when the person is forgotten: the personal values of one entry, and what somebody wrote
// beside.
type private struct {
	Before  map[string]any `json:"before"`
	After   map[string]any `json:"after"`
	Reason  string         `json:"reason,omitempty"`
	Comment string         `json:"comment,omitempty"`

	at     int // place of the entry among those written with it
	who    store.Person
	fields []string // that are personal
}

// isPrivate says whether an entry holds what goes with a person: personal values, or words about somebody.
func isPrivate(e *store.Entry) bool {
	return len(e.Personal) > 0 || e.About.ID != 0 && (e.Act.Comment != "" || !isCode(e.Act.Reason))
}

// isCode says whether a reason is one of "reason codes", or none, and so says nothing of a person.
func isCode(reason string) bool { return strings.Trim(reason, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == "" }

// split takes the personal values out of an entry. The maps of the entry stay as they are.
func split(e *store.Entry) private {
	p := private{
		Before: map[string]any{}, After: map[string]any{}, Comment: e.Act.Comment, who: e.About,
		fields: e.Personal,
	}
	if p.who.ID == 0 {
		p.who = store.Person{Entity: e.Entity, ID: e.ID}
	}
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

// storePrivate writes personal values of entries under the keys of the people they are about.
func (l *Log) storePrivate(ctx context.Context, ids []int64, list []private) error {
	keys := map[store.Person]*subject{}
	for _, p := range list {
		keys[p.who] = nil
	}
	if err := l.subjects(ctx, keys); err != nil {
		return err
	}
	rows := make([][]any, len(list))
	for i, p := range list {
		key := keys[p.who]
		text, err := json.Marshal(p)
		if err != nil {
			return err
		}
		id := ids[p.at]
		sealed, err := encrypt(key.secret, id, text)
		if err != nil {
			return err
		}
		rows[i] = []any{id, key.id, strings.Join(p.fields, ","), sealed}
	}
	return l.DB.Insert(ctx, "audit_values (audit_id, subject_id, fields, sealed)", rows)
}

// subject is the key of a person.
type subject struct {
	id     int64
	secret string
}

// subjects fills the keys of people, new ones for those who have none (any more).
func (l *Log) subjects(ctx context.Context, keys map[store.Person]*subject) error {
	if err := l.loadKeys(ctx, keys); err != nil {
		return err
	}
	var rows [][]any
	var unknown []store.Person
	for who, key := range keys {
		if key == nil {
			b := make([]byte, secretBytes)
			_, _ = rand.Read(b) // never fails
			rows = append(rows, []any{who.Entity, who.ID, base64.RawStdEncoding.EncodeToString(b), l.Now().UnixMilli()})
			unknown = append(unknown, who)
		}
	}
	ids, err := l.DB.InsertIDs(ctx, "audit_subjects (entity, entity_id, secret, created)", rows,
		"ON CONFLICT (entity, entity_id) DO NOTHING")
	if err != nil {
		return err
	}
	if len(ids) < len(rows) { // others have made some of them meanwhile
		return l.others(ctx, keys)
	}
	for i, who := range unknown {
		keys[who] = &subject{ids[i], rows[i][2].(string)} //nolint:forcetypeassert // its secret
	}
	return nil
}

// others fills the keys that other copies of the service have made.
func (l *Log) others(ctx context.Context, keys map[store.Person]*subject) error {
	if err := l.loadKeys(ctx, keys); err != nil {
		return err
	}
	for _, key := range keys {
		if key == nil {
			return errors.New("audit: the person was forgotten meanwhile")
		}
	}
	return nil
}

// loadKeys fills the keys of those who have one.
func (l *Log) loadKeys(ctx context.Context, keys map[store.Person]*subject) error {
	ids := map[string][]int64{}
	for who, key := range keys {
		if key == nil {
			ids[who.Entity] = append(ids[who.Entity], who.ID)
		}
	}
	for entity, list := range ids {
		var one subject
		who := store.Person{Entity: entity}
		err := l.DB.Each(ctx, []any{&who.ID, &one.id, &one.secret}, func() error {
			keys[who] = &subject{one.id, one.secret}
			return nil
		}, "SELECT entity_id, id, secret FROM audit_subjects WHERE entity = $1 AND entity_id IN "+l.DB.InList(2), entity,
			store.IDList(list))
		if err != nil {
			return err
		}
	}
	return nil
}

// Anonymise deletes the key of a person, in the transaction of ctx: every entry stays, its personal values are gone for
// good. Call it after the write that clears the record, whose entry holds those values too.
func (l *Log) Anonymise(ctx context.Context, entity string, id int64) error {
	_, err := l.DB.Exec(ctx, `DELETE FROM audit_subjects WHERE entity = $1 AND entity_id = $2`, entity, id)
	return err
}

// Subjects lists the records of an entity of which personal values are kept, by id.
func (l *Log) Subjects(ctx context.Context, entity string) ([]int64, error) {
	return l.DB.IDs(ctx, "SELECT entity_id FROM audit_subjects WHERE entity = $1 ORDER BY entity_id", entity)
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
	text, err := decrypt(*n.secret, n.line.ID, *n.sealed)
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

func newCipher(secret string) (cipher.AEAD, error) {
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

func encrypt(secret string, id int64, text []byte) (string, error) {
	aead, err := newCipher(secret)
	if err != nil {
		return "", err
	}
	nonce := make([]byte, aead.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	return base64.RawStdEncoding.EncodeToString(aead.Seal(nonce, nonce, text, bound(id))), nil
}

func decrypt(secret string, id int64, sealed string) ([]byte, error) {
	aead, err := newCipher(secret)
	if err != nil {
		return nil, err
	}
	b, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil || len(b) < aead.NonceSize() {
		return nil, errors.New("audit: no sealed values")
	}
	return aead.Open(nil, b[:aead.NonceSize()], b[aead.NonceSize():], bound(id))
}
