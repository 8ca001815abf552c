package resource

import (
	"context"
	"fmt"
	"reflect"
)

// Earlier is what is known of a call that is made once more under its idempotency key: its input, and the Key of its
// answer, "" when that has none.
type Earlier[In any] struct {
	In  In
	Key string
}

// AnsweringAgain says how an action answers a call that is repeated: from what stands now, and without doing anything.
// An action on one record declares it unless it answers that record, a job, or nothing.
func AnsweringAgain[T, In, Out any](a Action[T],
	answer func(ctx context.Context, v *T, was Earlier[In]) (Out, error),
) Action[T] {
	if a.in != typeOf[In]() || a.out != typeOf[Out]() {
		panic(fmt.Sprintf("action %s: its answer to a repeated call has another input or output than itself", a.Name))
	}
	a.answerAgain = func(ctx context.Context, v, in any, key string) (any, error) {
		return answer(ctx, v.(*T), Earlier[In]{*in.(*In), key})
	}
	return a
}

// keyOf is the Key of an answer; "" when it has none.
func keyOf(answer any) string {
	if k, ok := answer.(interface{ Key() string }); ok {
		return k.Key()
	}
	return ""
}

// cannotAnswerAgain says whether nothing tells what a repeated call of an action is answered.
func (c *served) cannotAnswerAgain(a action) bool {
	answer := reflect.New(a.out).Elem()
	if a.list || a.answerAgain != nil || shownIn(answer, c.showing) != nil {
		return false
	}
	_, isNone := reflect.TypeAssert[None](answer)
	_, isKeyed := reflect.TypeAssert[Keyed](answer)
	return !isNone && !isKeyed
}

// replay answers a repeated call: nothing happens, and a record it shows is read again.
func (c *served) replay(ctx context.Context, a action, in any, done Repeated) (any, error) {
	ReplyOf(ctx).Status = done.Status
	out := reflect.New(a.out).Elem()
	if k, ok := reflect.TypeAssert[Keyed](out); ok {
		return k.ForJob(done.RecordKey), nil
	}
	at := shownIn(out, c.showing)
	if at == nil && a.answerAgain == nil {
		return out.Interface(), nil
	}
	v, err := c.Store.get(ctx, done.RecordID)
	if err != nil {
		return nil, err
	}
	if a.answerAgain != nil {
		return a.answerAgain(ctx, v, in, done.RecordKey)
	}
	at.of = v
	fillEmpty(out)
	return out.Interface(), nil
}
