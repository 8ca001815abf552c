package store

import (
	"encoding/binary"
	"math"
)

// CacheKey identifies what a statement returns: its text and its parameters. Each stands there with its type and its
// length, so that two statements have the same key only if they are the same. Caches of results take no other key.
type CacheKey string

// The types of parameters within a key, as SQLite is given them.
const (
	keyNull byte = iota
	keyInteger
	keyFloat
	keyText
	keyBlob
)

// KeyOf is the key of a statement. It fails on a parameter that a SQLite statement cannot have; such a result is not
// cached.
func KeyOf(text string, args ...any) (CacheKey, error) {
	b := appendSized(make([]byte, 0, len(text)+16*len(args)+binary.MaxVarintLen64), text)
	for _, arg := range args {
		converted, _, err := argument(arg)
		if err != nil {
			return "", err
		}
		b = appendParameter(b, converted)
	}
	return CacheKey(b), nil
}

// appendParameter writes one of the types that argument returns.
func appendParameter(b []byte, converted any) []byte {
	switch v := converted.(type) {
	case int64:
		return binary.BigEndian.AppendUint64(append(b, keyInteger), uint64(v)) //nolint:gosec // the same 64 bits
	case float64:
		return binary.BigEndian.AppendUint64(append(b, keyFloat), math.Float64bits(v))
	case string:
		return appendSized(append(b, keyText), v)
	case []byte:
		return appendSized(append(b, keyBlob), v)
	}
	return append(b, keyNull)
}

func appendSized[T string | []byte](b []byte, v T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(v))), v...)
}
