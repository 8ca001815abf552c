package vms

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
)

const (
	mostReviewed   = 500              // messages that a draft is read on, the last ones
	reviewTime     = 20 * time.Second // after which no further message is begun
	examplesAGroup = 3
	diffAnExample  = 50
	longestShown   = 300 // characters of a value
)

type reviewInput struct {
	ID int64 `path:"id"`
	resource.Window
}

// Review says what a draft makes of the last messages that the version in use makes otherwise: of inbound ones by
// reading them again, of outbound ones by rendering the records that they were about as those are now.
type Review struct {
	// Fingerprint goes with the call that puts the draft in use: it says that this draft was seen beside this version.
	Fingerprint string `json:"fingerprint"`
	// messages there are among the last 500; of outbound ones the last about each record
	Stored      int64         `json:"stored"`
	Reviewed    int64         `json:"reviewed"` // of them: in the time there is
	Same        int64         `json:"same"`     // of those: with the same result
	Fields      []FieldCount  `json:"fields"`   // targets of all groups, the most frequent first, at most 200
	Groups      []ReviewGroup `json:"groups"`   // of the others: a page of them, the worst first
	TotalGroups int64         `json:"totalGroups"`
	// of a draft of applications: those that wait, and are sent as soon as it is in use
	Waiting int64 `json:"waiting"`
}

// FieldCount says how many of the messages come out otherwise at a target, or fail there.
type FieldCount struct {
	Field string `json:"field"`
	Count int64  `json:"count"`
}

// ReviewGroup is the messages that a draft reads otherwise in the same way.
type ReviewGroup struct {
	Outcome  ReviewOutcome   `json:"outcome"`
	Fields   []ReviewField   `json:"fields"` // that differ, or that fail in the draft; of MENDED: that failed
	Count    int64           `json:"count"`
	Examples []ReviewExample `json:"examples"`
}

// ReviewOutcome says how a draft reads a message that the version in use reads otherwise.
type ReviewOutcome string

// The outcomes, the worst first.
const (
	FailsNow   ReviewOutcome = "FAILS"
	ReadsElse  ReviewOutcome = "DIFFERS"
	StillFails ReviewOutcome = "STILL_FAILS" // with both, which is alike only if it fails alike
	FailsNot   ReviewOutcome = "MENDED"
)

var outcomes = []ReviewOutcome{FailsNow, ReadsElse, StillFails, FailsNot}

// Enum lists the outcomes.
func (ReviewOutcome) Enum() enum.List {
	return enum.List{
		Name: "vmsReviewOutcome", Text: "enum.vmsReviewOutcome",
		Values: enum.Strings(outcomes),
	}
}

// ReviewField is a target, with what is wrong there; without a code it differs, or is required and has no value.
type ReviewField struct {
	Field string         `json:"field"`
	Code  transform.Code `json:"code"`
}

// ReviewExample is one message of a group.
type ReviewExample struct {
	ID        int64        `json:"id" kind:"id"`
	MessageID string       `json:"messageId"`
	Created   time.Time    `json:"created"`
	Diff      []Difference `json:"diff"`
}

// review runs a draft and the version in use on the last messages of the draft's kind. NOT_FOUND, TOO_MANY_REQUESTS
// like trials.
func (s *Service) review(ctx context.Context, in reviewInput) (out Review, err error) {
	if err := s.allowTrial(ctx); err != nil {
		return out, err
	}
	draft, err := s.Mappings.Get(ctx, in.ID)
	if err != nil {
		return out, err
	}
	live, err := s.Mappings.live(ctx, draft.ConnectionID, draft.Entity)
	if err != nil {
		return out, err
	}
	messages, err := s.Messages.latest(ctx, draft)
	if err != nil {
		return out, err
	}
	if draft.Entity == Application {
		c, err := s.Connections.Get(ctx, draft.ConnectionID)
		if err == nil {
			out.Waiting, err = s.countToSend(ctx, c)
		}
		if err != nil {
			return out, err
		}
	}
	out.Fingerprint, out.Stored = fingerprint(draft, live), int64(len(messages))
	groups := map[string]*ReviewGroup{}
	end := s.deps.Now().Add(reviewTime)
	for _, m := range messages {
		if s.deps.Now().After(end) {
			break
		}
		one, err := s.reviewOne(ctx, draft, live, m)
		if draft.Direction == Out && fault.KindOf(err) == fault.NotFound { // the record is gone
			out.Stored--
			continue
		}
		if err != nil {
			return out, err
		}
		out.Reviewed++
		if one == nil {
			out.Same++
			continue
		}
		one.addTo(groups)
	}
	out.TotalGroups, out.Groups, out.Fields = int64(len(groups)), pageOf(groups, in.Window), countFields(groups)
	return out, nil
}

// latest are the messages that a draft is held against, the newest first; of those about one record an outbound draft
// has the newest only.
func (m *Messages) latest(ctx context.Context, draft Mapping) ([]Message, error) {
	v := new(Message)
	page, err := m.List(ctx, query.Query{
		Where: []query.Cond{
			query.Where(v, &v.ConnectionID, draft.ConnectionID),
			query.Where(v, &v.Entity, string(draft.Entity)),
		}, Limit: mostReviewed, NoTotal: true,
		Sort:   []query.Sort{{Field: field.At(v, &v.ID), Desc: true}},
		Fields: field.AllAt(v, &v.ID, &v.MessageID, &v.EntityID, &v.Created),
	})
	if draft.Direction == In {
		return page.Rows, err
	}
	seen := map[int64]bool{0: true} // test applications have no record
	return slices.DeleteFunc(page.Rows, func(one Message) bool {
		isKnown := seen[one.EntityID]
		seen[one.EntityID] = true
		return isKnown
	}), err
}

// runBoth runs both versions on what a message was made of.
func (s *Service) runBoth(ctx context.Context, draft Mapping, live *Mapping, m Message) (before, after reading,
	err error,
) {
	if draft.Direction == Out {
		return s.renderBoth(ctx, draft, live, m)
	}
	body, err := s.Messages.raw(ctx, m.ID) // one by one: together they may be large
	if err == nil {
		before, err = s.reading(ctx, live, body, m.Created)
	}
	if err == nil {
		after, err = s.reading(ctx, &draft, body, m.Created)
	}
	return before, after, err
}

// reviewOne runs both versions on one message; one that comes out the same is nil.
func (s *Service) reviewOne(ctx context.Context, draft Mapping, live *Mapping, m Message) (*ReviewGroup, error) {
	before, after, err := s.runBoth(ctx, draft, live, m)
	if err != nil {
		return nil, err
	}
	diff := differences(before.output, after.output)
	out := &ReviewGroup{Outcome: ReadsElse, Fields: after.wrong, Count: 1}
	switch {
	case before.fails && after.fails:
		if out.Outcome = StillFails; slices.Equal(before.wrong, after.wrong) {
			return nil, nil //nolint:nilnil // nothing to tell is no mistake
		}
	case after.fails:
		out.Outcome = FailsNow
	case before.fails:
		out.Outcome, out.Fields = FailsNot, before.wrong
	case len(diff) == 0:
		return nil, nil //nolint:nilnil // nothing to tell is no mistake
	default:
		out.Fields = fieldsOf(diff)
	}
	isHidden := s.deps.visibility(ctx).withProjects().mayNotRead
	if draft.Direction == Out {
		isHidden = s.hiddenTargets(ctx, before, after)
	}
	out.Examples = []ReviewExample{{ID: m.ID, MessageID: m.MessageID, Created: m.Created, Diff: shownDiff(isHidden, diff)}}
	return out, nil
}

// reading is what a version makes of a message.
type reading struct {
	by     *Mapping
	output json.RawMessage
	fails  bool
	wrong  []ReviewField
}

// reading reads a message as it would be read if it came now; without a version it fails.
func (s *Service) reading(ctx context.Context, by *Mapping, body []byte, came time.Time) (reading, error) {
	out := failedReading(by)
	if by == nil {
		return out, nil
	}
	made, held, err := s.translated(ctx, *by, body, came)
	if err != nil || held != nil {
		return out, err
	}
	_, held = understood(made, came)
	out.output, out.fails, out.wrong = made.Output, held != nil, wrongFields(made)
	return out, nil
}

// failedReading is what comes of no version, or of a message that cannot be read.
func failedReading(by *Mapping) reading {
	return reading{by: by, output: json.RawMessage("{}"), fails: true, wrong: []ReviewField{}}
}

// wrongFields are the targets that fail, and those that are required and have no value.
func wrongFields(made transform.Result) []ReviewField {
	out := []ReviewField{}
	for _, p := range made.Errors {
		out = append(out, ReviewField{p.Target, p.Code})
	}
	for _, target := range made.Missing {
		if !slices.ContainsFunc(out, func(f ReviewField) bool { return f.Field == target }) {
			out = append(out, ReviewField{Field: target})
		}
	}
	return out
}

var listPlace = regexp.MustCompile(`\[\d*\]`)

// fieldsOf are the targets that differ, those of a list as one.
func fieldsOf(diff []Difference) []ReviewField {
	out := []ReviewField{}
	for _, d := range diff {
		if f := (ReviewField{Field: listPlace.ReplaceAllString(d.Path, "[]")}); !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// shownDiff is a difference as somebody may read it: a field that its reader may not read is masked.
func shownDiff(mayNotRead func(path string) bool, diff []Difference) []Difference {
	shown := func(value *string, isHidden bool) *string {
		switch {
		case value == nil:
			return nil
		case isHidden:
			return new(hiddenText)
		}
		if letters := []rune(*value); len(letters) > longestShown {
			return new(string(letters[:longestShown]) + "…")
		}
		return value
	}
	out := []Difference{}
	for _, d := range diff[:min(len(diff), diffAnExample)] {
		isHidden := mayNotRead(d.Path)
		out = append(out, Difference{d.Path, shown(d.Live, isHidden), shown(d.Draft, isHidden)})
	}
	return out
}

// addTo counts a message into the group that it belongs to.
func (g *ReviewGroup) addTo(groups map[string]*ReviewGroup) {
	key := string(g.Outcome) + string(jsonOf(g.Fields))
	known := groups[key]
	if known == nil {
		groups[key] = g
		return
	}
	known.Count++
	if len(known.Examples) < examplesAGroup {
		known.Examples = append(known.Examples, g.Examples...)
	}
}

// pageOf is one page of groups: the worst first, of them the largest.
func pageOf(groups map[string]*ReviewGroup, w resource.Window) []ReviewGroup {
	keys := slices.SortedFunc(maps.Keys(groups), func(a, b string) int {
		one, other := groups[a], groups[b]
		return cmp.Or(slices.Index(outcomes, one.Outcome)-slices.Index(outcomes, other.Outcome),
			cmp.Compare(other.Count, one.Count), strings.Compare(a, b))
	})
	offset, limit := w.Page()
	out := []ReviewGroup{}
	for _, key := range keys[min(offset, int64(len(keys))):min(offset+limit, int64(len(keys)))] {
		out = append(out, *groups[key])
	}
	return out
}

const mostCounted = 200 // fields

// countFields says of each target how many messages of all groups have it.
func countFields(groups map[string]*ReviewGroup) []FieldCount {
	counts := map[string]int64{}
	for _, g := range groups {
		for _, f := range g.Fields {
			counts[f.Field] += g.Count
		}
	}
	out := []FieldCount{}
	for field, count := range counts {
		out = append(out, FieldCount{field, count})
	}
	slices.SortFunc(out, func(a, b FieldCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Field, b.Field))
	})
	return out[:min(len(out), mostCounted)]
}

// fingerprint is what a draft reads by beside the version in use.
func fingerprint(draft Mapping, live *Mapping) string {
	inUse := int64(0)
	if live != nil {
		inUse = live.ID
	}
	sum := sha256.Sum256(jsonOf([]any{draft.ID, draft.rules(), inUse}))
	return hex.EncodeToString(sum[:])
}

// reviewed refuses a draft whose differences on the last messages nobody has seen. CONFIRM_REQUIRED, PLAN_EXPIRED when
// the draft or the version in use is another by now.
func (m *Mappings) reviewed(ctx context.Context, draft Mapping, live *Mapping, seen string) error {
	if seen == fingerprint(draft, live) {
		return nil
	}
	isAny, err := m.DB().Row(ctx, []any{new(int64)},
		"SELECT id FROM vms_messages WHERE connection_id = $1 AND entity = $2 AND (direction = 'inbound' "+
			"OR entity_id <> 0) LIMIT 1",
		draft.ConnectionID, string(draft.Entity))
	switch {
	case err != nil || !isAny:
		return err
	case seen == "":
		return fault.New(fault.Conflict, "CONFIRM_REQUIRED", "the differences on the last messages have not been seen").
			With("blockedBy", []resource.Block{{Key: "vmsMapping.block.unseen"}})
	}
	return fault.New(fault.Conflict, "PLAN_EXPIRED",
		"the draft or the version in use has changed since the differences were seen").
		With("blockedBy", []resource.Block{{Key: "vmsMapping.block.changed"}})
}
