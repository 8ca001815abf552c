package resource

import (
	"context"

	"poolkeeper.example/extension-service/fault"
	"poolkeeper.example/extension-service/role"
)

// OutsideScope is the key of the block that an act reaches beyond the scope of whoever asks for it. It names no record and no count.
const OutsideScope = "access.block.outsideScope"

// BeyondScope refuses an act that concerns records or clients outside the caller's scope. TRANSITION_NOT_ALLOWED.
func BeyondScope() error {
	e := fault.New(fault.Conflict, "TRANSITION_NOT_ALLOWED", "it concerns what lies outside the scope")
	e.Messages = []string{OutsideScope}
	return e.With("blockedBy", []Block{{Key: OutsideScope}})
}

// IsConfined says whether the caller sees some clients or legal entities only.
func IsConfined(ctx context.Context) bool { return Confines(role.From(ctx)) }

// Confines says whether somebody sees some clients or legal entities only.
func Confines(who *role.Caller) bool { return who.Kind != role.System && !who.Scope.Everything() }
