package resource

import (
	"context"
	"strings"

	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// OutsideScope is the key of the block that an act reaches beyond the scope of whoever asks for it. It names no record
// and no count.
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
func Confines(who *role.Caller) bool { return who.Kind != role.System && !who.Scope.IsUnlimited() }

// explainForeignAddress says of an e-mail address that is taken whether that is outside the caller's clients. Only who
// may read records with their addresses learns where: of a record within the scope such a caller could see it anyway.
// Call it outside of the transaction that was refused.
func (c *served) explainForeignAddress(ctx context.Context, v entity, err error) error {
	f, who := field.Find(c.fields, "email"), role.From(ctx)
	if v == nil || fault.CodeOf(err) != "EMAIL_TAKEN" || f == nil || !Confines(who) || !who.CanAny(c.readers()) ||
		c.hides(who, f) {
		return err
	}
	address := f.In(valueOf(v)).String()
	id := field.Find(c.fields, "id")
	p, failure := c.Store.list(ctx, query.Query{
		Where: []query.Cond{{Field: f, Op: query.Contains, Values: []any{address}}}, Sort: []query.Sort{{Field: id}},
		Fields: []*field.Field{id, f},
		Limit:  maxListed, NoTotal: true,
	})
	if failure != nil {
		return failure
	}
	for i := range p.len() {
		if p.at(i).Base().ID != v.Base().ID && strings.EqualFold(f.In(p.row(i)).String(), address) {
			return err
		}
	}
	return EmailTakenOutside(err)
}

// EmailTakenOutside says of the refusal EMAIL_TAKEN that the address is in use outside the caller's clients.
func EmailTakenOutside(err error) error {
	hidden := *fault.From(err)
	hidden.Messages, hidden.Fields, hidden.Params = []string{emailTakenOutside}, nil, nil
	return hidden.Field("email", emailTakenOutside, nil)
}

const emailTakenOutside = "error.emailTakenOutside"
