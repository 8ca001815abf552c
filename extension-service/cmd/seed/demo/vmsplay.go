package demo

import (
	"context"
	"fmt"
	"maps"
	"time"

	"poolkeeper.example/extension-service/domains/vms"
	"poolkeeper.example/extension-service/internal/sandbox"
)

// playNorrsken is a connection that works: deliveries of every outcome, and most of what comes in.
func (c *connector) playNorrsken(ctx context.Context) error {
	first := candidates(norrsken)
	if err := c.activateVersions(ctx, first.withNote("As their integration guide says."), withdrawals(norrsken),
		statuses(norrsken), offers(norrsken), jobStatuses(norrsken)); err != nil {
		return err
	}
	// the German entity has no cost centre there yet
	if err := c.deliver(ctx, norrsken, 6, sandbox.Switches{}); err != nil {
		return err
	}
	if err := c.activateVersions(ctx, first.withLookup("costCentre", "DE01",
		"4300").withNote("Cost centre of the German entity.")); err != nil {
		return err
	}
	if _, err := c.draft(ctx, failing(first)); err != nil {
		return err
	}
	for _, scene := range []struct {
		attempts int
		as       sandbox.Switches
	}{
		{8, sandbox.Switches{}},
		{2, sandbox.Switches{Answer: sandbox.Refuse, Reason: "The rate is above the budget of the job."}},
		{1, sandbox.Switches{Answer: sandbox.Duplicate}},
		{1, sandbox.Switches{Answer: sandbox.Unauthorised}},
		{3, sandbox.Switches{}},
	} {
		if err := c.deliver(ctx, norrsken, scene.attempts, scene.as); err != nil {
			return err
		}
	}
	for _, do := range []func(context.Context) error{c.giveUp, c.moveCandidates, c.differ, c.offerJobs, c.withdraw} {
		if err := do(ctx); err != nil {
			return err
		}
	}
	return c.deliver(ctx, norrsken, 3, sandbox.Switches{Answer: sandbox.Down}) // these are tried again
}

// giveUp lets one delivery fail until no attempt is left.
func (c *connector) giveUp(ctx context.Context) error {
	for range 6 {
		if err := c.deliver(ctx, norrsken, 1, sandbox.Switches{Answer: sandbox.Garbage}); err != nil {
			return err
		}
		_, err := c.db.Exec(ctx, `
			UPDATE outbound_tasks
			   SET due = 0
			 WHERE state = 'QUEUED'
			   AND application_id IN (SELECT entity_id
			                            FROM vms_messages
			                           WHERE connection_id = $1
			                             AND state = 'RETRY'
			                             AND direction = 'outbound')`, norrsken)
		if err != nil {
			return err
		}
	}
	return nil
}

// accepted are applications that a connection has taken in the play, the oldest first: our id and theirs.
func (c *connector) accepted(ctx context.Context, connection int64) (ids []int64, names []string, err error) {
	var id int64
	var name string
	err = c.db.Each(ctx, []any{&id, &name}, func() error {
		ids, names = append(ids, id), append(names, name)
		return nil
	}, `
		SELECT a.id, a.external_id
		  FROM applications a
		  JOIN vms_messages m ON m.entity_id = a.id AND m.entity = 'APPLICATION'
		 WHERE m.connection_id = $1
		   AND m.state = 'PROCESSED'
		   AND a.status = 's2c'
		 ORDER BY m.id`, connection)
	return ids, names, err
}

// moveCandidates has the VMS say how candidates stand: some with words that nobody has decided yet, and some twice,
// late or of nobody.
func (c *connector) moveCandidates(ctx context.Context) error {
	_, names, err := c.accepted(ctx, norrsken)
	if err != nil {
		return err
	}
	report := func(externalID, status string, ago time.Duration, more object) {
		body := object{
			"externalId": externalID, "status": status, "occurredAt": c.now.Add(-ago).Format(time.RFC3339),
			"score": "B",
		}
		maps.Copy(body, more)
		c.vms.QueueMessage(systemOf(norrsken), "APPLICATION_STATUS", body)
	}
	for i, name := range names {
		switch {
		case i < 3:
			report(name, "Rejected", 50*time.Minute, nil)
		case i < 5:
			report(name, "Hired", 45*time.Minute, nil)
		case i < 8:
			report(name, "Shortlisted", 40*time.Minute, nil)
		case i < 10:
			report(name, "Budget review", 35*time.Minute, nil)
		}
	}
	if len(names) > 1 {
		report(names[0], "Rejected", 3*time.Hour, nil) // late
		report(names[1], "Hired", 25*time.Minute, nil) // though it was rejected
		// and one that is said twice under a name of its own
		report(names[0], "Rejected", 20*time.Minute, object{"messageId": "nb-status-77120"})
		report(names[0], "Rejected", 20*time.Minute, object{"messageId": "nb-status-77120"})
	}
	report("SB-NOBODY01", "Hired", 15*time.Minute, nil)
	report("SB-NOBODY02", "Rejected", 15*time.Minute, nil)
	c.vms.QueueMessage(systemOf(norrsken), "APPLICATION_STATUS", object{"status": "Hired", "note": "without a candidate"})
	if err := c.processMessages(ctx, norrsken); err != nil {
		return err
	}
	var ignored int64
	_, err = c.db.Row(ctx, []any{&ignored},
		"SELECT min(id) FROM vms_messages WHERE connection_id = $1 AND reason = 'UNMATCHED'", norrsken)
	if err == nil && ignored > 0 {
		_, err = c.Call(ctx, "vmsInbound.ignore", ignored, object{"reason": "Submitted by their own staff, not by us."})
	}
	return err
}

// differ writes down what the nightly comparison has found, in every state.
func (c *connector) differ(ctx context.Context) error {
	ids, _, err := c.accepted(ctx, norrsken)
	if err != nil {
		return err
	}
	for i, id := range ids {
		d := vms.Divergence{ConnectionID: norrsken, ApplicationID: id, Field: "billRate", Theirs: "91.5", State: vms.Differs}
		var rate string
		if _, err := c.db.Row(ctx, []any{&d.ClientID, &rate},
			"SELECT client_id, CAST(bill_rate AS TEXT) FROM applications WHERE id = $1", id); err != nil {
			return err
		}
		switch d.Ours = rate; i {
		case 0, 1:
		case 2:
			d.Field, d.Ours, d.Theirs = "status", "s2c", "rv"
		case 3:
			d.State = vms.Tolerated
		case 4:
			d.State, d.Theirs = vms.Settled, rate
		case 5:
			d.State = vms.Adopted
		case 6:
			d.State = vms.Sent
		default:
			return nil
		}
		if err := c.VMS.Differences.Create(ctx, &d); err != nil {
			return err
		}
	}
	return nil
}

// knownProject is one that a connection knows.
type knownProject struct {
	id           int64
	vmsID, title string
}

// projectsOf are open ones of a connection.
func (c *connector) projectsOf(ctx context.Context, connection int64, most int) (out []knownProject, err error) {
	var one knownProject
	err = c.db.Each(ctx, []any{&one.id, &one.vmsID, &one.title}, func() error {
		out = append(out, one)
		return nil
	}, fmt.Sprintf("SELECT id, vms_id, title FROM projects WHERE vms_connection_id = $1 AND status = 'ACTIVE' "+
		"AND vms_id <> '' ORDER BY id DESC LIMIT %d",
		most), connection)
	return out, err
}

// offerJobs has the VMS say other things of jobs than people have entered: proposals, of which some are decided.
func (c *connector) offerJobs(ctx context.Context) error {
	list, err := c.projectsOf(ctx, norrsken, 8)
	if err != nil {
		return err
	}
	for i, p := range list {
		body := object{"id": p.vmsID, "title": p.title, "occurredAt": c.now.Add(-3 * time.Hour).Format(time.RFC3339)}
		if i < 6 {
			body["contact"] = []string{"Elin Sandström", "Mikael Horn", "Aino Virtanen"}[i%3]
		}
		c.vms.QueueMessage(systemOf(norrsken), "JOB", body)
	}
	if len(list) > 0 {
		// takes the place of the first
		c.vms.QueueMessage(systemOf(norrsken), "JOB", object{
			"id": list[0].vmsID, "title": list[0].title,
			"contact": "Petra Lund",
		})
	}
	for i, p := range list[:min(len(list), 4)] {
		c.vms.QueueMessage(systemOf(norrsken), "JOB_STATUS",
			object{"job": p.vmsID, "status": []string{"Open", "On hold", "Frozen", "Filled"}[i]})
	}
	if err := c.processMessages(ctx, norrsken); err != nil {
		return err
	}
	open, err := c.db.IDs(ctx, "SELECT id FROM vms_proposals WHERE state = 'OPEN' ORDER BY id")
	if err != nil || len(open) < 4 {
		return err
	}
	if _, err = c.Call(ctx, "vmsProposal.accept", open[0], object{}); err == nil {
		_, err = c.Call(ctx, "vmsProposal.keep", open[1], object{})
	}
	return err
}

// withdraw takes one candidate back, and tells the VMS.
func (c *connector) withdraw(ctx context.Context) error {
	ids, _, err := c.accepted(ctx, norrsken)
	if err != nil || len(ids) == 0 {
		return err
	}
	if _, err := c.Call(ctx, "application.changeStatus", ids[len(ids)-1],
		object{"status": "w", "reason": "TALENT_DECISION"}); err != nil {
		return err
	}
	_, err = c.db.Exec(ctx, "UPDATE outbound_tasks SET due = 0 WHERE kind = 'APPLICATION_WITHDRAW' AND state = 'QUEUED'")
	if err != nil {
		return err
	}
	return c.deliver(ctx, norrsken, 1, sandbox.Switches{})
}

// playHelvia is a connection that its VMS has asked to wait.
func (c *connector) playHelvia(ctx context.Context) error {
	if err := c.activateVersions(ctx, candidates(helvia), statuses(helvia)); err != nil {
		return err
	}
	if _, err := c.draft(ctx, offers(helvia).withNote("Begun. Their list of jobs has other names.")); err != nil {
		return err
	}
	if err := c.deliver(ctx, helvia, 3, sandbox.Switches{}); err != nil {
		return err
	}
	c.vms.QueueMessage(systemOf(helvia), "JOB", object{"id": "HB-7", "title": "Welder"}) // no mapping is in use
	_, names, err := c.accepted(ctx, helvia)
	if err != nil {
		return err
	}
	for _, name := range names {
		c.vms.QueueMessage(systemOf(helvia), "APPLICATION_STATUS", object{"externalId": name, "status": "Eingeladen"})
	}
	if err := c.processMessages(ctx, helvia); err != nil {
		return err
	}
	return c.deliver(ctx, helvia, 1, sandbox.Switches{Answer: sandbox.Busy, RetryAfterSeconds: 3000})
}

// playKestrel is a connection that only listens: it has heard something on every working day, and then nothing, and of
// the last messages one member has become a number.
func (c *connector) playKestrel(ctx context.Context) error {
	if err := c.activateVersions(ctx, jobStatuses(kestrel),
		jobStatuses(kestrel).withLookup("status", "Reopened", "ACTIVE").withNote("Reopened jobs.")); err != nil {
		return err
	}
	list, err := c.projectsOf(ctx, kestrel, 8)
	if err != nil || len(list) == 0 {
		return err
	}
	const days = 36
	for i := range days {
		body := object{
			"job": list[i%len(list)].vmsID, "status": "Open", "priority": "B",
			"occurredAt": c.now.AddDate(0, 0, i-days-3).Format(time.RFC3339),
		}
		if i >= days-2 {
			body["priority"] = 2
		}
		c.vms.QueueMessage(systemOf(kestrel), "JOB_STATUS", body)
	}
	return c.processMessages(ctx, kestrel)
}
