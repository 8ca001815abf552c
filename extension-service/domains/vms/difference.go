package vms

import (
	"context"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// Divergence is a field of an application that the VMS says something else of.
type Divergence struct {
	resource.Record
	ConnectionID   int64           `json:"connectionId"   kind:"ref:vmsConnection" check:"readonly"`
	ConnectionName string          `json:"connectionName" from:"connectionId.name"`
	ClientID       int64           `json:"clientId"       kind:"ref:client" check:"readonly"`
	ApplicationID  int64           `json:"applicationId"  kind:"ref:application" check:"readonly"`
	Field          string          `json:"field"          check:"readonly"`
	Ours           string          `json:"ours"           check:"readonly"`
	Theirs         string          `json:"theirs"         check:"readonly"`
	State          DivergenceState `json:"state"          check:"readonly"`
	// Currency and RateUnit are what the rates of the application are in, and what they are paid for.
	Currency string `json:"currency" check:"readonly" store:"-"`
	RateUnit string `json:"rateUnit" check:"readonly" store:"-"`
}

// DivergenceState says what has become of a difference.
type DivergenceState string

// The states. What was accepted is opened again once either side says something else.
const (
	Differs   DivergenceState = "OPEN"
	Adopted   DivergenceState = "TAKEN"
	Sent      DivergenceState = "SENT"
	Tolerated DivergenceState = "ACCEPTED"
	Settled   DivergenceState = "SETTLED"
)

// Enum lists the states.
func (DivergenceState) Enum() enum.List {
	return enum.List{
		Name: "vmsDifferenceState", Text: "enum.vmsDifferenceState",
		Values: enum.Strings([]DivergenceState{Differs, Adopted, Sent, Tolerated, Settled}),
	}
}

// Differences keeps the rules of differences.
type Differences struct {
	*store.Table[Divergence, *Divergence]
	deps Deps
}

func newDifferences(d Deps) *Differences {
	out := &Differences{deps: d, Table: store.NewTable[Divergence](d.DB,
		store.Config{Name: "vms_differences", Entity: "vmsDifference", Audit: d.Audit, Now: d.Now})}
	out.Computes(out.fillUnits, currencyField, rateUnitField).From("applicationId")
	return out
}

// fillUnits says in which currency and unit the rates are.
func (d *Differences) fillUnits(ctx context.Context, rows []Divergence) error {
	applications, err := d.deps.readRecords(ctx, application, idsOf(rows, func(r *Divergence) int64 {
		return r.ApplicationID
	}))
	for i := range rows {
		fields := applications[rows[i].ApplicationID]
		rows[i].Currency, rows[i].RateUnit = text(fields[currencyField]), text(fields[rateUnitField])
	}
	return err
}

// openDifferences are those of an application that have not settled, by field.
func (d *Differences) openDifferences(ctx context.Context, applicationID int64) (map[string]Divergence, error) {
	v := new(Divergence)
	page, err := d.List(ctx, query.All(v, int64(len(Compared)), query.Where(v, &v.ApplicationID, applicationID),
		query.Where(v, &v.State, string(Differs), string(Tolerated), string(Adopted), string(Sent))))
	out := map[string]Divergence{}
	for _, row := range page.Rows {
		out[row.Field] = row
	}
	return out, err
}

// overwrite gives a difference the values and the state of another.
func (d *Differences) overwrite(ctx context.Context, id int64, as Divergence) error {
	was, err := d.Get(ctx, id)
	if err != nil {
		return err
	}
	now := was
	now.Ours, now.Theirs, now.State = as.Ours, as.Theirs, as.State
	return d.Update(ctx, was, &now)
}

// isUnchanged says whether a difference that is found again is the one that is known, and nobody has tried to end it.
func (v Divergence) isUnchanged(again Divergence) bool {
	return v.Ours == again.Ours && v.Theirs == again.Theirs && (v.State == Differs || v.State == Tolerated)
}

// AcceptTheirs makes the field what the VMS says, by the rules that hold for the caller.
func (d *Differences) AcceptTheirs(ctx context.Context, v *Divergence, _ resource.None) (resource.Shown[Divergence],
	error,
) {
	var err error
	if v.Field == "status" {
		err = d.deps.Records.Move(ctx, Move{
			Kind: application, ID: v.ApplicationID, Status: v.Theirs, Reason: "OTHER",
			Comment: "VMS",
		})
	} else {
		err = d.deps.Records.Agree(ctx, v.ApplicationID, v.Field, v.Theirs)
	}
	return d.decided(ctx, v, Adopted, err)
}

// SendOurs has the application sent to the VMS again as it is here.
func (d *Differences) SendOurs(ctx context.Context, v *Divergence, _ resource.None) (resource.Shown[Divergence],
	error,
) {
	err := d.deps.Records.Move(ctx, Move{
		Kind: application, ID: v.ApplicationID, Status: "sp", Reason: "OTHER",
		Comment: "VMS",
	})
	return d.decided(ctx, v, Sent, err)
}

// Accept leaves both sides as they are, until one of them says something else.
func (d *Differences) Accept(ctx context.Context, v *Divergence, _ resource.None) (resource.Shown[Divergence], error) {
	return d.decided(ctx, v, Tolerated, nil)
}

func (d *Differences) decided(ctx context.Context, v *Divergence, as DivergenceState,
	err error,
) (resource.Shown[Divergence], error) {
	if err != nil {
		return resource.Show(v), err
	}
	was, err := d.Get(ctx, v.ID)
	if err != nil {
		return resource.Show(v), err
	}
	*v = was
	v.State = as
	return resource.Show(v), d.Update(ctx, was, v)
}

// DifferenceResource declares differences to the admin.
func DifferenceResource(d *Differences) resource.Declaration {
	v := new(Divergence)
	open := func(a resource.Action[Divergence]) resource.Action[Divergence] {
		return a.If(&v.State, Differs).ForMany()
	}
	return resource.Declare(resource.Spec[Divergence]{
		Name: "vmsDifference", Path: "/vms/difference", Route: "/platform/vms/differences", Of: v, Store: d, Title: &v.Field,
		Status:  &v.State,
		Columns: resource.Refs{&v.ApplicationID, &v.ConnectionName, &v.Field, &v.Ours, &v.Theirs, &v.State, &v.LastUpdated},
		Hidden:  resource.Refs{&v.Created},
		Row: resource.Refs{
			&v.ID, &v.ApplicationID, &v.ConnectionID, &v.ConnectionName, &v.ClientID, &v.Field, &v.Ours,
			&v.Theirs, &v.Currency, &v.RateUnit, &v.State, &v.Created, &v.LastUpdated, &v.Version,
		},
		Sortable: resource.Refs{&v.ApplicationID, &v.ConnectionID, &v.ClientID, &v.State},
		Filters:  resource.Refs{&v.ConnectionID, &v.State, &v.ApplicationID},
		Form:     []resource.Group{resource.Section("general", &v.ApplicationID, &v.Field, &v.Ours, &v.Theirs)},
		Access:   resource.Access{Read: role.ApplicationRead},
		Actions: []resource.Action[Divergence]{
			open(resource.RecordAction("takeTheirs", role.ApplicationStatus, d.AcceptTheirs)),
			open(resource.RecordAction("sendOurs", role.ApplicationStatus, d.SendOurs)),
			open(resource.RecordAction("accept", role.ApplicationStatus, d.Accept)),
		},
	})
}
