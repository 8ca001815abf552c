package date

import "time"

// InstantLayout is how instants look on the wire: RFC 3339, UTC, milliseconds.
const InstantLayout = "2006-01-02T15:04:05.000Z"

// InstantText is an instant as it looks on the wire.
func InstantText(t time.Time) string { return t.UTC().Format(InstantLayout) }

// InstantOrNull is an instant as it looks on the wire, where none is null.
func InstantOrNull(t time.Time) *string {
	if t.IsZero() || t.UnixMilli() == 0 { // as the database has none
		return nil
	}
	return new(InstantText(t))
}
