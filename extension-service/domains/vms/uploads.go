package vms

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/platform/fault"
)

// mostUploads is how many bytes of uploads rules may be given: what they make of them is limited to a third of it.
const mostUploads = 24 << 20

// placeholders are what rules see of the uploads of an application where nothing is sent: as many other bytes.
// TOO_LARGE.
func placeholders(rules transform.Rules, input map[string]any) (map[string][]byte, error) {
	return uploads(rules, input, func(_ string, size int64) ([]byte, error) {
		return bytes.Repeat([]byte("x"), int(size)), nil
	})
}

// sentUploads are the bytes themselves. TOO_LARGE.
func (s *Service) sentUploads(ctx context.Context) func(rules transform.Rules, input map[string]any) (map[string][]byte,
	error) {
	return func(rules transform.Rules, input map[string]any) (map[string][]byte, error) {
		return uploads(rules, input, func(id string, _ int64) ([]byte, error) { return s.deps.Upload(ctx, id) })
	}
}

// uploads reads those that an input names, where a rule asks for any.
func uploads(rules transform.Rules, input map[string]any,
	read func(id string, size int64) ([]byte, error),
) (map[string][]byte, error) {
	sizes, _ := input[transform.Uploads].(map[string]any)
	if len(sizes) == 0 || !rules.ReadUploads() {
		return nil, nil //nolint:nilnil // none are asked for
	}
	out, left := make(map[string][]byte, len(sizes)), int64(mostUploads)
	for _, id := range slices.Sorted(maps.Keys(sizes)) {
		size := sizeOf(sizes[id])
		if left -= size; size < 0 || left < 0 {
			return nil, fault.New(fault.TooLarge, "TOO_LARGE", "the uploads of the application have more than %d bytes",
				mostUploads)
		}
		var err error
		if out[id], err = read(id, size); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// sizeOf reads a number, as it was put there or as JSON kept it.
func sizeOf(value any) int64 {
	switch n := value.(type) {
	case int64:
		return n
	case float64:
		return int64(n)
	case json.Number:
		size, _ := n.Int64()
		return size
	}
	return 0
}
