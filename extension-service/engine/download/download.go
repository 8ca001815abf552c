// Package download lets a browser fetch a file by a plain link: one use, 60 s, bound to the person who asked
// ("Extensions", GET /api/download). The database keeps the tickets, so that any copy of the service can make the file.
package download

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"maps"
	"mime"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Service gives tickets and takes them.
type Service struct {
	DB  *store.DB
	Now func() time.Time
	// Recheck brings a caller up to date while the session stands.
	Recheck func(ctx context.Context, c *role.Caller) error
	// Audit writes one entry in a transaction of its own.
	Audit func(ctx context.Context, entries ...store.Entry) error
	// File makes what somebody has asked for.
	File func(ctx context.Context, w resource.DownloadRequest) (resource.Download, error)
}

const life = time.Minute

// Endpoints are the calls of the package.
func (s *Service) Endpoints() []resource.Endpoint {
	return []resource.Endpoint{
		{
			Name: "download.get", Method: "GET", Path: "/api/download/{ticket}", Public: true, Once: true, Media: "*/*",
			Handle: resource.Handle(s.fetch),
		},
	}
}

// Issue returns the link under which the caller fetches a file.
func (s *Service) Issue(ctx context.Context, w resource.DownloadRequest) (string, error) {
	var id [24]byte
	_, _ = rand.Read(id[:]) // never fails
	key := base64.RawURLEncoding.EncodeToString(id[:])
	who := role.From(ctx)
	sealed, err := encryptRequest(key, w.For)
	if err != nil {
		return "", err
	}
	return "/api/download/" + key, s.DB.Write(ctx, func(ctx context.Context) error {
		_, err := s.DB.Exec(ctx,
			"INSERT INTO tickets (hash, staff_id, sid, source, entity, wish, until) VALUES ($1, $2, $3, $4, $5, $6, $7)",
			hashOf(key), who.ID, who.SID, who.Source, w.Entity, sealed, s.Now().Add(life).UnixMilli())
		return err
	})
}

// requestCipher encrypts what a ticket is for under the ticket itself, which only its holder has: it may look for
// people by name.
func requestCipher(key string) (cipher.AEAD, error) {
	secret, err := hkdf.Key(sha256.New, []byte(key), nil, "what a ticket is for", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(secret)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

func encryptRequest(key string, request []byte) (string, error) {
	aead, err := requestCipher(key)
	if err != nil {
		return "", err
	}
	once := make([]byte, aead.NonceSize()) // a ticket encrypts one thing only
	return base64.StdEncoding.EncodeToString(aead.Seal(nil, once, request, nil)), nil
}

func openRequest(key, sealed string) (json.RawMessage, error) {
	aead, err := requestCipher(key)
	if err != nil {
		return nil, err
	}
	text, err := base64.StdEncoding.DecodeString(sealed)
	if err != nil {
		return nil, err
	}
	return aead.Open(nil, make([]byte, aead.NonceSize()), text, nil)
}

func hashOf(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// redeem takes a ticket out and returns what it is for, in the name of the person it was given to.
func (s *Service) redeem(ctx context.Context, key string) (*role.Caller, resource.DownloadRequest, error) {
	from := role.From(ctx)
	who := &role.Caller{Kind: role.Admin, RequestID: from.RequestID, IP: from.IP, UserAgent: from.UserAgent}
	var w resource.DownloadRequest
	var text string
	var until int64
	known := false
	err := s.DB.Write(ctx, func(ctx context.Context) (err error) {
		known, err = s.DB.Row(ctx, []any{&who.ID, &who.SID, &who.Source, &w.Entity, &text, &until},
			"DELETE FROM tickets WHERE hash = $1 RETURNING staff_id, sid, source, entity, wish, until", hashOf(key))
		return err
	})
	if err != nil {
		return who, w, err
	}
	isTheirs := from.Kind != role.Admin || from.ID == who.ID // a browser that follows a link carries no token
	if known = known && isTheirs && s.Now().UnixMilli() <= until; known {
		w.For, err = openRequest(key, text)
	}
	if !known || err != nil { // a copy of an older version gave it, in clear
		err = fault.New(fault.NotFound, "NOT_FOUND", "this download has been fetched or is too old")
	}
	return who, w, err
}

// DeleteExpired removes the tickets that nobody has used in time.
func (s *Service) DeleteExpired(ctx context.Context) (n int64, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		n, err = s.DB.Exec(ctx, "DELETE FROM tickets WHERE until < $1", s.Now().UnixMilli())
		return err
	})
	return n, err
}

type input struct {
	Ticket string `path:"ticket" json:"ticket" check:"required,max=64"`
}

// fetch streams the file of a ticket in the name of the person it was given to, and audits that.
func (s *Service) fetch(ctx context.Context, in input) (any, error) {
	who, request, err := s.redeem(ctx, in.Ticket)
	if err != nil {
		return nil, err
	}
	if err := s.Recheck(ctx, who); err != nil {
		return nil, err
	}
	as := role.With(ctx, who)
	file, err := s.File(as, request)
	if err != nil {
		return nil, err
	}
	params := map[string]any{"file": file.Name}
	maps.Copy(params, file.AuditDetails)
	if err := s.Audit(as, store.Entry{
		Entity: request.Entity, Act: resource.Act{Action: "export"},
		After: params,
	}); err != nil {
		return nil, err
	}
	reply := resource.ReplyOf(ctx)
	reply.Type = file.Type
	reply.SetHeader("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file.Name}))
	reply.Stream = func(w io.Writer) error { return file.Stream(as, w) }
	return nil, nil //nolint:nilnil // it answers through its reply
}
