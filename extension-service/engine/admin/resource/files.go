package resource

import (
	"context"
	"errors"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/platform/fault"
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
		each(f, f.In(v), func(x reflect.Value, i string) {
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

// files holds every upload that a write names anew against those the caller may use.
func (c *served) files(ctx context.Context, r comparison, bad *fault.Error) error {
	if c.rt.File == nil {
		return nil
	}
	var had []string
	if !r.creating {
		for _, n := range FilesOf(c.fields, r.before) {
			had = append(had, n.ID)
		}
	}
	for _, n := range FilesOf(c.fields, r.after) {
		if slices.Contains(had, n.ID) {
			continue
		}
		err := c.rt.File(ctx, n)
		if fault.KindOf(err) == fault.NotFound {
			bad.Field(n.Path, "validation.reference", nil)
			continue
		}
		if e, ok := errors.AsType[*fault.Error](err); ok && e.Kind == fault.Unsupported {
			return e.Field(n.Path, fault.Key(e.Code), nil).With("accept", n.Accept)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
