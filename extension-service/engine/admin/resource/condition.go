package resource

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"

	"poolkeeper.example/extension-service/platform/fault"
)

// Condition is data, so that the server enforces it and the page greys the button. In the states of Done the action has
// nothing to do: it is not offered, but asking for it again is no failure.
type Condition struct {
	Field    Ref
	In, Done []any
	Reason   string // key of the text that a refusal says; "" = transition.none
}

// OnlyWhile is the condition that a field holds one of the values; reason is the key of the text that says why not. It
// is for Editable and Deletable.
func OnlyWhile(field Ref, reason string, in ...any) *Condition {
	return &Condition{Field: field, In: in, Reason: reason}
}

func (when *Condition) blocks() []Block {
	return []Block{{Key: cmp.Or(when.Reason, "transition.none")}}
}

// satisfies says whether a record satisfies the condition of an action.
func (c *served) satisfies(when *Condition, v entity) bool {
	f := c.named("condition", when.Field)
	return isOneOf(f.In(valueOf(v)), slices.Concat(when.In, when.Done))
}

// isOneOf says whether a value reads as one of some.
func isOneOf(v reflect.Value, in []any) bool {
	have := fmt.Sprint(v.Interface())
	return slices.ContainsFunc(in, func(want any) bool { return fmt.Sprint(want) == have })
}

// editable refuses to edit a record in the trash, one that does not satisfy Editable, and a part of such a record.
// NOT_EDITABLE.
func (c *served) editable(ctx context.Context, v entity) error {
	if c.isInTrash(v) {
		return fault.New(fault.Conflict, "NOT_EDITABLE", "%s %d is in the trash", c.Name, v.Base().ID)
	}
	if err := c.requireCondition(c.Editable, v); err != nil {
		return err
	}
	return c.requireEditableParent(ctx, v)
}

// deletable refuses to delete a record that does not satisfy Deletable, and a part of one that may not be edited.
// NOT_EDITABLE.
func (c *served) deletable(ctx context.Context, v entity) error {
	if err := c.requireCondition(c.Deletable, v); err != nil {
		return err
	}
	return c.requireEditableParent(ctx, v)
}

func (c *served) isInTrash(v entity) bool {
	return c.Trash != nil && fmt.Sprint(c.trash.In(valueOf(v)).Interface()) == fmt.Sprint(c.Trash.Value)
}

// requireCondition refuses a record that does not satisfy a condition. NOT_EDITABLE with what blocks.
func (c *served) requireCondition(when *Condition, v entity) error {
	if when == nil || c.satisfies(when, v) {
		return nil
	}
	return fault.New(fault.Conflict, "NOT_EDITABLE", "%s %d is not what it has to be for that", c.Name, v.Base().ID).
		With("blockedBy", when.blocks())
}
