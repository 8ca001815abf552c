package field

import (
	"reflect"
	"slices"
)

// Attached is one upload that a record names in a field of kind file or image.
type Attached struct {
	ID    string // of the upload
	Path  string // of the field, "answers[2].files[0]"
	Image bool   // the field takes images only

	Accept []string // media types that the field takes; none: all
}

// HasFiles says whether one of the fields names uploads, at any depth.
func HasFiles(fs []*Field) bool {
	return slices.ContainsFunc(fs, func(f *Field) bool { return f.Kind == File || f.Kind == Image || HasFiles(f.Fields) })
}

// FilesOf lists the uploads that the record v names, in the order of its fields.
func FilesOf(fs []*Field, v reflect.Value) []Attached { return filesUnder(fs, v, "") }

func filesUnder(fs []*Field, v reflect.Value, path string) (out []Attached) {
	for _, f := range fs {
		if f.Kind != Object && f.Kind != File && f.Kind != Image {
			continue
		}
		Each(f, f.In(v), func(x reflect.Value, i string) {
			switch at := path + f.Name + i; {
			case f.Kind == Object:
				out = append(out, filesUnder(f.Fields, x, at+".")...)
			case x.String() != "":
				out = append(out, Attached{ID: x.String(), Path: at, Image: f.Kind == Image, Accept: f.Accept})
			}
		})
	}
	return out
}
