package statemachine

import (
	"context"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// trashDays is how long what was deleted can be restored. Then it is forgotten, or gone.
const trashDays = 30

// Purged is the last instant of deletion of what nobody can restore any more.
func Purged(now time.Time) time.Time { return now.AddDate(0, 0, -trashDays) }

// Restorable is the guard of the moves out of the trash: for so long after a record came there they can be made.
func Restorable[F any](key string, times func(f F) (deleted, now time.Time)) Guard[F] {
	end := func(f F) (end, now time.Time) {
		deleted, now := times(f)
		return deleted.AddDate(0, 0, trashDays), now
	}
	return Guard[F]{
		Key: key,
		IsMet: func(f F) bool {
			end, now := end(f)
			return now.Before(end)
		},
		Params: func(f F) map[string]any {
			end, _ := end(f)
			return map[string]any{"until": date.InstantText(end)}
		},
	}
}

// None is the guard that there is none of what it counts.
func None[F any](key string, count func(f F) int) Guard[F] {
	return Guard[F]{
		Key: key, IsMet: func(f F) bool { return count(f) == 0 },
		Params: func(f F) map[string]any { return map[string]any{"count": count(f), "smart_count": count(f)} },
	}
}

// Trash is that of the resource whose records of is. An action of the resource takes them out of it again.
func (k *Kind[T, S, F, E]) Trash(of *T, restoredBy string) *resource.TrashBin[T] {
	restore := func(ctx context.Context, was T) (*resource.WayBack, error) { return k.undoMove(ctx, &was, k.Restored) }
	return &resource.TrashBin[T]{Field: k.Status(of), Value: k.Deleted, RestoredBy: restoredBy, Restore: restore}
}

// Previous leads back to the status a record had, nil if no move of staff leads there; see Action.UndoneBy.
func (k *Kind[T, S, F, E]) Previous(ctx context.Context, was T) (*resource.WayBack, error) {
	return k.undoMove(ctx, &was, *k.Status(&was))
}

// PossibleStatuses is the call that explains where a record can go. The id stands at the end of its path.
func (k *Kind[T, S, F, E]) PossibleStatuses(name, path string, needs ...role.Permission) resource.Endpoint {
	return resource.Endpoint{
		Name: name + ".possibleStatuses", Method: "GET", Path: path + "/possibleStatuses/{id}", Needs: needs,
		Handle: resource.Handle(k.Possible),
	}
}
