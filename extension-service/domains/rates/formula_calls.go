package rates

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"time"

	"poolkeeper.example/extension-service/engine/admin/date"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// recordRef names a record by its scope and id; the system has none.
type recordRef struct {
	Scope Scope `query:"scope" check:"required"`
	ID    int64 `query:"id"    kind:"id"`
}

// From says where a formula in force comes from.
type From struct {
	Pay  Scope `json:"payRateFormula"`
	Bill Scope `json:"billRateFormula"`
}

// Effective is what a record's applications are computed by.
type Effective struct {
	Pair
	From From `json:"from"`
}

// Formulas is the answer about the formulas of a record.
type Formulas struct {
	Pair
	Effective Effective `json:"effective"`
	Inherited Effective `json:"inherited"` // in force where the record brings none of its own
	Version   int64     `json:"version"`
	Versions  []Version `json:"versions"`
	Warned    Warned    `json:"warned"` // of the applications that are open now

	// Of the set: when its first version was written, and of the last one when, by whom and with which note.
	Created     time.Time `json:"created"`
	LastUpdated time.Time `json:"lastUpdated"`
	CreatedBy   string    `json:"createdBy"`
	Note        string    `json:"note"`
}

// MarshalJSON writes the set as records are written: what is not set is null.
func (f Formulas) MarshalJSON() ([]byte, error) { return resource.Show(&f).MarshalJSON() }

func (s set) effective() Effective {
	pay, bill := s.rule(payRate), s.rule(billRate)
	return Effective{Pair: Pair{Pay: pay.text, Bill: bill.text}, From: From{Pay: pay.from, Bill: bill.from}}
}

func (s *Service) get(ctx context.Context, at recordRef) (Formulas, error) {
	record, err := s.subject(ctx, at)
	if err != nil {
		return Formulas{}, err
	}
	out := Formulas{Pair: record.Pair}
	levels, _, err := s.chain(ctx, record)
	if err != nil {
		return out, err
	}
	out.Effective, out.Inherited = s.resolve(levels...).effective(), s.resolve(levels[1:]...).effective()
	if out.Versions, err = s.versions(ctx, at.Scope, record.ID, shownVersions); err != nil {
		return out, err
	}
	if out.Warned, err = s.warnedOf(ctx, at); err != nil {
		return out, err
	}
	if len(out.Versions) > 0 {
		last := out.Versions[0]
		out.Version, out.LastUpdated, out.CreatedBy, out.Note = last.Version, last.Created, last.CreatedBy, last.Note
		if out.Created, err = s.firstWritten(ctx, at.Scope, record.ID); err != nil {
			return out, err
		}
	}
	resource.ReplyOf(ctx).SetHeader("ETag", strconv.Quote(strconv.FormatInt(out.Version, 10)))
	return out, nil
}

// ApplyTo says which applications a changed formula is for.
type ApplyTo string

// The choices.
const (
	ToNew  ApplyTo = "NEW"
	ToOpen ApplyTo = "OPEN"
)

// Enum lists the choices.
func (ApplyTo) Enum() enum.List {
	return enum.List{
		Name: "rateApplyTo", Text: "enum.rateApplyTo",
		Values: []string{string(ToNew), string(ToOpen)},
	}
}

type putInput struct {
	Scope Scope  `query:"scope" check:"required"`
	ID    int64  `query:"id"    kind:"id"`
	Base  string `header:"If-Match"`
	Pair
	Note    string  `json:"note" check:"max=500"`
	ApplyTo ApplyTo `json:"applyTo"`
}

// replaceFormulas saves the formulas of a record; one that is absent stays. TRANSITION_NOT_ALLOWED for the system's
// within a scope, VALIDATION with what prevents them, STALE_VERSION when somebody else has written them since; with
// applyTo OPEN it answers the job that computes open applications anew.
func (s *Service) replaceFormulas(ctx context.Context, in putInput) (any, error) {
	needs := role.FormulaWrite
	if in.Scope == OfProject {
		needs = role.RateWrite
	}
	at := recordRef{in.Scope, in.ID}
	var started any
	err := s.DB.Write(ctx, func(ctx context.Context) error {
		who := role.From(ctx)
		if err := s.Recheck(ctx, who); err != nil {
			return err
		}
		if !who.Can(needs) {
			return resource.Forbidden(needs)
		}
		if in.Scope == OfSystem && resource.Confines(who) { // they hold for clients beyond the scope
			return resource.BeyondScope()
		}
		if err := s.save(ctx, at, in); err != nil {
			return err
		}
		if in.ApplyTo != ToOpen {
			return nil
		}
		accepted, err := s.Jobs.Start(ctx, applyKind, "application", applying(at))
		started = accepted
		return err
	})
	if err != nil {
		return nil, err
	}
	if started != nil {
		resource.ReplyOf(ctx).Status = 202
		return started, nil
	}
	out, err := s.get(ctx, at)
	return out, err
}

func (s *Service) save(ctx context.Context, at recordRef, in putInput) error {
	record, err := s.subject(ctx, at)
	if err != nil {
		return err
	}
	last, err := s.currentVersion(ctx, at.Scope, record.ID)
	if err != nil {
		return err
	}
	if in.Pair, err = in.mergeWith(ctx, record.Pair); err != nil {
		return err
	}
	base, guarded, isStale := resource.MatchVersion(in.Base, last.Version)
	if isStale {
		return stale(last, base, record.Pair)
	}
	ctx = resource.WithAct(ctx, resource.Act{Action: "formula", Comment: in.Note, Unguarded: !guarded})
	return s.saveFormulas(ctx, at, in.Pair)
}

// mergeWith is what the request makes of the formulas there are.
func (in putInput) mergeWith(ctx context.Context, had Pair) (Pair, error) {
	var values map[string]json.RawMessage
	if body := bytes.TrimSpace(resource.RequestOf(ctx).Body); len(body) > 0 {
		if err := json.Unmarshal(body, &values); err != nil {
			return had, err
		}
	}
	out := had
	if _, there := values[payField]; there {
		out.Pay = in.Pay
	}
	if _, there := values[billField]; there {
		out.Bill = in.Bill
	}
	return out, nil
}

func stale(last Version, base int64, current Pair) error {
	e := fault.New(fault.Conflict, "STALE_VERSION", "the formulas are at version %d", last.Version)
	return e.With("current", current).With("yourBase", base).With("changedFields", []string{payField, billField}).
		With("changedBy", last.CreatedBy).With("changedAt", date.InstantText(last.Created))
}
