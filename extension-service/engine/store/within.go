package store

import (
	"context"
	"strings"

	"poolkeeper.example/extension-service/platform/role"
)

// WithinScope is the condition that a row with a client and a legal entity, of the table that a statement calls alias,
// lies inside the scope of the caller. It is for counts that are shown; what a change does goes beyond it.
func WithinScope(ctx context.Context, alias string) string {
	who := role.From(ctx)
	if who.Kind == role.System || who.Scope.IsUnlimited() {
		return "1 = 1"
	}
	inlined := func(none int64, ids []int64) string {
		return "(" + strings.Trim(IDList(append([]int64{none}, ids...)), "[]") + ")"
	}
	return "(" + alias + ".client_id IN " + inlined(0, who.Scope.ClientIDs) + // 0 is no record's id
		" OR coalesce(" + alias + ".legal_entity_id, 0) IN " + inlined(-1, who.Scope.LegalEntityIDs) + ")"
}
