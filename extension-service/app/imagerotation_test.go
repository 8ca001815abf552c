package app_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"testing"
)

// A camera that was held otherwise says so in its notes. They are cut but for this, so that what is kept stands upright
// in every browser, and so does what is made of it.
func TestImages_RotatedByTheCamera_AreShownUpright(t *testing.T) {
	t.Parallel()
	p := newProduct(t, furnished.SQLite(t))
	// red at the left above, green right above, blue left below, black right below
	original := image.NewNRGBA(image.Rect(0, 0, 320, 160))
	corners := []color.NRGBA{{R: 255, A: 255}, {G: 255, A: 255}, {B: 255, A: 255}, {A: 255}}
	for i, c := range corners {
		at := image.Rect(0, 0, 160, 80).Add(image.Pt(i%2*160, i/2*80))
		draw.Draw(original, at, image.NewUniform(c), image.Point{}, draw.Src)
	}
	untagged := jpegOf(t, original)
	for turn, corner := range map[byte][4]int{ // which of the four stands left above, right above, left below, right below
		1: {0, 1, 2, 3}, 2: {1, 0, 3, 2}, 3: {3, 2, 1, 0}, 4: {2, 3, 0, 1}, 5: {0, 2, 1, 3}, 6: {2, 0, 3, 1}, 7: {3, 1, 2, 0},
		8: {1, 3, 0, 2},
	} {
		exif := "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(turn) +
			"\x00\x00\x00\x00\x00\x00"
		id, want := p.uploaded(t, "csm", "photo.jpg", withSegment(untagged, 0xE1, []byte(exif+"GPS: 50.9413 N"))),
			withSegment(untagged, 0xE1, []byte(exif))
		if turn == 1 {
			want = untagged // nothing needs to be said
		}
		for _, path := range []string{"/api/resource/" + id, "/api/resource/" + id + "/inline", "/api/image/" + id} {
			if stored := p.call(t, "csm", "GET", path, ""); !bytes.Equal(stored.body, want) {
				t.Errorf("turn %d, %s: not the picture as it was with how it is turned", turn, path)
			}
		}
		shown, _, err := image.Decode(bytes.NewReader(p.call(t, "csm", "GET", "/api/resource/"+id+"/thumb", "").body))
		if err != nil {
			t.Fatal(err)
		}
		b := shown.Bounds()
		if wide := b.Dx() > b.Dy(); wide != (turn < 5) {
			t.Errorf("turn %d: %v", turn, b)
		}
		for i, n := range corner {
			x, y := b.Dx()/4+i%2*b.Dx()/2, b.Dy()/4+i/2*b.Dy()/2
			if got := nearestColor(shown.At(x, y), corners); got != n {
				t.Errorf("turn %d, place %d: colour %d, want %d", turn, i, got, n)
			}
		}
	}
}

func nearestColor(c color.Color, among []color.NRGBA) int {
	r, g, b, _ := c.RGBA()
	best, distance := 0, int64(1)<<62
	for i, a := range among {
		x, y, z, _ := a.RGBA()
		d := square(r, x) + square(g, y) + square(b, z)
		if d < distance {
			best, distance = i, d
		}
	}
	return best
}

func square(a, b uint32) int64 { return (int64(a) - int64(b)) * (int64(a) - int64(b)) }
