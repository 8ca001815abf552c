package staff

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// Session is one family as its owner sees it: open, or ended with who ended it.
type Session struct {
	ID            string        `json:"id"` // the same as sid
	SID           string        `json:"sid"`
	StartedAt     Instant       `json:"startedAt"`
	LastSeenAt    Instant       `json:"lastSeenAt"`
	IP            string        `json:"ip"`
	UserAgent     string        `json:"userAgent"`
	Device        string        `json:"device"`
	Current       bool          `json:"current"`
	Impersonation bool          `json:"impersonation"`
	EndedAt       Instant       `json:"endedAt"`  // null while it is open
	EndedBy       *SessionEnder `json:"endedBy"`  // null where a rule has ended it
	EndedWhy      SessionEnd    `json:"endedWhy"` // "" while it is open
}

// SessionEnder is the member of staff who ended a session.
type SessionEnder struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// SessionEnd is why a session has ended.
type SessionEnd string

const mostSessions = 1000 // of one list, which is paged and ordered as a whole

// ranOut is the end of a session that nobody went on with, or that was as old as sessions become.
const ranOut SessionEnd = "ranOut"

// Enum lists the ends; those that are also audited have the names of their actions.
func (SessionEnd) Enum() enum.List {
	return enum.List{Name: "sessionEnd", Text: "enum.sessionEnd", Values: []string{
		"", "auth.logout", "session.end", "session.endAll", "password.change", "password.oneTime", "account", "identity.drop",
		"auth.backchannelLogout", "auth.refreshReuse", string(ranOut),
	}}
}

// SessionQuery names whose sessions to list; without a user the caller's own.
type SessionQuery struct {
	UserID *int64 `query:"userId" kind:"id"`
	Ended  bool   `query:"ended"` // those that have ended in the last 90 days, instead of the open ones
}

// which are the sessions of an account ($1) that are open at an instant ($2), or not, each with the order they are
// shown in.
const (
	openSessions  = `staff_id = $1 AND revoked = 0 AND expires > $2 AND idle_until > $2`
	endedSessions = `staff_id = $1 AND (revoked > 0 OR expires <= $2 OR idle_until <= $2)`
	endOfSession  = `CASE WHEN revoked > 0 THEN revoked WHEN expires < idle_until THEN expires ELSE idle_until END`
)

// Sessions lists the families of the caller, or of another account with adminUser.read: the open ones, the last seen
// first, or those that have ended, the last ended first.
func (s *Service) Sessions(ctx context.Context, q SessionQuery) (resource.List[Session], error) {
	list := resource.List[Session]{Results: []Session{}}
	id, err := s.subject(ctx, q.UserID, role.AdminUserRead)
	if err != nil {
		return list, err
	}
	which, order := openSessions, "last_seen"
	if q.Ended {
		which, order = endedSessions, endOfSession
	}
	now := s.ms()
	var r sessionRow
	err = s.DB.Each(ctx, r.columns(), func() error {
		list.Results = append(list.Results, r.session(role.From(ctx).SID, q.Ended))
		return nil
	}, `
		SELECT sid, started, last_seen, ip, user_agent, revoked, reason, ended_by, ended_by_name, `+endOfSession+`
		  FROM staff_sessions
		 WHERE `+which+`
		 ORDER BY `+order+` DESC, sid DESC
		 LIMIT $3`, id, now, mostSessions)
	list.TotalResults = int64(len(list.Results))
	return list, err
}

// sessionRow is a stored family.
type sessionRow struct {
	sid, ip, agent, reason, enderName string
	started, seen, revoked, ender, at int64
}

func (r *sessionRow) columns() []any {
	return []any{&r.sid, &r.started, &r.seen, &r.ip, &r.agent, &r.revoked, &r.reason, &r.ender, &r.enderName, &r.at}
}

func (r *sessionRow) session(current string, isOver bool) Session {
	out := Session{
		ID: r.sid, SID: r.sid, StartedAt: instantOf(r.started), LastSeenAt: instantOf(r.seen), IP: r.ip, UserAgent: r.agent,
		Device: Device(r.agent), Current: r.sid == current,
	}
	if !isOver {
		return out
	}
	out.EndedAt, out.EndedWhy = instantOf(r.at), ranOut
	if r.revoked > 0 {
		out.EndedWhy = SessionEnd(r.reason)
	}
	if r.ender != 0 {
		out.EndedBy = &SessionEnder{r.ender, r.enderName}
	}
	return out
}
