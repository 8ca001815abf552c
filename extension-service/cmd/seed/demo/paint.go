package demo

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"strings"
	"unicode"

	"github.com/go-fonts/dejavu/dejavusansbold"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

const (
	sceneWidth, sceneHeight = 960, 540
	logoWidth, logoHeight   = 480, 270
)

// hue is a colour of the palette that scenes and logos are painted with.
type hue struct{ far, near color.NRGBA }

var hues = []hue{
	{color.NRGBA{218, 242, 248, 255}, color.NRGBA{10, 99, 123, 255}},
	{color.NRGBA{254, 235, 196, 255}, color.NRGBA{122, 77, 4, 255}},
	{color.NRGBA{222, 246, 227, 255}, color.NRGBA{25, 101, 55, 255}},
	{color.NRGBA{231, 239, 254, 255}, color.NRGBA{45, 84, 160, 255}},
	{color.NRGBA{242, 235, 252, 255}, color.NRGBA{108, 60, 154, 255}},
	{color.NRGBA{255, 232, 232, 255}, color.NRGBA{165, 37, 34, 255}},
}

func (h hue) mixedAt(share float64) color.NRGBA {
	mix := func(a, b uint8) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*share + 0.5) }
	return color.NRGBA{mix(h.far.R, h.near.R), mix(h.far.G, h.near.G), mix(h.far.B, h.near.B), 255}
}

// scene paints a quiet landscape of water for the catalogue: a light in the sky and waves that darken towards the
// front.
func scene(n int) ([]byte, error) {
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	h := hues[n%len(hues)]
	img := image.NewNRGBA(image.Rect(0, 0, sceneWidth, sceneHeight))
	sunX, sunY, sun := rng.Float64()*0.7+0.15, rng.Float64()*0.2+0.12, 60+rng.Float64()*60
	waves := make([]wave, 4+rng.IntN(4))
	for i := range waves {
		waves[i] = wave{
			level: 0.4 + 0.55*float64(i)/float64(len(waves)), height: 14 + rng.Float64()*26,
			length: 0.004 + rng.Float64()*0.007, phase: rng.Float64() * 2 * math.Pi,
		}
	}
	crests := make([]float64, len(waves))
	for x := range sceneWidth {
		for i, w := range waves {
			crests[i] = w.heightAt(float64(x))
		}
		for y := range sceneHeight {
			c := h.mixedAt(0.25 * float64(y) / sceneHeight)
			if math.Hypot(float64(x)-sunX*sceneWidth, float64(y)-sunY*sceneHeight) < sun {
				c = color.NRGBA{255, 255, 255, 255}
			}
			for i, crest := range crests {
				if float64(y) > crest {
					c = h.mixedAt(0.3 + 0.7*float64(i+1)/float64(len(waves)))
				}
			}
			img.SetNRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 85})
	return b.Bytes(), err
}

type wave struct{ level, height, length, phase float64 }

func (w wave) heightAt(x float64) float64 {
	return w.level*sceneHeight + w.height*math.Sin(x*w.length+w.phase) + w.height/3*math.Sin(x*w.length*2.7+w.phase)
}

// logo paints the initials of a company beside a mark, on nothing.
func logo(n int, name string) ([]byte, error) {
	h := hues[n%len(hues)]
	img := image.NewNRGBA(image.Rect(0, 0, logoWidth, logoHeight))
	round := n%2 == 0
	for x := range 150 {
		for y := range 150 {
			if !round || math.Hypot(float64(x)-75, float64(y)-75) < 75 {
				img.SetNRGBA(40+x, 60+y, h.mixedAt(0.55+0.45*float64(y)/150))
			}
		}
	}
	face, err := typeface(140)
	if err != nil {
		return nil, err
	}
	defer face.Close()
	pen := font.Drawer{Dst: img, Src: image.NewUniform(h.near), Face: face, Dot: fixed.P(212, 186)}
	pen.DrawString(initials(name))
	draw.Draw(img, image.Rect(40, 222, 440, 228), image.NewUniform(h.mixedAt(0.7)), image.Point{}, draw.Src)
	var b bytes.Buffer
	err = png.Encode(&b, img)
	return b.Bytes(), err
}

func typeface(size float64) (font.Face, error) {
	f, err := opentype.Parse(dejavusansbold.TTF)
	if err != nil {
		return nil, err
	}
	return opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
}

// initials are the first letters of up to two words.
func initials(name string) string {
	var out []rune
	for word := range strings.FieldsSeq(name) {
		if first := []rune(word)[0]; unicode.IsLetter(first) && len(out) < 2 {
			out = append(out, unicode.ToUpper(first))
		}
	}
	return string(out)
}
