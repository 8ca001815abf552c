package vms

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/ratelimit"
	"poolkeeper.example/extension-service/platform/role"
)

const (
	replayWindow = 5 * time.Minute // within which the time of a signature has to lie
	sameBody     = 24 * time.Hour  // for which a message without an id is known by its body
	longestID    = 100
)

// received is what a VMS is answered: the id under which its message stands in the log, the same however often it is
// sent.
type received struct {
	ID int64 `json:"id" kind:"id"`
}

// Receive takes a message from a VMS and keeps it before it answers; what becomes of it is decided later.
// UNAUTHENTICATED, TOO_MANY_REQUESTS.
func (s *Service) Receive(ctx context.Context, r *resource.Request) (any, error) {
	id, err := field.ParseID(r.Param("id"))
	if err != nil {
		return nil, err
	}
	peer := role.From(ctx).IP
	if err := s.pushes.Allow(pushKey(peer, id), s.deps.Now()); err != nil {
		return nil, err
	}
	entity := Job
	if wanted := r.Queries["entity"]; wanted != "" {
		entity = Entity(wanted)
	}
	if !slices.Contains(entity.Enum().Values, string(entity)) || entity.direction() != In {
		return nil, wrongEntity(In)
	}
	ctx = role.AsSystem(ctx, "vms.inbound")
	c, why, err := s.Connections.sender(ctx, id, r, s.deps.Now())
	if err == nil && why != "" {
		err = s.refuse(ctx, refusal{called: id, connection: c.ID, peer: peer, why: why})
	}
	if err != nil {
		return nil, err
	}
	var out received
	err = s.deps.DB.Write(ctx, func(ctx context.Context) (err error) {
		if _, err = s.Connections.Get(ctx, c.ID); err == nil {
			out.ID, _, err = s.Inbox.storeMessage(ctx, c,
				arrived{entity, r.Header("Webhook-Id"), "POST " + r.Path, kindOf(r), r.Body})
		}
		return err
	})
	return out, err
}

// refusal is a message that does not show whom it is from.
type refusal struct {
	called, connection int64  // the id that was called, and of the connection; 0: there is none
	peer               string // its address
	why                RefusedWhy
}

// pushKey is what messages are counted by.
func pushKey(peer string, connection int64) string {
	return ratelimit.NetworkOf(peer) + " " + strconv.FormatInt(connection, 10)
}

// refuse writes a refusal down and answers it alike, whatever is wrong. UNAUTHENTICATED, TOO_MANY_REQUESTS once an
// address has been refused too often on a connection within a minute, or on all that are not there: what comes then is
// neither logged nor counted.
func (s *Service) refuse(ctx context.Context, r refusal) error {
	now := s.deps.Now()
	if err := s.refusals.Allow(pushKey(r.peer, r.connection), now); err != nil {
		return err
	}
	s.deps.Log.Warn("vms inbound refused", "connection", r.called, "from", r.peer, "reason", r.why)
	if err := s.countRefusal(ctx, r, now); err != nil {
		return err
	}
	return fault.New(fault.Unauthenticated, "UNAUTHENTICATED", "the message does not show whom it is from")
}

// countRefusal counts a refusal on its connection, if there is one, which tells why the last one was.
func (s *Service) countRefusal(ctx context.Context, r refusal, now time.Time) error {
	if r.connection == 0 {
		return nil
	}
	return s.deps.DB.Write(ctx, func(ctx context.Context) error {
		s.deps.DB.Touched(ctx, "vms_connections", "refused")
		_, err := s.deps.DB.Exec(ctx, `
			UPDATE vms_connections
			   SET refused = refused + 1, refused_at = $1, refused_why = $2
			 WHERE id = $3`, now.UnixMilli(), string(r.why), r.connection)
		return err
	})
}

// sender is the connection that a message comes from, or why the message does not show that.
func (c *Connections) sender(ctx context.Context, id int64, r *resource.Request, now time.Time) (found Connection,
	why RefusedWhy, err error,
) {
	found, err = c.Get(ctx, id)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return found, noConnection, nil
	case err != nil:
		return found, "", err
	case !found.Active:
		return found, RefusedInactive, nil
	case !found.HasInbound:
		return found, RefusedNoSecret, nil
	}
	secret, err := c.secretIn(ctx, id, "inbound_secret")
	if err != nil {
		return found, "", err
	}
	if found.Inbound == Password {
		if !knowsPassword(r.Header("Authorization"), secret) {
			why = RefusedPassword
		} else if id := r.Header("Webhook-Id"); id != "" && !isID(id) {
			why = RefusedNoID
		}
		return found, why, nil
	}
	return found, unsigned(r, secret, now), nil
}

// isID says whether a VMS may name a message so.
func isID(text string) bool { return len(text) <= longestID && isHeaderValue(text) }

// unsigned says why the signature of a message does not hold; "" where it does. It is made as Standard Webhooks writes
// it, of id, time and body, with the query between time and body where there is one: nobody else can have a message
// read as another kind.
func unsigned(r *resource.Request, secret []byte, now time.Time) RefusedWhy {
	id, at := r.Header("Webhook-Id"), r.Header("Webhook-Timestamp")
	seconds, err := strconv.ParseInt(at, 10, 64)
	switch {
	case id == "" || !isID(id):
		return RefusedNoID
	case err != nil:
		return RefusedNoTime
	case now.Sub(time.Unix(seconds, 0)).Abs() > replayWindow:
		return RefusedTime
	}
	key, err := signingKey(string(secret))
	if err != nil {
		return RefusedKey
	}
	content, query := id+"."+at+".", ""
	if r.RawQuery != "" {
		query = r.RawQuery + "."
	}
	switch {
	case hasSignature(r, key, content+query):
		return ""
	case query != "" && hasSignature(r, key, content): // what most senders do first
		return RefusedQuery
	}
	return RefusedSignature
}

// hasSignature says whether one of the signatures of a message is that of its body behind something.
func hasSignature(r *resource.Request, key []byte, content string) bool {
	mac := hmac.New(sha256.New, key)
	_, _ = mac.Write(slices.Concat([]byte(content), r.Body)) // never fails
	wanted := mac.Sum(nil)
	for one := range strings.FieldsSeq(r.Header("Webhook-Signature")) { // several while a secret is being changed
		text, isKnown := strings.CutPrefix(one, "v1,")
		if signature, err := base64.StdEncoding.DecodeString(text); isKnown && err == nil && hmac.Equal(signature, wanted) {
			return true
		}
	}
	return false
}

// knowsPassword says whether basic authentication has the password; the user is the VMS's own affair.
func knowsPassword(header string, secret []byte) bool {
	text, isBasic := strings.CutPrefix(header, "Basic ")
	decoded, err := base64.StdEncoding.DecodeString(text)
	_, password, _ := strings.Cut(string(decoded), ":")
	return isBasic && err == nil && subtle.ConstantTimeCompare([]byte(password), secret) == 1
}

// arrived is one message as it came.
type arrived struct {
	entity  Entity
	id      string // "": it has none
	request string // the line of it
	headers map[string]string
	body    []byte
}

// storeMessage stores a message, unless it is one that is known already, and returns its id and whether it is new.
// Whoever calls has locked the connection: of two alike at once one sees the other.
func (i *Inbox) storeMessage(ctx context.Context, c Connection, a arrived) (id int64, isNew bool, err error) {
	now := i.Now()
	if _, err := i.DB().Exec(ctx, "UPDATE vms_connections SET heard_at = $1 WHERE id = $2", now.UnixMilli(),
		c.ID); err != nil {
		return 0, false, err
	}
	digest := hashOf(a.body)
	known, args := "message_id = $2", []any{c.ID, a.id}
	if a.id == "" {
		// nothing of the digest: whoever may not read the message could find out whether a guess is right
		a.id = "unnamed-" + rand.Text()
		known, args = "digest = $2 AND created > $3", []any{c.ID, digest, now.Add(-sameBody).UnixMilli()}
	}
	found, err := i.DB().Row(ctx, []any{&id},
		"SELECT id FROM vms_messages WHERE connection_id = $1 AND direction = 'inbound' AND "+known+
			" ORDER BY id DESC LIMIT 1", args...)
	if err != nil || found {
		return id, false, err
	}
	m := Message{
		MessageID: a.id, ConnectionID: c.ID, ClientID: c.ClientID, Direction: In, Entity: a.entity,
		State: Received,
	}
	if err := i.messages.Create(ctx, &m); err != nil {
		return 0, false, err
	}
	if _, err := i.DB().Exec(ctx, "UPDATE vms_messages SET digest = $1, request_id = $2 WHERE id = $3", digest,
		role.From(ctx).RequestID, m.ID); err != nil {
		return 0, false, err
	}
	return m.ID, true, i.messages.storeAttempt(ctx, m.ID,
		Exchange{
			At: now, Request: a.request, Headers: a.headers, Body: string(a.body), Status: 202,
			Answer: fmt.Sprintf(`{"id":%d}`, m.ID),
		})
}

// hashOf is the SHA-256 of a message, in hexadecimal digits.
func hashOf(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

// kindOf are the headers of a message that are no secret.
func kindOf(r *resource.Request) map[string]string {
	out := map[string]string{}
	for _, name := range []string{"Content-Type", "User-Agent", "Webhook-Id", "Webhook-Timestamp"} {
		if value := r.Header(name); value != "" {
			out[name] = value
		}
	}
	return out
}
