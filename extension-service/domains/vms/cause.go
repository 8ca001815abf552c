package vms

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/domains/vms/transform"
)

// Cause is what a failure has to do with the mapping that was used, and with other messages.
type Cause struct {
	MappingID int64 // that was used; 0 where none was
	Live      int64 // number of the version in use; 0 where none is
	Rule      int64 // the number of the rule whose target the failure names, from 1; 0 where it names none
	Target    string
	Mended    bool          // another version is in use, and makes what Rule made by other means
	Same      int64         // other messages of the connection that wait or have failed for the same
	Others    []SameFailure // none where an earlier message lists them
	Later     LaterMessage
}

// LaterMessage is the last that said the same later; its ID is 0 where there is none.
type LaterMessage struct {
	ID        int64
	MessageID string
	State     MessageState
}

// SameFailure is another message that waits or has failed for the same, and that none has replaced.
type SameFailure struct {
	ID, EntityID int64
	MessageID    string
	At           time.Time
}

// mostOthers is how many messages with the same failure are listed: what is sent again at once.
const mostOthers = 500

// CausesOf says of each of some messages that their caller has seen what has led to its state. Of those that have
// failed for the same, the first lists the others: a change of many records has thousands.
func (m *Messages) CausesOf(ctx context.Context, list []Message) ([]Cause, error) {
	out, known := make([]Cause, len(list)), map[failure]int64{}
	for i, of := range list {
		c := &out[i]
		if err := m.compareVersions(ctx, of, c); err != nil {
			return nil, err
		}
		if err := m.findLater(ctx, of, c); err != nil {
			return nil, err
		}
		why := failureOf(of)
		if same, isKnown := known[why]; isKnown {
			c.Same = same
			continue
		}
		if err := m.findSame(ctx, of, c); err != nil {
			return nil, err
		}
		known[why] = c.Same
	}
	return out, nil
}

// failure is why a message waits or has failed.
type failure struct {
	connection                             int64
	state, failure, reason, detail, entity string
}

func failureOf(m Message) failure {
	return failure{m.ConnectionID, string(m.State), string(m.Failure), string(m.Reason), m.Detail, string(m.Entity)}
}

// findLater finds the last message that said the same later. A test application is about no record.
func (m *Messages) findLater(ctx context.Context, of Message, c *Cause) error {
	if of.EntityID == 0 {
		return nil
	}
	var later LaterMessage
	var state string
	found, err := m.DB().Row(ctx, []any{&later.ID, &later.MessageID, &state}, `
		SELECT id, message_id, state
		  FROM vms_messages
		 WHERE direction = 'outbound'
		   AND entity = $1
		   AND entity_id = $2
		   AND id > $3
		 ORDER BY id DESC
		 LIMIT 1`, string(of.Entity), of.EntityID, of.ID)
	if found {
		later.State = MessageState(state)
		c.Later = later
	}
	return err
}

// findSame counts the messages that wait or have failed for the same, and lists some of them.
func (m *Messages) findSame(ctx context.Context, of Message, c *Cause) error {
	f := failureOf(of)
	why := []any{f.connection, f.state, f.failure, f.reason, f.detail, f.entity, of.ID}
	_, err := m.DB().Row(ctx, []any{&c.Same}, "SELECT count(*) FROM vms_messages m WHERE "+sameFailure, why...)
	if err == nil {
		c.Others, err = m.others(ctx, append(why, mostOthers))
	}
	return err
}

// sameFailure is the condition that another message waits or has failed for the same.
const sameFailure = `m.connection_id = $1
		   AND m.state = $2
		   AND m.failure = $3
		   AND m.reason = $4
		   AND m.detail = $5
		   AND m.entity = $6
		   AND m.id <> $7`

// others lists the messages that have failed for the same and that no later one has replaced, the newest first.
func (m *Messages) others(ctx context.Context, args []any) (out []SameFailure, err error) {
	var one SameFailure
	var at int64
	err = m.DB().Each(ctx, []any{&one.ID, &one.EntityID, &one.MessageID, &at}, func() error {
		one.At = time.UnixMilli(at).UTC()
		out = append(out, one)
		return nil
	}, `
		SELECT m.id, m.entity_id, m.message_id, m.created
		  FROM vms_messages m
		 WHERE `+sameFailure+`
		   AND (m.direction = 'inbound' OR NOT EXISTS (
		       SELECT 1 FROM vms_messages l WHERE l.entity_id = m.entity_id AND l.entity = m.entity AND l.id > m.id))
		 ORDER BY m.id DESC
		 LIMIT $8`, args...)
	return out, err
}

// compareVersions fills the version that was used, its rule that the failure names, and how the version in use stands
// to it.
func (m *Messages) compareVersions(ctx context.Context, of Message, c *Cause) error {
	if m.mappings == nil {
		return nil
	}
	live, err := m.mappings.live(ctx, of.ConnectionID, of.Entity)
	if err != nil {
		return err
	}
	if live != nil {
		c.Live = live.Number
	}
	if of.MappingNumber == 0 {
		return nil
	}
	used, err := m.version(ctx, of, of.MappingNumber)
	if err != nil || used == nil {
		return err
	}
	c.MappingID = used.ID
	at := ruleIn(used.Rules, of.Detail)
	if at >= 0 {
		c.Rule, c.Target = int64(at+1), used.Rules[at].Target
	}
	c.Mended = live != nil && live.Number != used.Number && (at < 0 || !makesSame(used, live, at))
	return nil
}

// ruleIn is the place of the rule whose target a failure names, the longest of several; -1 where it names none.
func ruleIn(rules []transform.Rule, detail string) int {
	named := targetsIn(detail)
	found := -1
	for i, rule := range rules {
		target := listPlace.ReplaceAllString(rule.Target, "[]")
		if slices.Contains(named, target) && (found < 0 || len(rule.Target) > len(rules[found].Target)) {
			found = i
		}
	}
	return found
}

// targetsIn are the parts of a failure that may name a target: all before a colon, and within a sentence only paths and
// JSON pointers, since a single word there may be just a word. Lists in them have no index.
func targetsIn(detail string) (out []string) {
	for part := range strings.FieldsFuncSeq(detail, func(r rune) bool { return strings.ContainsRune(":;,", r) }) {
		words := strings.Fields(part)
		for _, word := range words {
			path := strings.Trim(word, `."'`)
			if len(words) == 1 || strings.ContainsAny(path, "./[") {
				path = strings.ReplaceAll(strings.TrimPrefix(path, "/"), "/", ".")
				out = append(out, listPlace.ReplaceAllString(path, "[]"))
			}
		}
	}
	return out
}

// makesSame says whether two versions make a target by the same rule, with the same lookups.
func makesSame(used, live *Mapping, at int) bool {
	rule := used.Rules[at]
	rule.Note = ""
	now := slices.IndexFunc(live.Rules, func(r transform.Rule) bool { return r.Target == rule.Target })
	if now < 0 {
		return false
	}
	then := live.Rules[now]
	then.Note = ""
	return rule == then && reflect.DeepEqual(used.Lookups, live.Lookups)
}
