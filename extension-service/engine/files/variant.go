package files

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/draw"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
)

// Fit says how an image fills a box of another shape.
type Fit string

// The two ways.
const (
	Cover   Fit = "cover"   // the box is full, the image cut
	Contain Fit = "contain" // the image is whole, at most as large as the box
)

// Enum lists them.
func (Fit) Enum() enum.List {
	return enum.List{Name: "imageFit", Text: "enum.imageFit", Values: []string{string(Cover), string(Contain)}}
}

// Variant is one size of an image. A side of 0 follows from the other.
type Variant struct {
	Width, Height int
	Fit           Fit
}

// variantKey identifies one size of one image.
type variantKey struct {
	image string
	Variant
}

const variantBytes = 64 << 20 // of images made small, kept in memory

// encodedImage is an image ready to be sent.
type encodedImage struct {
	mime  string
	bytes []byte
}

// variant answers an image in another size.
func (s *Service) variant(ctx context.Context, r Resource, v Variant) error {
	out, err := s.variants.get(variantKey{r.ID, v}, func() (encodedImage, error) { return s.make(ctx, r, v) })
	if err != nil {
		return err
	}
	reply := resource.ReplyOf(ctx)
	reply.Type, reply.Raw = out.mime, out.bytes
	return nil
}

// make unpacks, resizes and packs an image when its turn has come.
func (s *Service) make(ctx context.Context, r Resource, v Variant) (encodedImage, error) {
	release := s.images.acquire()
	defer release()
	file, err := s.open(ctx, r)
	if err != nil {
		return encodedImage{}, err
	}
	defer file.Close()
	packed, err := io.ReadAll(io.LimitReader(file, MaxImageSize))
	if err != nil {
		return encodedImage{}, err
	}
	from, _, err := image.Decode(bytes.NewReader(packed))
	if err != nil {
		return encodedImage{}, fmt.Errorf("unpack the image %s: %w", r.ID, err)
	}
	return pack(v.draw(from, r.turn))
}

// draw resizes from and turns it upright. Nothing is made larger than it is. Halving until little is left to do costs a
// fraction of the memory that one step of a good filter takes, and looks the same.
func (v Variant) draw(from image.Image, turn int) image.Image {
	if turn > 4 {
		v.Width, v.Height = v.Height, v.Width
	}
	box, part := v.layout(from.Bounds().Dx(), from.Bounds().Dy())
	part = part.Add(from.Bounds().Min)
	for part.Dx() >= 2*box.Dx() && part.Dy() >= 2*box.Dy() {
		half := image.NewNRGBA(image.Rect(0, 0, part.Dx()/2, part.Dy()/2))
		draw.ApproxBiLinear.Scale(half, half.Bounds(), from, part, draw.Src, nil)
		from, part = half, half.Bounds()
	}
	out := image.NewNRGBA(box)
	draw.ApproxBiLinear.Scale(out, box, from, part, draw.Src, nil)
	if turn < 2 {
		return out
	}
	turned := upright{out, turn}
	pixels := image.NewNRGBA(turned.Bounds())
	draw.Draw(pixels, pixels.Bounds(), turned, image.Point{}, draw.Src)
	return pixels
}

// layout says how large the result is and which part of an image of w by h fills it.
func (v Variant) layout(w, h int) (box, part image.Rectangle) {
	width, height := cmp.Or(v.Width, w), cmp.Or(v.Height, h)
	part = image.Rect(0, 0, w, h)
	if v.Fit == Contain || v.Width == 0 || v.Height == 0 {
		scale := min(1, float64(width)/float64(w), float64(height)/float64(h))
		return image.Rect(0, 0, max(1, int(float64(w)*scale+0.5)), max(1, int(float64(h)*scale+0.5))), part
	}
	cutW, cutH := w, h
	if w*height > h*width {
		cutW = max(1, h*width/height)
	} else {
		cutH = max(1, w*height/width)
	}
	part = image.Rect((w-cutW)/2, (h-cutH)/2, (w-cutW)/2+cutW, (h-cutH)/2+cutH)
	scale := min(1, float64(cutW)/float64(width))
	return image.Rect(0, 0, max(1, int(float64(width)*scale+0.5)), max(1, int(float64(height)*scale+0.5))), part
}

const quality = 85

// pack keeps transparency where there is some; what has none is smaller as JPEG.
func pack(img image.Image) (encodedImage, error) {
	var b bytes.Buffer
	if o, ok := img.(interface{ Opaque() bool }); ok && o.Opaque() {
		err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality})
		return encodedImage{jpegType, b.Bytes()}, err
	}
	err := png.Encode(&b, img)
	return encodedImage{pngType, b.Bytes()}, err
}

// upright shows an image the way the camera was held.
type upright struct {
	from image.Image
	turn int
}

// ColorModel is the image's.
func (u upright) ColorModel() color.Model { return u.from.ColorModel() }

// Bounds begin at zero; the turns from 5 on swap the sides.
func (u upright) Bounds() image.Rectangle {
	b := u.from.Bounds()
	if u.turn > 4 {
		return image.Rect(0, 0, b.Dy(), b.Dx())
	}
	return image.Rect(0, 0, b.Dx(), b.Dy())
}

// At is the pixel that stands there once the image is turned.
func (u upright) At(x, y int) color.Color {
	b := u.from.Bounds()
	right, bottom := b.Dx()-1, b.Dy()-1
	switch u.turn {
	case 2:
		x = right - x
	case 3:
		x, y = right-x, bottom-y
	case 4:
		y = bottom - y
	case 5:
		x, y = y, x
	case 6:
		x, y = y, bottom-x
	case 7:
		x, y = right-y, bottom-x
	case 8:
		x, y = right-y, x
	}
	return u.from.At(b.Min.X+x, b.Min.Y+y)
}
