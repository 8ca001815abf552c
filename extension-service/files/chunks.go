package files

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strings"
)

const pngHead = "\x89PNG\r\n\x1a\n"

// withoutPNGNotes cuts the chunks with EXIF, XMP and IPTC; every other stays as it was.
func withoutPNGNotes(data []byte) (out []byte, turn int, err error) {
	if !bytes.HasPrefix(data, []byte(pngHead)) {
		return nil, 0, errImage
	}
	out, at := append(make([]byte, 0, len(data)), pngHead...), len(pngHead)
	for at+12 <= len(data) {
		size := int64(binary.BigEndian.Uint32(data[at:]))
		if size > int64(len(data)-at-12) {
			return nil, 0, errImage
		}
		end := at + 12 + int(size)
		name, body := string(data[at+4:at+8]), data[at+8:end-4]
		if crc32.ChecksumIEEE(data[at+4:end-4]) != binary.BigEndian.Uint32(data[end-4:]) {
			return nil, 0, errImage
		}
		switch {
		case name == "eXIf":
			turn = turnOf(body)
		case pngNote(name, body):
		case name != "IDAT" && holdsMarkup(body):
			return nil, 0, errImage
		default:
			out = append(out, data[at:end]...)
		}
		if at = end; name == "IEND" {
			if at != len(data) {
				return nil, 0, errImage // something follows the picture
			}
			return out, turn, nil
		}
	}
	return nil, 0, errImage
}

// pngNote says whether a text chunk holds XMP, or EXIF or IPTC as the common tools write them.
func pngNote(name string, body []byte) bool {
	if !slices.Contains([]string{"tEXt", "zTXt", "iTXt"}, name) {
		return false
	}
	keyword, _, _ := bytes.Cut(body, []byte{0})
	k := strings.ToLower(string(keyword))
	return strings.Contains(k, "xmp") || strings.HasPrefix(k, "raw profile type") || strings.Contains(k, "exif") || strings.Contains(k, "iptc")
}

const (
	webpNotes = 0x0C // the flags of VP8X that announce EXIF and XMP
	webpMoves = 0x02 // the flag that announces an animation
)

// withoutWebPNotes cuts the chunks with EXIF and XMP and takes back their announcement. Animations are refused.
func withoutWebPNotes(data []byte) (out []byte, turn int, err error) {
	if len(data) < 20 || string(data[:4]) != "RIFF" || string(data[8:12]) != "WEBP" || int64(binary.LittleEndian.Uint32(data[4:]))+8 != int64(len(data)) {
		return nil, 0, errImage
	}
	out = append(make([]byte, 0, len(data)), data[:12]...)
	for at := 12; at < len(data); {
		if at+8 > len(data) {
			return nil, 0, errImage
		}
		size := int64(binary.LittleEndian.Uint32(data[at+4:]))
		size += size % 2
		if size > int64(len(data)-at-8) {
			return nil, 0, errImage
		}
		end := at + 8 + int(size)
		name, chunk := string(data[at:at+4]), data[at:end]
		switch {
		case name == "EXIF":
			turn = turnOf(bytes.TrimPrefix(chunk[8:], []byte("Exif\x00\x00")))
		case name == "XMP ":
		case name == "ANIM" || name == "ANMF" || name == "VP8X" && (size < 10 || chunk[8]&webpMoves != 0):
			return nil, 0, errImage
		case !slices.Contains([]string{"VP8 ", "VP8L", "ALPH"}, name) && holdsMarkup(chunk):
			return nil, 0, errImage
		default:
			out = append(out, chunk...)
			if name == "VP8X" {
				out[len(out)-len(chunk)+8] &^= webpNotes
			}
		}
		at = end
	}
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out, turn, nil
}
