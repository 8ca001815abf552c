package staff

import (
	"context"
	"time"
)

const (
	sessionRetention = 90 * 24 * time.Hour  // after their end
	loginRetention   = 730 * 24 * time.Hour // as long as the audit log
)

// Cleanup removes what has run out and says how many rows that were. The sealed successor of a refresh token goes ten
// seconds after it, when its session is gone on with; those of sessions that nobody goes on with wait for this.
func (s *Service) Cleanup(ctx context.Context) (removed int64, err error) {
	now := s.Now()
	before := func(d time.Duration) int64 { return now.Add(-d).UnixMilli() }
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		removed = 0
		for _, c := range []struct {
			text string
			arg  int64
		}{
			{`UPDATE staff_refresh_tokens SET successor = '' WHERE successor <> '' AND rotated <= $1`, before(rotationGrace)},
			{
				`DELETE FROM staff_refresh_tokens WHERE sid IN (SELECT sid FROM staff_sessions WHERE idle_until <= $1)`,
				now.UnixMilli(),
			},
			{
				`DELETE FROM staff_refresh_tokens WHERE sid IN (SELECT sid FROM staff_sessions WHERE revoked > 0 AND revoked <= $1)`,
				now.UnixMilli(),
			},
			{`DELETE FROM staff_sessions WHERE idle_until <= $1`, before(sessionRetention)},
			{`DELETE FROM staff_failures WHERE at <= $1`, before(doublingMemory)},
			{`DELETE FROM staff_blocks WHERE until <= $1`, before(doublingMemory)},
			{`DELETE FROM staff_password_calls WHERE at <= $1`, before(time.Hour)},
			{`DELETE FROM staff_challenges WHERE until <= $1`, now.UnixMilli()},
			{`DELETE FROM staff_passkey_challenges WHERE until <= $1`, now.UnixMilli()},
			{`DELETE FROM staff_spent WHERE until <= $1`, before(oldestSpent)},
			{`DELETE FROM staff_logins WHERE at <= $1`, before(loginRetention)},
			{`DELETE FROM impersonations WHERE started IS NULL AND code_until <= $1`, now.UnixMilli()},
			{`DELETE FROM impersonations WHERE started <= $1`, before(loginRetention)},
		} {
			n, err := s.DB.Exec(ctx, c.text, c.arg)
			if err != nil {
				return err
			}
			removed += n
		}
		return nil
	})
	return removed, err
}
