package resource

import (
	"context"
	"strconv"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/platform/fault"
)

// MatchVersion holds If-Match against the version of a record: a version, strong or weak, a list of them of which one
// is enough, or *. Without it the write is unguarded. The base is what the caller has: the version that is named last.
func MatchVersion(header string, current int64) (base int64, guarded, isStale bool) {
	for part := range strings.SplitSeq(header, ",") {
		switch text := entityTag(part); text {
		case "":
		case "*":
			return 0, false, false
		default:
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				n = -1 // Names no version of ours
			}
			if base, guarded = n, true; n == current {
				return n, true, false
			}
		}
	}
	return base, guarded, guarded
}

// entityTag is a tag without its quotes and its mark of weakness.
func entityTag(text string) string {
	return strings.Trim(strings.TrimPrefix(strings.TrimSpace(text), "W/"), `"`)
}

func etag(version int64) string { return `"` + strconv.FormatInt(version, 10) + `"` }

// stale tells a caller what has changed since the version it has ("Conventions", concurrency).
func (c *served) stale(ctx context.Context, v entity, base int64) error {
	b := v.Base()
	since, err := c.rt.Since(ctx, c.Name, b.ID, base)
	if err != nil {
		return err
	}
	if since.At.IsZero() { // nothing has been written since, so the caller's version is none of ours
		since.By, since.At = b.LastUpdatedBy, b.LastUpdated
	}
	e := fault.New(fault.Conflict, "STALE_VERSION", "%s %d is at version %d", c.Name, b.ID, b.Version)
	return e.With("current", c.view(ctx, v)).With("yourBase", base).With("changedFields", since.Fields).
		With("changedBy", since.By).With("changedAt", date.InstantText(since.At))
}
