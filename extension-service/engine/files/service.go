package files

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Entity is what uploads are called in the audit log and on tickets.
const Entity = "resource"

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB      *store.DB
	Storage Storage
	Spool   string // a local folder for uploads that are being looked at
	Audit   func(ctx context.Context, entries ...store.Entry) error
	Now     func() time.Time
	// Reaches says whether the caller may read a record.
	Reaches func(ctx context.Context, entity string, id int64) (bool, error)
	// ReachesMade says whether a file that nobody names is one its maker may have today: what a job has made follows the
	// scope.
	ReachesMade func(ctx context.Context, id string) (bool, error)
	// Ticket promises a file to the caller, once, and returns its address.
	Ticket func(ctx context.Context, w resource.DownloadRequest) (string, error)
	// Scanner looks at each upload before it is kept; nil looks at none. Log is told what it says.
	Scanner Scanner
	Log     *slog.Logger
	// Logos are the entities whose images everybody may see, besides those of the catalogue.
	Logos []string
}

// Service takes uploads, keeps them and hands them out.
type Service struct {
	Deps
	Catalog  *Catalog
	images   limiter
	variants *cache
}

// imagesAtOnce is how many images are in memory at a time, unpacked: a hundred megabytes each at worst.
const imagesAtOnce = 2

// New returns the service.
func New(d Deps) *Service {
	s := &Service{Deps: d, images: make(limiter, imagesAtOnce), variants: newCache(variantBytes)}
	s.Catalog = newCatalog(s)
	return s
}

// Save keeps what body holds, in the name of the caller of ctx. mimeType is what it must turn out to be; "" takes every
// type there is. It returns once the upload is durable. MIME_NOT_ALLOWED, TOO_LARGE.
func (s *Service) Save(ctx context.Context, name, mimeType string, body io.Reader) (Resource, error) {
	p, err := s.spoolFrom(body, MaxSize)
	if err != nil {
		return Resource{}, err
	}
	var allowed []string
	if mimeType != "" {
		allowed = []string{mimeType}
	}
	r, err := s.storeUpload(ctx, p, uploadRequest{name: name, allowed: allowed, made: true})
	return r, errors.Join(err, p.drop())
}

// uploadRequest is what a caller says of an upload.
type uploadRequest struct {
	name    string
	allowed []string
	key     *resource.Repeat
	made    bool // by the product
}

// storeUpload looks at a spooled upload and puts it into the storage and the database, in this order: a row never
// stands without its bytes. Bytes without a row, which a crash may leave, are swept away later.
func (s *Service) storeUpload(ctx context.Context, p *spool, w uploadRequest) (Resource, error) {
	f, err := s.inspect(p, w)
	if err != nil {
		return Resource{}, w.explain(err)
	}
	name, err := f.kind.fileName(w.name)
	if err != nil {
		return Resource{}, w.explain(err)
	}
	if err := s.scan(ctx, p); err != nil {
		return Resource{}, err
	}
	r := Resource{
		ID: strings.ToLower(rand.Text()), Name: name, MimeType: f.kind.mime, Size: p.size, SHA256: p.sum,
		Width: int64(f.width), Height: int64(f.height), turn: f.turn, uploader: role.From(ctx).ID,
		created: s.Now().Truncate(time.Millisecond),
		made:    w.made,
	}
	if err := s.Storage.Write(ctx, r.ID, p.reader(), p.size); err != nil {
		return Resource{}, unavailable(ctx, err)
	}
	had, err := s.insertOnce(ctx, r, w.key)
	if err != nil || had != "" {
		err = errors.Join(err, s.Storage.Delete(context.WithoutCancel(ctx), r.ID))
	}
	if err != nil {
		return Resource{}, err
	}
	if had != "" {
		return s.Get(ctx, had)
	}
	return r, nil
}

// insertOnce saves a row unless a call with the same key has saved one, whose id it returns then.
func (s *Service) insertOnce(ctx context.Context, r Resource, key *resource.Repeat) (had string, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		if key == nil {
			return s.insert(ctx, r)
		}
		done, err := s.DB.Repeat(ctx, *key, s.Now())
		if err != nil {
			return err
		}
		if done != nil {
			had = done.RecordKey
			return nil
		}
		if err := s.insert(ctx, r); err != nil {
			return err
		}
		remembered := *key
		remembered.Done = &resource.Repeated{Status: 201, RecordKey: r.ID}
		_, err = s.DB.Repeat(ctx, remembered, s.Now())
		return err
	})
	return had, err
}

func (s *Service) insert(ctx context.Context, r Resource) error {
	_, err := s.DB.Exec(ctx, `
		INSERT INTO resources (id, name, mime_type, size, sha256, width, height, turn, uploader_id, created)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		r.ID, r.Name, r.MimeType, r.Size, r.SHA256, r.Width, r.Height, r.turn, r.uploader, r.created.UnixMilli())
	if err != nil {
		return err
	}
	if err := s.linkPerson(ctx, r); err != nil {
		return err
	}
	return s.recordUpload(ctx, "create", r)
}

// recordUpload records that an upload came or went. Uploads have no number, so the entry is under no record; their
// names are often those of people, who may ask to be forgotten.
func (s *Service) recordUpload(ctx context.Context, action string, r Resource) error {
	about := map[string]any{"resourceId": r.ID, "mimeType": r.MimeType, "size": r.Size, "sha256": r.SHA256}
	e := store.Entry{Entity: Entity, Act: resource.Act{Action: action}, After: about}
	if action == "delete" {
		e.Before, e.After = about, nil
	}
	return s.Audit(ctx, e)
}

// Open reads an upload within the reach of the caller. NOT_FOUND.
func (s *Service) Open(ctx context.Context, id string) (Resource, io.ReadSeekCloser, error) {
	r, err := s.Get(ctx, id)
	if err != nil {
		return r, nil, err
	}
	file, err := s.open(ctx, r)
	return r, file, err
}

// open reads the bytes of an upload that has been found.
func (s *Service) open(ctx context.Context, r Resource) (io.ReadSeekCloser, error) {
	file, err := s.Storage.Open(ctx, r.ID)
	if err != nil {
		return nil, unavailable(ctx, fmt.Errorf("open the upload %s: %w", r.ID, err))
	}
	return file, nil
}

const columns = "r.id, r.name, r.mime_type, r.size, r.sha256, r.width, r.height, r.turn, r.uploader_id, r.created"

func (s *Service) find(ctx context.Context, id string) (Resource, error) {
	found, err := s.rows(ctx, "SELECT "+columns+" FROM resources r WHERE r.id = $1"+s.DB.Lock(ctx), id)
	if err == nil && len(found) == 0 {
		err = unknown(id)
	}
	if err != nil {
		return Resource{}, err
	}
	return found[0], nil
}

func (s *Service) rows(ctx context.Context, text string, args ...any) ([]Resource, error) {
	return store.All(ctx, s.DB, scan, text, args...)
}

func scan(rows store.Rows) (r Resource, err error) {
	var ms int64
	err = rows.Scan(&r.ID, &r.Name, &r.MimeType, &r.Size, &r.SHA256, &r.Width, &r.Height, &r.turn, &r.uploader, &ms)
	r.created = time.UnixMilli(ms).UTC()
	return r, err
}

// unavailable tells a caller that what keeps the bytes does not answer: another try may work.
func unavailable(ctx context.Context, err error) error {
	if ctx.Err() != nil || errors.Is(err, ErrMissing) {
		return err
	}
	return fault.Wrap(fault.Upstream, "UNAVAILABLE", err)
}

func unknown(id string) error {
	return fault.New(fault.NotFound, "NOT_FOUND", "no upload %q", id)
}

// StoredNames names every upload that a database knows.
func StoredNames(ctx context.Context, db *store.DB) ([]string, error) {
	return db.Texts(ctx, "SELECT id FROM resources ORDER BY id")
}

// Ping says whether the storage can be reached.
func (s *Service) Ping(ctx context.Context) error {
	body, err := s.Storage.Open(ctx, "none")
	if errors.Is(err, ErrMissing) {
		return nil
	}
	if err != nil {
		return err
	}
	return body.Close()
}
