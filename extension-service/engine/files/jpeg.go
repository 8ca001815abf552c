package files

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
)

var errImage = errors.New("the image is damaged or more than an image")

// maxScans is how often a progressive JPEG may go over its pixels; each costs time and hardly any bytes.
const maxScans = 64

// withoutJPEGNotes cuts the segments that say where, when and by whom a picture was taken, and everything but the
// picture is as it was. How the camera was held stays, since whoever shows the picture needs it to show it upright:
// turn tells it, and a segment with nothing else stands where the first EXIF stood. Of several, browsers believe the
// first.
func withoutJPEGNotes(data []byte) (out []byte, turn int, err error) {
	if !bytes.HasPrefix(data, []byte{0xFF, 0xD8}) {
		return nil, 0, errImage
	}
	out, at, scans := append(make([]byte, 0, len(data)), data[:2]...), 2, 0
	for {
		start := at
		marker, after, err := nextMarker(data, at)
		if err != nil {
			return nil, 0, err
		}
		if marker == 0xD9 {
			if after != len(data) {
				return nil, 0, errImage // something follows the picture
			}
			return append(out, data[start:after]...), turn, nil
		}
		if after+2 > len(data) {
			return nil, 0, errImage
		}
		end := after + int(binary.BigEndian.Uint16(data[after:]))
		if end < after+2 || end > len(data) {
			return nil, 0, errImage
		}
		segment := data[after+2 : end]
		if marker == 0xDA {
			if scans++; scans > maxScans {
				return nil, 0, errImage
			}
			end = scanEnd(data, end)
		}
		switch {
		case exifSegment(marker, segment):
			if turn == 0 {
				turn = turnOf(segment[exifHead:])
				out = appendTurn(out, turn)
			}
		case hasMetadata(marker, segment):
		case marker != 0xDA && containsMarkup(segment):
			return nil, 0, errImage
		default:
			out = append(out, data[start:end]...)
		}
		at = end
	}
}

// nextMarker reads the marker at a place, which may be padded.
func nextMarker(data []byte, at int) (marker byte, after int, err error) {
	if at >= len(data) || data[at] != 0xFF {
		return 0, 0, errImage
	}
	for at < len(data) && data[at] == 0xFF {
		at++
	}
	if at >= len(data) || data[at] == 0 || data[at] >= 0xD0 && data[at] <= 0xD8 {
		return 0, 0, errImage
	}
	return data[at], at + 1, nil
}

// scanEnd finds the marker behind the coded pixels that begin at a place; restarts and stuffed bytes belong to them.
func scanEnd(data []byte, at int) int {
	for at+1 < len(data) {
		i := bytes.IndexByte(data[at:], 0xFF)
		if i < 0 {
			break
		}
		at += i
		if at+1 < len(data) && data[at+1] != 0 && (data[at+1] < 0xD0 || data[at+1] > 0xD7) {
			return at
		}
		at += 2
	}
	return len(data)
}

// exifHead is how long the mark of EXIF is; its last byte is filling, and any.
const exifHead = len("Exif\x00\x00")

func exifSegment(marker byte, segment []byte) bool {
	return marker == 0xE1 && len(segment) >= exifHead && bytes.HasPrefix(segment, []byte("Exif\x00"))
}

// appendTurn writes a JPEG's segment that says how the picture is turned, unless it is not.
func appendTurn(out []byte, turn int) []byte {
	if turn < 2 {
		return out
	}
	exif := append([]byte("Exif\x00\x00"), onlyTurn(turn)...)
	return append(binary.BigEndian.AppendUint16(append(out, 0xFF, 0xE1), uint16(len(exif)+2)), exif...)
}

// hasMetadata says whether a segment holds XMP or broken EXIF (APP1) or IPTC (APP13). Comments, colour profiles and the
// tables of other pictures within stay.
func hasMetadata(marker byte, segment []byte) bool {
	switch marker {
	case 0xE1:
		return bytes.HasPrefix(segment, []byte("Exif\x00")) || bytes.HasPrefix(segment, []byte("http://ns.adobe.com/"))
	case 0xED:
		return bytes.HasPrefix(segment, []byte("Photoshop 3.0\x00")) || bytes.HasPrefix(segment, []byte{0x1C, 0x02})
	}
	return false
}

const shortType = 3 // of a value of two bytes in EXIF

// onlyTurn is EXIF that says how an image is turned, and nothing else: a TIFF header and a directory of one entry.
func onlyTurn(turn int) []byte {
	return append([]byte("MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00"), byte(turn), 0, 0, 0, 0, 0,
		0)
}

// turnOf reads from EXIF how an image is turned: 1 is upright, up to 8; 0 when nothing is said.
func turnOf(tiff []byte) int {
	if len(tiff) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.BigEndian
	if bytes.HasPrefix(tiff, []byte("II")) {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 0
	}
	for i := range int64(order.Uint16(tiff[at:])) {
		entry := at + 2 + 12*i
		if entry+12 > int64(len(tiff)) {
			return 0
		}
		if order.Uint16(tiff[entry:]) == 0x0112 {
			if n := int(order.Uint16(tiff[entry+8:])); n >= 1 && n <= 8 && order.Uint16(tiff[entry+2:]) == shortType {
				return n
			}
			return 0
		}
	}
	return 0
}

// markup are the beginnings of what browsers and servers run. Between the parts of an image they have no business.
var markup = [][]byte{
	[]byte("<script"), []byte("<html"), []byte("<!doctype"), []byte("<svg"), []byte("<iframe"), []byte("<?php"),
	[]byte("<body"), []byte("javascript:"),
}

func containsMarkup(text []byte) bool {
	lower := bytes.ToLower(text)
	return slices.ContainsFunc(markup, func(m []byte) bool { return bytes.Contains(lower, m) })
}
