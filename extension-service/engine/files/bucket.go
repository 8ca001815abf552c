package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// bucket keeps bytes as objects of an S3-compatible service.
type bucket struct {
	client *minio.Client
	name   string
	prefix string
}

// Bucket returns the storage behind an address such as https://KEY:SECRET@host/bucket/prefix?region=eu-central-1. With
// the scheme s3 the host is Amazon's and the address names the bucket alone: s3://KEY:SECRET@bucket/prefix?region=….
// It fails unless the bucket is there and may be used; *UnreachedError comes with a storage that works once the bucket
// answers.
func Bucket(ctx context.Context, address string) (Storage, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("S3_URL cannot be read") // the cause would tell a secret
	}
	host, path := u.Host, strings.Trim(u.Path, "/")
	if u.Scheme == "s3" {
		host, path = "s3.amazonaws.com", strings.Trim(u.Host+"/"+path, "/")
	}
	name, prefix, _ := strings.Cut(path, "/")
	if name == "" {
		return nil, errors.New("S3_URL names no bucket: it is https://KEY:SECRET@host/bucket?region=…")
	}
	secret, _ := u.User.Password()
	client, err := minio.New(host, &minio.Options{
		Creds:  credentials.NewStaticV4(u.User.Username(), secret, ""),
		Secure: u.Scheme != "http", Region: u.Query().Get("region"), MaxRetries: 3,
	})
	if err != nil {
		return nil, fmt.Errorf("S3_URL: %w", err)
	}
	err = checkBucket(ctx, client, name)
	if _, away := errors.AsType[*UnreachedError](err); err != nil {
		err = fmt.Errorf("the bucket %s at %s cannot be used: %w (see S3_URL)", name, host, err)
		if !away {
			return nil, err
		}
	}
	if prefix != "" {
		prefix += "/"
	}
	return &bucket{client, name, prefix}, err
}

// UnreachedError says why a bucket has not answered, which may pass: it says nothing of whether its address is right.
type UnreachedError struct{ Err error }

func (e *UnreachedError) Error() string { return e.Err.Error() }

// Unwrap is the cause.
func (e *UnreachedError) Unwrap() error { return e.Err }

// reachTime is how long a bucket may take to answer at all.
const reachTime = 5 * time.Second

// checkBucket says in a few words why a bucket cannot be used.
func checkBucket(ctx context.Context, client *minio.Client, name string) error {
	ctx, done := context.WithTimeout(ctx, reachTime)
	defer done()
	exists, err := client.BucketExists(ctx, name)
	if broken, ok := errors.AsType[*net.OpError](err); ok {
		return &UnreachedError{broken.Err}
	}
	if err == nil && !exists {
		return errors.New("there is none of this name")
	}
	if status := minio.ToErrorResponse(err).StatusCode; err != nil && (ctx.Err() != nil || status >= 500) {
		return &UnreachedError{err}
	}
	return err
}

// Write sends an object; the service shows it only once it is whole.
func (b *bucket) Write(ctx context.Context, name string, body io.Reader, size int64) error {
	if err := checkName(name); err != nil {
		return err
	}
	// Uploads are small: in one part there is nothing to put together, and nothing to be left over.
	_, err := b.client.PutObject(ctx, b.name, b.prefix+name, body, size,
		minio.PutObjectOptions{ContentType: "application/octet-stream", DisableMultipart: true})
	return err
}

// Open asks for an object; what is read of it comes as it is read.
func (b *bucket) Open(ctx context.Context, name string) (io.ReadSeekCloser, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	object, err := b.client.GetObject(ctx, b.name, b.prefix+name, minio.GetObjectOptions{})
	if err != nil {
		return nil, err
	}
	if _, err := object.Stat(); err != nil {
		object.Close()
		if minio.ToErrorResponse(err).Code == "NoSuchKey" {
			return nil, ErrMissing
		}
		return nil, err
	}
	return object, nil
}

// Delete removes an object.
func (b *bucket) Delete(ctx context.Context, name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	return b.client.RemoveObject(ctx, b.name, b.prefix+name, minio.RemoveObjectOptions{})
}

// Each lists the objects of the prefix.
func (b *bucket) Each(ctx context.Context, visit func(name string, storedAt time.Time) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for o := range b.client.ListObjects(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix, Recursive: true}) {
		if o.Err != nil {
			return o.Err
		}
		if err := visit(strings.TrimPrefix(o.Key, b.prefix), o.LastModified); err != nil {
			return err
		}
	}
	return nil
}
