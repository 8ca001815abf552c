package vms

import (
	"context"
	"log/slog"
	"reflect"
	"sync"
	"time"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/vms/transform"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/encryption"
	"poolkeeper.example/extension-service/platform/httpclient"
	"poolkeeper.example/extension-service/platform/ratelimit"
	"poolkeeper.example/extension-service/platform/role"
)

// Deps is what the package needs from the rest of the service.
type Deps struct {
	DB    *store.DB
	Audit func(ctx context.Context, entries ...store.Entry) error
	Now   func() time.Time
	Box   encryption.Box
	// Runner runs mappings.
	Runner  *transform.Runner
	Clients *clients.Service
	// Unreadable are the places in the input of mappings that somebody may not read: dotted paths of fields, or of whole
	// records.
	Unreadable func(who *role.Caller) []string
	// Address says what is wrong with the address of a VMS.
	Address func(url string) error
	// Subject is what an outbound mapping sees of an application that the caller can see. NOT_FOUND.
	Subject func(ctx context.Context, applicationID int64) (Subject, error)
	// Upload reads an upload that a subject names.
	Upload func(ctx context.Context, id string) ([]byte, error)
	// Call makes a call to a VMS.
	Call func(ctx context.Context, c httpclient.Call) (httpclient.Answer, error)
	// Probe makes a call to a VMS over a connection of its own and says how far it came.
	Probe func(ctx context.Context, c httpclient.Call) httpclient.Probe
	// Sleep lets a time pass.
	Sleep func(ctx context.Context, d time.Duration) error
	// Ticket hands out a link to a file.
	Ticket func(ctx context.Context, w resource.DownloadRequest) (string, error)
	// Queue is what is to be said to VMS.
	Queue Queue
	// Held says whether nothing may be sent: after a restore, until somebody has released it.
	Held func(ctx context.Context) (bool, error)
	Log  *slog.Logger
	// Records are what messages that come in change.
	Records Records
	// Targets are the fields that an inbound message may set.
	Targets func(entity Entity) []Place
	// Sources are the fields that outbound rules may read, by the names of their records.
	Sources func() []Place
	// Sandbox is the address of a sandbox VMS beside the product; "" where there is none.
	Sandbox string
	// Own is the address of the product on this machine, where the sandbox sends to.
	Own string
	// Statuses are those that a message may give the record that it is about.
	Statuses func(entity Entity) []string
}

// Queue is what is to be said to VMS, client by client.
type Queue interface {
	IsQueued(ctx context.Context, of Deliverable) (bool, error)
	// Claim takes what is due longest, in the transaction of ctx, and keeps others from it for as long as lease.
	Claim(ctx context.Context, of Deliverable, lease time.Duration) (t Task, found bool, err error)
	// Count is how much waits for a client.
	Count(ctx context.Context, clientID int64) (int64, error)
	// CountAll is how much waits, by kind and client.
	CountAll(ctx context.Context) (map[Entity]map[int64]int64, error)
	// RecordOutcome records what one attempt has come to, in the transaction of ctx.
	RecordOutcome(ctx context.Context, t Task, out Outcome) error
}

// Deliverable is what can be said to the VMS of a client: of kinds with a mapping in use. What else there is waits.
type Deliverable struct {
	ClientID int64
	Entities []Entity
}

// Subject is an application with all that a mapping may name of what lies around it.
type Subject struct {
	Input    map[string]any
	ClientID int64
	Zone     *time.Location
}

// Service is the connections to VMS with all that belongs to them.
type Service struct {
	Connections *Connections
	Mappings    *Mappings
	Messages    *Messages
	Inbox       *Inbox
	Proposals   *Proposals
	Differences *Differences
	outbox      *outbox
	deps        Deps
	limit       ratelimit.PerMinute // of trials, by person
	runs        ratelimit.PerMinute // of all tests of a mapping, by person
	pushes      ratelimit.PerMinute // by address and connection
	refusals    ratelimit.PerMinute // of messages that do not show whom they are from, alike
	rhythms     sync.Map            // of connections, as learnt
}

// New returns the connections.
func New(d Deps) *Service {
	c := newConnections(d)
	m := newMessages(d)
	s := &Service{
		Connections: c, Mappings: newMappings(d, c), Messages: m, Inbox: newInbox(d, m, c), Proposals: newProposals(d),
		Differences: newDifferences(d), outbox: newOutbox(m), deps: d,
		limit: ratelimit.PerMinute{Most: testsPerMinute}, runs: ratelimit.PerMinute{Most: testsPerMinute},
		pushes:   ratelimit.PerMinute{Most: pushesPerMinute},
		refusals: ratelimit.PerMinute{Most: refusalsPerMinute},
	}
	s.Proposals.recordReported, m.mappings = s.recordVMSValues, s.Mappings
	return s
}

const (
	testsPerMinute  = 30
	pushesPerMinute = 3000
	// refusalsPerMinute are answered with 401, further ones with 429.
	refusalsPerMinute = 20
)

// Endpoints declares the calls that are no plain verb of a record.
func (s *Service) Endpoints() []resource.Endpoint {
	schema := field.SchemaOf(reflect.TypeFor[received]())
	return []resource.Endpoint{
		{
			Name: "application.testTransformation", Method: "POST", Path: "/api/projectApplication/testTransformation",
			Reads: true,
			Needs: []role.Permission{role.ApplicationTransformationTest}, Handle: resource.Handle(s.test), BodyLimit: 4 << 20,
		},
		{
			Name: "vms.receive", Method: "POST", Path: "/api/vms/inbound/{id}", Public: true,
			Handle:  resource.HandleRequest(s.Receive),
			AnyBody: true, BodyLimit: mostPayload, Status: 202, Answer: &schema,
			Query: []resource.Param{{
				Name: "entity", Schema: field.Schema{"type": "string"},
				About: "JOB, JOB_STATUS or APPLICATION_STATUS; default JOB",
			}},
		},
		{
			Name: "vmsMapping.review", Method: "GET", Path: "/api/vms/mapping/{id}/review",
			Needs: []role.Permission{role.VMSMappingWrite},
			Also:  []role.Permission{role.VMSMessageRead}, Handle: resource.Handle(s.review),
		},
		{
			Name: "vmsMapping.guide", Method: "GET", Path: "/api/vms/mappingGuide",
			Needs: []role.Permission{role.VMSMappingRead}, Handle: resource.Handle(s.guide),
		},
		{
			Name: "vmsMapping.check", Method: "POST", Path: "/api/vms/mappingCheck", Reads: true,
			Needs: []role.Permission{role.VMSMappingWrite}, Handle: resource.Handle(s.checkRules), BodyLimit: 4 << 20,
		},
		{
			Name: "vmsMapping.runTests", Method: "POST", Path: "/api/vms/mappingTests", Reads: true,
			Needs: []role.Permission{role.VMSMappingWrite}, Handle: resource.Handle(s.runTests), BodyLimit: 8 << 20,
		},
		{
			Name: "vms.testConnection", Method: "POST", Path: "/api/vms/connection/{id}/test", Reads: true,
			Needs: []role.Permission{role.VMSMappingWrite, role.VMSMessageReplay}, Handle: resource.Handle(s.tryConnection),
		},
		{
			Name: "vms.setup", Method: "GET", Path: "/api/vms/connectionSetup",
			Needs: []role.Permission{role.VMSMappingWrite}, Handle: resource.Handle(s.setup),
		},
		{
			Name: "vms.sendTest", Method: "POST", Path: "/api/vms/connection/{id}/testApplication",
			Needs: []role.Permission{role.VMSMappingWrite}, Handle: resource.Handle(s.sendTest),
		},
		{
			Name: "vms.sandboxAnswer", Method: "POST", Path: "/api/vms/connection/{id}/sandboxAnswer",
			Needs: []role.Permission{role.VMSMappingWrite}, Handle: resource.Handle(s.sendSandboxAnswer),
		},
		{
			Name: "vms.activity", Method: "GET", Path: "/api/vms/connection/{id}/activity",
			Needs: []role.Permission{role.VMSMappingRead}, Handle: resource.Handle(s.activity),
		},
		{
			Name: "vms.acknowledge", Method: "POST", Path: "/api/vms/connection/{id}/event/{eventId}/acknowledge",
			Needs: []role.Permission{role.VMSMappingWrite, role.VMSMessageReplay}, Handle: resource.Handle(s.acknowledge),
		},
		{
			Name: "vms.shape", Method: "GET", Path: "/api/vms/connection/{id}/shape",
			Needs: []role.Permission{role.VMSMappingRead}, Handle: resource.Handle(s.shape),
		},
		{
			Name: "vms.acceptShape", Method: "POST", Path: "/api/vms/connection/{id}/shape",
			Needs: []role.Permission{role.VMSMappingWrite}, Handle: resource.Handle(s.acceptShape),
		},
		{
			Name: "vms.moveCursor", Method: "POST", Path: "/api/vms/connection/{id}/cursor",
			Needs: []role.Permission{role.VMSMappingWrite}, Handle: resource.Handle(s.moveCursor),
		},
		{
			Name: "vmsMessage.download", Method: "POST", Path: "/api/vms/message/{id}/download",
			Needs: []role.Permission{role.VMSMessageReplay}, Handle: resource.Handle(s.download),
		},
		{
			Name: "vms.unknownValues", Method: "GET", Path: "/api/vms/unknownValue",
			Needs: []role.Permission{role.VMSMessageRead}, Handle: resource.Handle(s.unknownValues),
		},
		{
			Name: "vms.decideValue", Method: "POST", Path: "/api/vms/unknownValue",
			Needs: []role.Permission{role.VMSMappingWrite}, Handle: resource.Handle(s.decideValue),
		},
	}
}

// Masked is a value of an input that its reader may not see: every text in it is hidden, what is empty or not there
// stays so.
func Masked(value any) any {
	switch v := value.(type) {
	case nil:
		return nil
	case string:
		if v == "" {
			return v
		}
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, inner := range v {
			out[name] = Masked(inner)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, inner := range v {
			out[i] = Masked(inner)
		}
		return out
	}
	return hiddenText
}
