package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"poolkeeper.example/extension-service/app"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/schedule"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/internal/sandbox"
	"poolkeeper.example/extension-service/platform/role"
)

// connector makes the connections of the demo and what has happened on them, by playing it: a sandbox in this process
// answers for the one that stands beside the product later, so that nothing leaves the process.
type connector struct {
	app.Rehearsal
	db      *store.DB
	address string // of the sandbox beside the product
	now     time.Time
	vms     *sandbox.Server
}

// The connections, each to one system of the sandbox.
const (
	norrsken = int64(iota + 1)
	helvia
	kestrel
)

// connection is what people have entered of one.
type connection struct {
	code, name   string // of the client, and its own
	access       sandbox.Access
	capabilities []string
	perMinute    int
}

func connections() []connection {
	all := sandbox.Systems()
	return []connection{
		{"NORRSKEN", "Norrsken Bank VMS", all[0], []string{
			"SUBMIT_CANDIDATE", "UPDATE_CANDIDATE", "WITHDRAW_CANDIDATE",
			"JOB_PUSH", "STATUS_PUSH", "STATUS_PULL",
		}, 60},
		{"HELVIA", "Helvia Beschaffung", all[1], []string{"SUBMIT_CANDIDATE", "JOB_PULL", "STATUS_PUSH"}, 20},
		{"KESTREL", "Kestrel Workforce", all[2], []string{"JOB_PUSH", "STATUS_PUSH"}, 60},
	}
}

// newConnector prepares the play in a product whose connections lead to the sandbox at an address.
func newConnector(p *app.Service, now time.Time) *connector {
	c := &connector{db: p.DB, address: p.Settings.SandboxVMS, now: now}
	c.vms = sandbox.New(sandbox.Options{Now: func() time.Time {
		return now
	}, Log: p.Log, Product: "http://product", Client: &http.Client{Transport: c}})
	c.Rehearsal = p.NewRehearsal(c.vms)
	return c
}

// adminContext is the account of the demo that may do everything: whoever has entered the connections.
func adminContext(ctx context.Context, db *store.DB) (context.Context, error) {
	who := role.Caller{Kind: role.Admin, Permissions: role.PermissionsOf(role.All), Source: jobs.Source}
	var first, last string
	_, err := db.Row(ctx, []any{&who.ID, &first, &last},
		"SELECT id, first_name, last_name FROM staff WHERE email = 'all@poolkeeper.example'")
	who.Name = first + " " + last
	return role.With(ctx, &who), err
}

// createConnections makes everything there is of connections, in the transaction of ctx.
func (c *connector) createConnections(ctx context.Context) error {
	ctx, err := adminContext(ctx, c.db)
	if err != nil {
		return err
	}
	for _, do := range []func(context.Context) error{
		c.connect, c.playKestrel, c.playHelvia, c.playNorrsken, c.backdate, c.lookAround,
	} {
		if err := do(ctx); err != nil {
			return err
		}
	}
	return nil
}

// connect enters the connections and ties the projects to them that came from a VMS.
func (c *connector) connect(ctx context.Context) error {
	for _, one := range connections() {
		var client int64
		if _, err := c.db.Row(ctx, []any{&client}, "SELECT id FROM clients WHERE code = $1", one.code); err != nil {
			return err
		}
		made, err := c.Call(ctx, "vmsConnection.create", 0, object{
			"clientId": client, "name": one.name, "baseUrl": "http://" + c.address + "/" + one.access.Name,
			"auth": one.access.Auth, "authName": one.access.AuthName,
			"secret": one.access.Secret, "inbound": "SIGNATURE", "inboundSecret": sandbox.InboundSecret,
			"capabilities": one.capabilities, "ratePerMinute": one.perMinute,
		})
		if err != nil {
			return fmt.Errorf("connection %s: %w", one.name, err)
		}
		_, err = c.db.Exec(ctx, "UPDATE projects SET vms_connection_id = $1 WHERE client_id = $2 AND source = 'VMS'",
			number(made["id"]), client)
		if err != nil {
			return err
		}
	}
	return nil
}

func number(raw json.RawMessage) int64 {
	n, _ := strconv.ParseInt(string(raw), 10, 64) // an id of the service
	return n
}

// draft saves a version of a mapping.
func (c *connector) draft(ctx context.Context, d document) (id int64, err error) {
	made, err := c.Call(ctx, "vmsMapping.create", 0, d.body())
	if err != nil {
		return 0, fmt.Errorf("mapping %s of %d: %w", d.entity, d.connection, err)
	}
	return number(made["id"]), nil
}

// activateVersions saves versions of a mapping and puts them in use, one after the other.
func (c *connector) activateVersions(ctx context.Context, documents ...document) error {
	for _, d := range documents {
		id, err := c.draft(ctx, d)
		if err != nil {
			return err
		}
		seen, err := c.Call(ctx, "vmsMapping.review", id, object{})
		if err != nil {
			return fmt.Errorf("review of mapping %d: %w", id, err)
		}
		if _, err := c.Call(ctx, "vmsMapping.publish", id, object{"fingerprint": seen["fingerprint"]}); err != nil {
			return fmt.Errorf("publish mapping %d: %w", id, err)
		}
	}
	return nil
}

// deliver makes as many attempts on a connection as there is something for, while its system answers so.
func (c *connector) deliver(ctx context.Context, connection int64, attempts int, as sandbox.Switches) error {
	c.vms.Set(systemOf(connection), as)
	for range attempts {
		// time has passed
		if _, err := c.db.Exec(ctx, "UPDATE vms_connections SET next_call = 0 WHERE id = $1", connection); err != nil {
			return err
		}
		if _, err := c.VMS.Step(ctx, connection, "demo"); err != nil {
			return fmt.Errorf("deliver on %d: %w", connection, err)
		}
	}
	c.vms.Set(systemOf(connection), sandbox.Switches{Answer: sandbox.Accept})
	return nil
}

func systemOf(connection int64) string { return sandbox.Systems()[connection-1].Name }

// processMessages has the product take and work on what the systems have said.
func (c *connector) processMessages(ctx context.Context, connection int64) error {
	c.vms.Push(ctx)
	for {
		did, err := c.VMS.ProcessNext(ctx, connection)
		if err != nil || !did {
			return err
		}
	}
}

// lookAround is what the job does that looks for silence and changed messages.
func (c *connector) lookAround(ctx context.Context) error {
	run := schedule.NewRun(c.db.Write, false, nil)
	return c.VMS.Watch().Do(role.AsSystem(ctx, "vms.watch"), run)
}

// spans are when the messages of a connection came or went, from the present back.
var spans = map[int64]struct{ from, until time.Duration }{
	norrsken: {4 * time.Hour, 0}, helvia: {26 * time.Hour, 0}, kestrel: {39 * 24 * time.Hour, 4 * 24 * time.Hour},
}

// backdateVersions lets each version of a mapping have been in use for ten days before the next, and secrets be as old
// as their connections. The month is in milliseconds.
func (c *connector) backdateVersions(ctx context.Context, month int64) error {
	const tenDays = 10 * 24 * 60 * 60 * 1000
	for _, change := range []string{
		"UPDATE vms_mappings SET live_since = $1 + (number - 1) * $2 WHERE live_since IS NOT NULL",
		"UPDATE vms_mappings SET live_until = $1 + number * $2 WHERE live_until IS NOT NULL",
	} {
		if _, err := c.db.Exec(ctx, change, month, int64(tenDays)); err != nil {
			return err
		}
	}
	_, err := c.db.Exec(ctx, `
		UPDATE vms_connections
		   SET secret_at = $1, inbound_secret_at = $1`, month)
	return err
}

// backdate spreads over time what has been played in a moment.
func (c *connector) backdate(ctx context.Context) error {
	month := c.now.AddDate(0, -1, 0).UnixMilli()
	for _, table := range []string{"vms_connections", "vms_mappings"} {
		if _, err := c.db.Exec(ctx, "UPDATE "+table+" SET created = $1, last_updated = $1", month); err != nil {
			return err
		}
	}
	if err := c.backdateVersions(ctx, month); err != nil {
		return err
	}
	for connection, span := range spans {
		ids, err := c.db.IDs(ctx, "SELECT id FROM vms_messages WHERE connection_id = $1 ORDER BY id", connection)
		if err != nil {
			return err
		}
		for i, id := range ids {
			at := c.now.Add(-span.from + (span.from-span.until)*time.Duration(i+1)/time.Duration(len(ids))).UnixMilli()
			if _, err := c.db.Exec(ctx, `
				UPDATE vms_messages
				   SET created = $1, last_updated = $1, occurred_at = CASE WHEN occurred_at IS NULL THEN NULL ELSE $1 END
				 WHERE id = $2`, at, id); err != nil {
				return err
			}
			if _, err := c.db.Exec(ctx, "UPDATE vms_exchanges SET at = $1 + 1000 * number WHERE message_id = $2", at,
				id); err != nil {
				return err
			}
		}
		_, err = c.db.Exec(ctx, `
			UPDATE vms_connections
			   SET heard_at = (SELECT max(created)
			                     FROM vms_messages m
			                    WHERE m.connection_id = vms_connections.id
			                      AND m.direction = 'inbound')
			 WHERE id = $1`, connection)
		if err != nil {
			return err
		}
	}
	return nil
}
