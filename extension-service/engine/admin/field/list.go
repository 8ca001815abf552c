package field

import "slices"

// Find returns the field of that name, or the one that was called so before; nil when there is neither.
func Find(fs []*Field, name string) *Field {
	for _, f := range fs {
		if f.Name == name {
			return f
		}
	}
	for _, f := range fs {
		if slices.Contains(f.Was, name) {
			return f
		}
	}
	return nil
}

// IsNumber says whether a field holds numbers that are counted or computed with.
func IsNumber(f *Field) bool { return slices.Contains([]Kind{Dec, Money, Percent, Int}, f.Kind) }

// WithoutWriteOnly leaves out the fields that are only asked for.
func WithoutWriteOnly(fs []*Field) []*Field {
	if !slices.ContainsFunc(fs, func(f *Field) bool { return f.WriteOnly }) {
		return fs
	}
	return slices.DeleteFunc(slices.Clone(fs), func(f *Field) bool { return f.WriteOnly })
}

// Clone lets a resource mark its own fields sortable without marking those of another that shares the type.
func Clone(fs []*Field) []*Field {
	out := make([]*Field, len(fs))
	for i, f := range fs {
		copied := *f
		out[i] = &copied
	}
	return out
}

// Names are what the fields are called.
func Names(fs []*Field) []string {
	out := make([]string, len(fs))
	for i, f := range fs {
		out[i] = f.Name
	}
	return out
}
