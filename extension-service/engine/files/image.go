package files

import (
	"bytes"
	"image"
	"image/color"
	_ "image/jpeg" // decoders of the types that are taken
	_ "image/png"
	"io"

	_ "golang.org/x/image/webp"
)

// What an image may be in memory. A megapixel takes four megabytes; a picture of a good phone has 12 to 25 of them.
const (
	maxSide   = 12_000
	maxPixels = 25_000_000
)

// inspectImage measures an image before anything of it is unpacked, cuts its notes and unpacks it once, since what
// cannot be shown is no image. It waits for its turn: that many images are in memory at a time, and no more.
func (s *Service) inspectImage(p *spool, f *inspection) error {
	release := s.images.acquire()
	defer release()
	data, err := io.ReadAll(p.reader())
	if err != nil {
		return err
	}
	without := map[string]func([]byte) ([]byte, int, error){
		jpegType: withoutJPEGNotes, pngType: withoutPNGNotes,
		webpType: withoutWebPNotes,
	}[f.kind.mime]
	stripped, turn, err := without(data)
	if err != nil {
		return damaged(f.kind.mime, err.Error())
	}
	shape, format, err := image.DecodeConfig(bytes.NewReader(stripped))
	if err != nil || "image/"+format != f.kind.mime || shape.Width < 1 || shape.Height < 1 {
		return damaged(f.kind.mime, errImage.Error())
	}
	if !fitsMemory(shape) {
		return tooLarge(maxPixels).With("width", shape.Width).With("height", shape.Height)
	}
	if _, _, err := image.Decode(bytes.NewReader(stripped)); err != nil {
		return damaged(f.kind.mime, errImage.Error())
	}
	f.width, f.height, f.turn = shape.Width, shape.Height, turn
	if turn > 4 {
		f.width, f.height = f.height, f.width
	}
	if bytes.Equal(stripped, data) {
		return nil
	}
	return p.fill(bytes.NewReader(stripped))
}

// fitsMemory says whether an image may be unpacked. Two bytes a colour count twice.
func fitsMemory(c image.Config) bool {
	pixels := int64(c.Width) * int64(c.Height)
	switch c.ColorModel {
	case color.RGBA64Model, color.NRGBA64Model, color.Gray16Model:
		pixels *= 2
	}
	return c.Width <= maxSide && c.Height <= maxSide && pixels <= maxPixels
}

// limiter hands out a fixed number of places.
type limiter chan struct{}

// acquire waits for a place and returns what gives it back.
func (t limiter) acquire() (release func()) {
	t <- struct{}{}
	return func() { <-t }
}
