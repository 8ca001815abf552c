package mail

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// messages are the mails as a list. To whoever may not read the record that a mail is about it says nothing of a
// person.
type messages struct{ of *Service }

// HasHistory says that mails have none of their own: what is done to one stands in that of its record.
func (l *messages) HasHistory() bool { return false }

// List answers one page.
func (l *messages) List(ctx context.Context, q query.Query) (page query.Page[Message], err error) {
	where, args, open, err := l.conditions(ctx, q.Where)
	if err != nil {
		return page, err
	}
	if !q.NoTotal {
		if _, err := l.of.DB.Row(ctx, []any{&page.Total}, "SELECT count(*) FROM mails m WHERE "+where, args...); err != nil {
			return page, err
		}
	}
	found, err := l.of.find(ctx, where+orderOf(q.Sort)+" LIMIT "+args.Add(q.Limit)+" OFFSET "+args.Add(q.Offset), args...)
	page.Rows = make([]Message, len(found))
	for i, r := range found {
		page.Rows[i] = r.message()
		if !open && !l.of.Reads(ctx, r.Entity) {
			page.Rows[i].mask()
		}
	}
	return page, err
}

// conditions are those of a list. The mails about one record that the caller may read are open to it; else it is kept
// to the clients of its scope.
func (l *messages) conditions(ctx context.Context, wanted []query.Cond) (where string, args store.Args, open bool,
	err error,
) {
	if entity, id, ok := aboutOne(wanted); ok {
		err := l.of.Visible(ctx, entity, id)
		if open = err == nil; !open && fault.KindOf(err) != fault.Denied {
			return "", nil, false, err
		}
	}
	isState := func(c query.Cond) bool { return c.Field.Column == "state" }
	others := slices.DeleteFunc(slices.Clone(wanted), isState)
	if where, err = args.Matching("m", others); err != nil {
		return "", nil, false, err
	}
	for _, c := range wanted {
		if isState(c) {
			where += " AND " + stateCondition(c.Values, &args)
		}
	}
	if scope := role.From(ctx).Scope; !open && !scope.IsUnlimited() {
		where += " AND m.client_id IN " + store.OneOf(query.IDs(scope.ClientIDs), args.Add)
	}
	return where, args, open, nil
}

// stateCondition has a mail in one of some states, as staff see them, and the index of the column find it.
func stateCondition(states []any, args *store.Args) string {
	parts := []string{"1 = 0"}
	for _, state := range states {
		column, isCopy := state, fileCopyColumn(State(fmt.Sprint(state)))
		if isCopy == 1 {
			column = string(Sent)
		}
		parts = append(parts, "m.state = "+args.Add(column)+" AND m.kept_file = "+args.Add(isCopy))
	}
	return "(" + strings.Join(parts, " OR ") + ")"
}

// aboutOne is the one record whose mails conditions ask for.
func aboutOne(wanted []query.Cond) (entity string, id int64, ok bool) {
	for _, c := range wanted {
		if c.Op != query.Is || len(c.Values) != 1 {
			continue
		}
		switch c.Field.Name {
		case "entity":
			entity, _ = c.Values[0].(string)
		case "entityId":
			id, _ = c.Values[0].(int64)
		}
	}
	return entity, id, entity != "" && id != 0
}

func orderOf(sorts []query.Sort) string {
	parts := make([]string, len(sorts))
	for i, by := range sorts {
		if parts[i] = "m." + by.Field.Column; by.Field.Name == "sentAt" {
			parts[i] = "coalesce(m.sent_at, 0)"
		}
		if by.Desc {
			parts[i] += " DESC"
		}
	}
	return " ORDER BY " + strings.Join(parts, ", ")
}

// IDs tells the mails a query matches.
func (l *messages) IDs(ctx context.Context, q query.Query, each func(id int64)) error {
	where, args, _, err := l.conditions(ctx, q.Where)
	if err != nil {
		return err
	}
	return l.of.DB.EachID(ctx, each, "SELECT m.id FROM mails m WHERE "+where+orderOf(q.Sort)+store.Limit(q.Limit), args...)
}

// Get returns one mail with its text, locked inside a transaction. NOT_FOUND outside the caller's reach.
func (l *messages) Get(ctx context.Context, id int64) (m Message, err error) {
	r, err := l.of.row(ctx, id)
	if err != nil {
		return m, err
	}
	m = r.message()
	seen := l.of.Visible(ctx, r.Entity, r.EntityID)
	if kind := fault.KindOf(seen); seen != nil && kind != fault.Denied && kind != fault.NotFound {
		return m, seen
	}
	scope := role.From(ctx).Scope
	if seen != nil && !scope.IsUnlimited() && !slices.Contains(scope.ClientIDs, r.ClientID) {
		return Message{}, unknown(id)
	}
	if seen != nil {
		m.mask()
	}
	if seen != nil && r.Wording != (Wording{}) {
		m.Subject, m.Body = hidden, hidden // whoever wrote it may have named anything
		return m, nil
	}
	m.Subject, m.Body, err = l.of.preview(ctx, r, m.Params)
	return m, err
}

// unknown is the failure of a call for a mail that is not there for the caller.
func unknown(id int64) error { return fault.New(fault.NotFound, "NOT_FOUND", "no mail %d", id) }

// errWritten is why nobody writes mails through the list.
var errWritten = fault.New(fault.NotAllowed, "METHOD_NOT_ALLOWED", "mails are written by what they tell of")

// Create refuses: mails are written by Queue alone, in the transaction of what they tell of.
func (l *messages) Create(context.Context, *Message) error { return errWritten }

// Update refuses: a mail has actions, but nothing of it is edited.
func (l *messages) Update(context.Context, Message, *Message) error { return errWritten }

// Delete refuses: mails go with their time.
func (l *messages) Delete(context.Context, *Message) error { return errWritten }

func (r *row) message() Message {
	m := Message{
		base: resource.Record{ID: r.ID, Version: r.Version}, ID: r.ID, Version: r.Version, Template: Template(r.Template),
		State: r.State, Reason: r.Reason,
		Recipient: r.To, ReplyTo: r.ReplyTo, Locale: r.Locale, ClientID: r.ClientID, Params: r.Params,
		Entity: r.Entity, EntityID: r.EntityID,
		Attempts: r.Attempts, Error: r.Error,
		Created: r.Created, SendAt: r.SendAt, SentAt: r.SentAt,
	}
	if r.State == Queued {
		m.DueAt = r.DueAt
	}
	if m.Params == nil {
		m.Params = map[string]string{}
	}
	return m
}

const hidden = "•••"

// mask leaves of a mail what says nothing about a person: the domain of the address, the names of the values.
func (m *Message) mask() {
	local, domain, _ := strings.Cut(m.Recipient, "@")
	if m.Recipient != "" {
		_, n := utf8.DecodeRuneInString(local)
		m.Recipient = local[:n] + hidden + "@" + domain
	}
	masked := make(map[string]string, len(m.Params))
	for name := range m.Params {
		masked[name] = hidden
	}
	m.Params = masked
	if m.Error != "" {
		m.Error = hidden // servers quote addresses
	}
}
