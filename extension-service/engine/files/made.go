package files

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"strings"
	"time"

	"poolkeeper.example/extension-service/platform/role"
)

// MaxMade is the most that is kept of one file the product itself has made, in bytes.
const MaxMade = 1 << 30

// StoreMade keeps a file that the product itself has made, of any type, in the name of the caller of ctx. Nobody has to
// name it; it goes with the uploads that nobody names.
func (s *Service) StoreMade(ctx context.Context, name, mimeType string, body io.Reader) (Resource, error) {
	p, err := s.spoolFrom(body, MaxMade)
	if err != nil {
		return Resource{}, err
	}
	r := Resource{
		ID: strings.ToLower(rand.Text()), Name: name, MimeType: mimeType, Size: p.size, SHA256: p.sum,
		uploader: role.From(ctx).ID, created: s.Now().Truncate(time.Millisecond), made: true,
	}
	if err = s.Storage.Write(ctx, r.ID, p.reader(), p.size); err != nil {
		err = unavailable(ctx, err)
	} else {
		err = s.DB.Write(ctx, func(ctx context.Context) error { return s.insert(ctx, r) })
	}
	if err != nil {
		err = errors.Join(err, s.Storage.Delete(context.WithoutCancel(ctx), r.ID))
	}
	return r, errors.Join(err, p.drop())
}
