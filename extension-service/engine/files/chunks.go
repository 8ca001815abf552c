package files

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strings"
)

const pngHead = "\x89PNG\r\n\x1a\n"

// withoutPNGNotes cuts the chunks with EXIF, XMP and IPTC; every other stays as it was, and so does how the picture is
// turned.
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
			if turn == 0 {
				turn = turnOf(body)
				out = appendPNGTurn(out, turn)
			}
		case isMetadataChunk(name, body):
		case name != "IDAT" && containsMarkup(body):
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

// appendPNGTurn writes the chunk that says how the picture is turned, unless it is not.
func appendPNGTurn(out []byte, turn int) []byte {
	if turn < 2 {
		return out
	}
	exif := onlyTurn(turn)
	body := append([]byte("eXIf"), exif...)
	out = append(binary.BigEndian.AppendUint32(out, uint32(len(exif))), body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(body))
}

// isMetadataChunk says whether a text chunk holds XMP, or EXIF or IPTC as the common tools write them.
func isMetadataChunk(name string, body []byte) bool {
	if !slices.Contains([]string{"tEXt", "zTXt", "iTXt"}, name) {
		return false
	}
	keyword, _, _ := bytes.Cut(body, []byte{0})
	k := strings.ToLower(string(keyword))
	return strings.Contains(k, "xmp") || strings.HasPrefix(k, "raw profile type") || strings.Contains(k, "exif") ||
		strings.Contains(k, "iptc")
}

const (
	webpFlags = 20   // where the flags of an extended WebP stand, which VP8X begins
	webpEXIF  = 0x08 // the flag of VP8X that announces EXIF
	webpXMP   = 0x04 // the flag that announces XMP
	webpMoves = 0x02 // the flag that announces an animation
)

// appendWebPTurn writes the chunk that says how the picture is turned, unless it is not.
func appendWebPTurn(out []byte, turn int) []byte {
	if turn < 2 {
		return out
	}
	exif := onlyTurn(turn)
	return append(binary.LittleEndian.AppendUint32(append(out, "EXIF"...), uint32(len(exif))), exif...)
}

// withoutWebPNotes cuts the chunks with EXIF and XMP and takes back their announcement, but for how the picture is
// turned. EXIF that is not announced is not believed, as browsers do. Animations are refused.
func withoutWebPNotes(data []byte) (out []byte, turn int, err error) {
	if len(data) < 20 || string(data[:4]) != "RIFF" || string(data[8:12]) != "WEBP" ||
		int64(binary.LittleEndian.Uint32(data[4:]))+8 != int64(len(data)) {
		return nil, 0, errImage
	}
	announced := len(data) > webpFlags && string(data[12:16]) == "VP8X" && data[webpFlags]&webpEXIF != 0
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
			if announced && turn == 0 {
				turn = turnOf(bytes.TrimPrefix(chunk[8:], []byte("Exif\x00\x00")))
				out = appendWebPTurn(out, turn)
			}
		case name == "XMP ":
		case name == "ANIM" || name == "ANMF" || name == "VP8X" && (size < 10 || chunk[8]&webpMoves != 0):
			return nil, 0, errImage
		case !slices.Contains([]string{"VP8 ", "VP8L", "ALPH"}, name) && containsMarkup(chunk):
			return nil, 0, errImage
		default:
			out = append(out, chunk...)
			if name == "VP8X" {
				out[len(out)-len(chunk)+8] &^= webpEXIF | webpXMP
			}
		}
		at = end
	}
	if turn > 1 {
		out[webpFlags] |= webpEXIF
	}
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out, turn, nil
}
