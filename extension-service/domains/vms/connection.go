// Package vms connects clients' vendor management systems: what comes in, what goes out, and the mappings between.
package vms

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"time"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// Connection is one VMS of one client.
type Connection struct {
	resource.Record
	Name          string  `json:"name"          check:"required,max=120" store:"fold"`
	ClientID      int64   `json:"clientId"      kind:"ref:client" check:"required,createonly"`
	ClientName    string  `json:"clientName"    from:"clientId.name"`
	Kind          Kind    `json:"kind"          check:"required"`
	BaseURL       string  `json:"baseUrl"       kind:"url" check:"max=500"` // "" where nothing is called
	Auth          Auth    `json:"auth"          check:"required"`           // how we show who we are
	AuthName      string  `json:"authName"      check:"max=120"`            // the user, or the name of the header
	Secret        string  `json:"secret"        check:"writeonly,secret,max=500" store:"-"`
	HasSecret     bool    `json:"hasSecret"     check:"readonly" store:"-"`
	Inbound       Inbound `json:"inbound"       check:"required"` // how what comes in shows whom it is from
	InboundSecret string  `json:"inboundSecret" check:"writeonly,secret,max=500" store:"-"`
	HasInbound    bool    `json:"hasInbound"    check:"readonly" store:"-"` // there is a secret for it
	// when the secrets were entered; of those before that was stored nobody knows
	SecretAt        time.Time    `json:"secretAt"        check:"readonly"`
	InboundSecretAt time.Time    `json:"inboundSecretAt" check:"readonly"`
	Capabilities    []Capability `json:"capabilities"`
	RatePerMinute   int64        `json:"ratePerMinute" check:"minvalue=1,maxvalue=6000"`
	Active          bool         `json:"active"`

	// What the circuit breaker knows.
	Failures    int64     `json:"failures"    check:"readonly"` // transient ones in a row
	PausedUntil time.Time `json:"pausedUntil" check:"readonly"`
	PauseReason Pausing   `json:"pauseReason" check:"readonly"` // "" where it is not paused

	// How far what is asked for has been read.
	Cursor   string    `json:"cursor"   check:"readonly"`
	PolledAt time.Time `json:"polledAt" check:"readonly"`

	// Messages that did not show whom they are from, and the last of them.
	Refused    int64      `json:"refused"    check:"readonly"`
	RefusedAt  time.Time  `json:"refusedAt"  check:"readonly"`
	RefusedWhy RefusedWhy `json:"refusedWhy" check:"readonly"` // "" of those before that was stored

	// What was heard, and whether that is less than usual.
	HeardAt time.Time `json:"heardAt" check:"readonly"`
	Silent  bool      `json:"silent"  check:"readonly"`
	// ShapeChanged says that values of its messages have vanished or changed their types.
	ShapeChanged bool `json:"shapeChanged" check:"readonly"`
}

// Kind is what a connection speaks.
type Kind string

// GenericREST is JSON over HTTP.
const GenericREST Kind = "GENERIC_REST"

// Enum lists the kinds.
func (Kind) Enum() enum.List {
	return enum.List{Name: "vmsKind", Text: "enum.vmsKind", Values: []string{string(GenericREST)}}
}

// Auth says how we show a VMS who we are.
type Auth string

// The ways.
const (
	NoAuth Auth = "NONE"
	Basic  Auth = "BASIC"
	Bearer Auth = "BEARER"
	Header Auth = "HEADER"
)

// Enum lists the ways.
func (Auth) Enum() enum.List {
	return enum.List{
		Name: "vmsAuth", Text: "enum.vmsAuth",
		Values: enum.Strings([]Auth{NoAuth, Basic, Bearer, Header}),
	}
}

// Inbound says how a VMS shows us who it is.
type Inbound string

// The ways: a signature of the body with the time, or a password.
const (
	Signature Inbound = "SIGNATURE"
	Password  Inbound = "BASIC"
)

// Enum lists the ways.
func (Inbound) Enum() enum.List {
	return enum.List{
		Name: "vmsInboundAuth", Text: "enum.vmsInboundAuth",
		Values: enum.Strings([]Inbound{Signature, Password}),
	}
}

// Pausing says why nothing is sent to a VMS for a time.
type Pausing string

// The reasons: it has failed too often, or has asked for it.
const (
	AfterFailures Pausing = "FAILURES"
	RetryAfter    Pausing = "RETRY_AFTER"
)

// Enum lists the reasons.
func (Pausing) Enum() enum.List {
	return enum.List{
		Name: "vmsPause", Text: "enum.vmsPause",
		Values: enum.Strings([]Pausing{AfterFailures, RetryAfter}),
	}
}

// Capability is one thing that a VMS can do.
type Capability string

// The capabilities.
const (
	JobPull           Capability = "JOB_PULL"
	JobPush           Capability = "JOB_PUSH"
	SubmitCandidate   Capability = "SUBMIT_CANDIDATE"
	UpdateCandidate   Capability = "UPDATE_CANDIDATE"
	WithdrawCandidate Capability = "WITHDRAW_CANDIDATE"
	StatusPush        Capability = "STATUS_PUSH"
	StatusPull        Capability = "STATUS_PULL"
)

// Enum lists the capabilities.
func (Capability) Enum() enum.List {
	return enum.List{Name: "vmsCapability", Text: "enum.vmsCapability", Values: enum.Strings([]Capability{
		JobPull, JobPush, SubmitCandidate, UpdateCandidate, WithdrawCandidate, StatusPush, StatusPull,
	})}
}

// supports says whether the VMS of a connection can do something.
func (c *Connection) supports(what Capability) bool { return slices.Contains(c.Capabilities, what) }

// NewConnection is what the record of a connection starts with.
func NewConnection() Connection {
	return Connection{
		Kind: GenericREST, Auth: Bearer, Inbound: Signature, RatePerMinute: 60, Active: true,
		Capabilities: []Capability{SubmitCandidate, JobPush, StatusPush},
	}
}

// Connections keeps the rules of connections.
type Connections struct {
	*store.Table[Connection, *Connection]
	deps Deps
}

func newConnections(d Deps) *Connections {
	c := &Connections{deps: d, Table: store.NewTable[Connection](d.DB, store.Config{
		Name: "vms_connections", Entity: "vmsConnection", Audit: d.Audit, Now: d.Now,
		Unique: []store.Unique{{Fields: []string{"name"}, Within: []string{"clientId"}, Code: "NAME_TAKEN"}},
	})}
	c.Computes(c.fillSecrets, "hasSecret", "hasInbound")
	return c
}

// Check refuses what could not be sent with; resource.Checker.
func (c *Connections) Check(ctx context.Context, old Connection, v *Connection, bad *fault.Error) error {
	v.checkAddress(c.deps.Address, bad)
	v.checkOutbound(&old, bad)
	return c.checkInbound(ctx, &old, v, bad)
}

// calls are the capabilities for which a VMS is called; for the others it sends to us.
var calls = []Capability{JobPull, SubmitCandidate, UpdateCandidate, WithdrawCandidate, StatusPull}

// checkAddress asks for the address of a VMS that is called, and refuses one that may not be.
func (c *Connection) checkAddress(check func(url string) error, bad *fault.Error) {
	isCalled := slices.ContainsFunc(c.Capabilities, func(one Capability) bool { return slices.Contains(calls, one) })
	switch {
	case c.BaseURL == "" && (isCalled || c.Auth != NoAuth):
		bad.Field("baseUrl", "validation.required", nil)
	case c.BaseURL != "" && check(c.BaseURL) != nil:
		bad.Field("baseUrl", "validation.vmsAddress", nil)
	}
}

// Create saves a new connection and its secrets. NAME_TAKEN.
func (c *Connections) Create(ctx context.Context, v *Connection) error {
	if err := c.deps.Clients.Visible(ctx, v.ClientID); err != nil {
		return err
	}
	if err := c.Table.Create(ctx, v); err != nil {
		return err
	}
	return c.storeSecrets(ctx, v, v)
}

// Update saves a changed connection. A secret that is not entered stays where nothing changes of where and how it is
// sent, and is dropped otherwise. NAME_TAKEN.
func (c *Connections) Update(ctx context.Context, old Connection, v *Connection) error {
	if err := c.Table.Update(ctx, old, v); err != nil {
		return err
	}
	return c.storeSecrets(ctx, &old, v)
}

// sending is the connection that a client's applications go through; none is nil.
func (c *Connections) sending(ctx context.Context, clientID int64) (*Connection, error) {
	of, err := c.sendingOf(ctx, []int64{clientID})
	if err != nil || of[clientID] == 0 {
		return nil, err
	}
	out, err := c.Get(ctx, of[clientID])
	return &out, err
}

// sendingOf are the connections that the applications of clients go through, by client: the one that the client names,
// otherwise the oldest that takes them. A named one that takes none is no reason to send to another VMS: such a client
// has none.
func (c *Connections) sendingOf(ctx context.Context, clientIDs []int64) (map[int64]int64, error) {
	named, err := c.deps.Clients.NamedConnections(ctx, clientIDs)
	if err != nil {
		return nil, err
	}
	out := map[int64]int64{}
	var client, id int64
	err = c.DB().Each(ctx, []any{&client, &id}, func() error {
		if named[client] == 0 || named[client] == id {
			out[client] = id
		}
		return nil
	}, `
		SELECT client_id, id
		  FROM vms_connections
		 WHERE client_id IN `+c.DB().InList(1)+`
		   AND `+acceptsCandidates+`
		 ORDER BY id DESC`, store.IDList(clientIDs)) // the oldest comes last, and stays
	return out, err
}

// IsOf says whether a connection is one of a client's.
func (c *Connections) IsOf(ctx context.Context, id, clientID int64) (bool, error) {
	return c.DB().Row(ctx, []any{new(int64)}, "SELECT id FROM vms_connections WHERE id = $1 AND client_id = $2", id,
		clientID)
}

const acceptsCandidates = `active = 1 AND capabilities LIKE '%"SUBMIT_CANDIDATE"%'`

// Abilities are what the VMS of clients can be told of their applications; a client without a VMS is missing.
func (c *Connections) Abilities(ctx context.Context, clientIDs []int64) (map[int64]applications.VMSAbilities, error) {
	out := map[int64]applications.VMSAbilities{}
	sending, err := c.sendingOf(ctx, clientIDs)
	if err != nil {
		return nil, err
	}
	var client int64
	var text string
	err = c.DB().Each(ctx, []any{&client, &text}, func() error {
		var list []Capability
		err := json.Unmarshal([]byte(text), &list)
		out[client] = applications.VMSAbilities{
			Submit: slices.Contains(list, SubmitCandidate), Update: slices.Contains(list, UpdateCandidate),
			Withdraw: slices.Contains(list, WithdrawCandidate),
		}
		return err
	}, `
		SELECT client_id, capabilities
		  FROM vms_connections
		 WHERE id IN `+c.DB().InList(1), store.IDList(slices.Collect(maps.Values(sending))))
	return out, err
}

// secretIn is what the VMS and we know, for one direction.
func (c *Connections) secretIn(ctx context.Context, id int64, column string) ([]byte, error) {
	var sealed string
	if _, err := c.DB().Row(ctx, []any{&sealed}, "SELECT "+column+" FROM vms_connections WHERE id = $1", id); err != nil {
		return nil, err
	}
	return c.deps.Box.Open(boxID(id, column), sealed)
}

func boxID(id int64, column string) string { return strconv.FormatInt(id, 10) + "." + column }

// fillSecrets says of each connection which secrets it has.
func (c *Connections) fillSecrets(ctx context.Context, rows []Connection) error {
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	has := map[int64][2]bool{}
	var id int64
	var out, in string
	err := c.DB().Each(ctx, []any{&id, &out, &in}, func() error {
		has[id] = [2]bool{out != "", in != ""}
		return nil
	}, `
		SELECT id, secret, inbound_secret
		  FROM vms_connections
		 WHERE id IN `+c.DB().InList(1), store.IDList(ids))
	for i := range rows {
		rows[i].HasSecret, rows[i].HasInbound = has[rows[i].ID][0], has[rows[i].ID][1]
	}
	return err
}

// Operators are those who keep connections working. Others read connections, mappings and messages where a record leads
// them there, and decide on proposals and differences.
var Operators = []role.Permission{role.VMSMappingWrite, role.VMSMessageReplay}

// ConnectionResource declares connections to the admin.
func ConnectionResource(c *Connections) resource.Declaration {
	v := new(Connection)
	return resource.Declare(resource.Spec[Connection]{
		Name: "vmsConnection", Path: "/vms/connection", Route: connectionRoute, Of: v, Store: c, Title: &v.Name,
		New: NewConnection, Limit: 50,
		Columns: resource.Refs{&v.Name, &v.ClientName, &v.BaseURL, &v.Active, &v.PausedUntil, &v.Silent, &v.ShapeChanged},
		Hidden: resource.Refs{
			&v.PauseReason, &v.HeardAt, &v.Refused, &v.RefusedAt, &v.RefusedWhy,
			&v.Kind, &v.RatePerMinute, &v.Created, &v.LastUpdated,
		},
		Row: resource.Refs{
			&v.ID, &v.Name, &v.ClientID, &v.ClientName, &v.Kind, &v.BaseURL, &v.RatePerMinute, &v.Active, &v.Failures,
			&v.PausedUntil, &v.PauseReason, &v.Capabilities,
			&v.HeardAt, &v.Silent, &v.ShapeChanged, &v.Refused, &v.RefusedAt, &v.RefusedWhy,
			&v.Created, &v.LastUpdated, &v.Version,
		},
		Related: resource.Refs{&v.ClientID},
		Filters: resource.Refs{
			&v.Name, resource.Filter("clientName", query.Named, &v.ClientID), &v.ClientID, &v.Active, &v.Silent,
			&v.ShapeChanged, resource.Filter("pausedAfter", query.AtLeast, &v.PausedUntil),
		},
		Form: []resource.Group{
			resource.Section("general", &v.ClientID, &v.Name, &v.Kind, &v.Capabilities, &v.Active),
			resource.Section("outbound", &v.BaseURL, &v.Auth, &v.AuthName, &v.Secret, &v.RatePerMinute),
			resource.Section("inbound", &v.Inbound, &v.InboundSecret),
		},
		Access: resource.Access{
			Read: role.VMSMappingRead, Create: role.VMSMappingWrite, Update: role.VMSMappingWrite, Sidebar: Operators,
		},
		Actions: []resource.Action[Connection]{
			resource.RecordAction("resume", role.VMSMappingWrite, c.Resume).OrWith(role.VMSMessageReplay).If(&v.PauseReason,
				AfterFailures, RetryAfter),
		},
	})
}
