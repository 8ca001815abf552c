// Package files keeps uploads: their bytes in a storage, a local folder or a bucket, and what is known of them in the
// database.
package files

import (
	"reflect"
	"time"
)

// Resource is what is known of one upload.
type Resource struct {
	ID       string `json:"id"` // random, 128 bits
	Name     string `json:"name"`
	MimeType string `json:"mimeType"` // sniffed, never what the caller said
	Size     int64  `json:"size"`
	SHA256   string `json:"sha256"`
	Width    int64  `json:"width,omitempty"` // of images, in pixels
	Height   int64  `json:"height,omitempty"`

	turn     int   // how an image is to be turned, as EXIF counts
	uploader int64 // staff id; 0 is the product itself
	created  time.Time
	made     bool // by the product, not sent by anybody
}

// Image says whether the upload is one.
func (r Resource) Image() bool { return r.Width > 0 }

var typeOfResource = reflect.TypeFor[Resource]()
