package app

import (
	"context"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// callEntity is what the audit log calls a call of the service.
const callEntity = "call"

// denial is a call that somebody has no right to.
type denial struct {
	call, path, code string
	missing          any // the permissions of which one would have been enough
}

const longestPath = 200 // bytes of the path of a denial that are kept

// reportDenied passes on that somebody whom a token names was refused a call: for want of a right or of a proof, after
// the session has ended, or for what is not within the scope, of which nobody is told whether it is there.
func (e *edge) reportDenied(c fiber.Ctx, ep resource.Endpoint, who *role.Caller, err error) {
	if who == nil || who.ID == 0 || !isDenial(who, fault.KindOf(err)) {
		return
	}
	f := fault.From(err)
	path := c.Path()
	path = strings.ToValidUTF8(strings.Clone(path[:min(len(path), longestPath)]), "")
	e.denied(role.With(context.Background(), who), denial{
		call: ep.Name, path: path, code: f.Code,
		missing: f.Details["missing"],
	})
}

func isDenial(who *role.Caller, kind fault.Kind) bool {
	return kind == fault.Denied || kind == fault.Unauthenticated || kind == fault.NotFound && !who.Scope.IsUnlimited()
}

// recordDenied writes a denial into the audit log with the next batch: the answer does not wait for it. Those of one
// account for one call that follow within a minute are one more entry.
func (s *Service) recordDenied(ctx context.Context, d denial) {
	isFirst, over := s.folds.add(role.From(ctx), d, time.Now())
	s.writeFolds(over)
	if isFirst {
		s.writeDenied(ctx, d, nil)
	}
}

// writeDenied writes one entry; of refusals that were folded it says how many there were, and when the first and the
// last of them.
func (s *Service) writeDenied(ctx context.Context, d denial, of *fold) {
	e := store.Entry{
		Entity: callEntity, Act: resource.Act{Action: "auth.denied", Reason: d.code},
		Changed: []string{"call", "path", "missing"},
		After:   map[string]any{"call": d.call, "path": d.path, "missing": d.missing},
	}
	if of != nil {
		e.Changed = append(e.Changed, "count", "first", "last")
		e.After["count"], e.After["first"], e.After["last"] = of.count, date.InstantText(of.first),
			date.InstantText(of.last)
	}
	if err := s.Audit.RecordLater(ctx, e); err != nil {
		s.Log.Error("record a refusal", "requestId", role.From(ctx).RequestID, "err", err)
	}
}
