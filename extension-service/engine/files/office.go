package files

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
)

// What an archive may grow to. A real document of 25 MB is mostly pictures, which hardly shrink.
const (
	maxEntries  = 4000
	maxUnpacked = 250 << 20
	maxRatio    = 100      // unpacked to packed, of entries that are
	ratioFrom   = 16 << 20 // at least this long unpacked: the cells of a sheet repeat themselves, and so much is no burden
)

var (
	errArchive = errors.New("the archive is damaged or holds what it should not")
	errBomb    = errors.New("the archive unpacks to too much")
)

// office says which of the two kinds of document an archive is, after a look at every entry: how many, how large, named
// how. Every entry is unpacked once, to nowhere, so that no false size is believed; the list of their types is read.
func office(file io.ReaderAt, size int64) (string, error) {
	z, err := zip.NewReader(file, size)
	if err != nil {
		return "", errArchive
	}
	if len(z.File) > maxEntries {
		return "", errBomb
	}
	if !isArchiveOnly(file, size, z) {
		return "", errArchive
	}
	var total uint64
	names := map[string]bool{}
	for _, f := range z.File {
		total += f.UncompressedSize64
		if total > maxUnpacked || f.UncompressedSize64 >= ratioFrom &&
			f.UncompressedSize64/max(1, f.CompressedSize64) > maxRatio {
			return "", errBomb
		}
		name := strings.ToLower(f.Name) // one part may not stand behind another
		if !isSafeEntry(f.Name) || names[name] || f.Flags&encrypted != 0 {
			return "", errArchive
		}
		names[name] = true
	}
	for _, f := range z.File {
		if err := unpack(f); err != nil {
			return "", err
		}
	}
	switch {
	case !names[typeList]:
	case names["word/document.xml"]:
		return docxType, nil
	case names["xl/workbook.xml"]:
		return xlsxType, nil
	}
	return "", errArchive
}

// isArchiveOnly says whether the archive is the whole file: its first entry at the very beginning, nothing behind its
// directory.
func isArchiveOnly(file io.ReaderAt, size int64, z *zip.Reader) bool {
	head, tail := make([]byte, 30), make([]byte, 22)
	if _, err := file.ReadAt(head, 0); err != nil {
		return false
	}
	if _, err := file.ReadAt(tail, size-22); err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	first := size
	for _, f := range z.File {
		at, err := f.DataOffset()
		if err != nil {
			return false
		}
		first = min(first, at)
	}
	// behind its name
	begins := 30 + int64(binary.LittleEndian.Uint16(head[26:])) + int64(binary.LittleEndian.Uint16(head[28:]))
	// of the directory
	ends := int64(binary.LittleEndian.Uint32(tail[12:])) + int64(binary.LittleEndian.Uint32(tail[16:]))
	return string(head[:4]) == "PK\x03\x04" && first == begins && string(tail[:4]) == "PK\x05\x06" && ends == size-22 &&
		z.Comment == ""
}

// isSafeEntry says whether an entry is named like a part of a document: no way out, no program.
func isSafeEntry(name string) bool {
	clean := path.Clean(name)
	if clean != strings.TrimSuffix(name, "/") || strings.HasPrefix(clean, "/") || strings.HasPrefix(clean, "..") ||
		strings.ContainsAny(name, "\\\x00:") {
		return false
	}
	ending := strings.ToLower(strings.TrimPrefix(path.Ext(clean), "."))
	return !slices.Contains(running, ending) && !strings.HasSuffix(strings.ToLower(clean), "vbaproject.bin")
}

const (
	encrypted = 1 // the flag of an entry that needs a password
	typeList  = "[content_types].xml"
	longList  = 1 << 20 // bytes of the list of types
)

// unpack reads an entry to its end; its checksum and its size must be the announced ones. A list of types that names
// programs is refused, whatever the parts that hold them are called.
func unpack(f *zip.File) error {
	r, err := f.Open()
	if err != nil {
		return errArchive
	}
	defer r.Close()
	var list bytes.Buffer
	to := io.Discard
	if strings.EqualFold(f.Name, typeList) {
		if f.UncompressedSize64 > longList {
			return errArchive
		}
		to = &list
	}
	n, err := io.Copy(to, io.LimitReader(r, int64(f.UncompressedSize64)+1))
	if err != nil || n != int64(f.UncompressedSize64) {
		return errArchive
	}
	if types := strings.ToLower(list.String()); strings.Contains(types, "macroenabled") ||
		strings.Contains(types, "vbaproject") {
		return errArchive
	}
	return nil
}
