package app_test

import (
	"fmt"
	"testing"
	"time"
)

// A connection that has heard every half an hour for weeks, and then nothing, is shown until it hears as usual again;
// one that has no rhythm is not.
func TestWatch_SilentConnection_IsShownUntilMessagesArrive(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		v := pushing(t, p)
		p.expect(t, "config", "POST /api/vms/connection",
			`{"name":"Beeline","clientId":1,"baseUrl":"https://vms.example","auth":"NONE"}`, 201, `"Beeline"`)
		p.change(t, "UPDATE vms_connections SET paused_until = $1 WHERE id = 2", time.Now().Add(time.Hour).UnixMilli())
		p.expect(t, "tech", "GET /api/dashboard", "", 200, `{"key":"pausedConnections","count":1,`)
		const half = 30 * time.Minute
		last := time.Now().Add(-6 * half)
		heard := func(connection, times int) {
			p.change(t, `
				INSERT INTO vms_messages (created, created_by, last_updated, last_updated_by, version, message_id, connection_id, client_id, direction, entity, entity_id, state, failure, detail, tries, mapping_number)
				WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < CAST($1 AS BIGINT))
				SELECT CAST($2 AS BIGINT) - i * CAST($3 AS BIGINT), '', CAST($2 AS BIGINT) - i * CAST($3 AS BIGINT), '', 1, 'old ' || i, CAST($4 AS BIGINT), 1, 'inbound', 'JOB', 0, 'IGNORED', '', '', 1, 0
				  FROM n`, times, last.UnixMilli(), half.Milliseconds(), connection)
			p.change(t, "UPDATE vms_connections SET heard_at = $1 WHERE id = $2", last.UnixMilli(), connection)
		}
		heard(1, 5*7*48)
		heard(2, 5)
		watches := func(counted string, silent bool) {
			t.Helper()
			got, err := p.RunScheduled(t.Context(), "vms.watch", false)
			if err != nil || fmt.Sprint(got) != counted {
				t.Errorf("it counted %v (%v), want %s", got, err, counted)
			}
			p.expect(t, "config", "GET /api/vms/connection/1", "", 200, fmt.Sprintf(`"silent":%t`, silent))
			p.expect(t, "config", "GET /api/vms/connection/2", "", 200, `"silent":false`)
			p.expect(t, "tech", "GET /api/dashboard", "", 200,
				fmt.Sprintf(`{"key":"silentConnections","count":%d,`, map[bool]int{true: 1}[silent]))
		}
		watches("map[checked:2 goneSilent:1]", true)
		watches("map[checked:2]", true) // it is told once
		v.push("JOB", "m1", `{"job":"JP-1","title":"Welder"}`)
		// one message is no rhythm yet
		watches("map[checked:2]", true)
		// the hours it was silent in count for less once they are learnt
		p.change(t, "UPDATE vms_connections SET silent_at = $1 WHERE id = 1", time.Now().Add(-12*half).UnixMilli())
		watches("map[checked:2]", false)
	})
}

// What a VMS has always sent and no longer sends, or sends as another type, is shown with the poll that brought it, or
// with the next look at what was pushed, until somebody who may accepts it.
func TestWatch_ChangedShapeOfMessages_IsShownUntilAccepted(t *testing.T) {
	t.Parallel()
	eachEngine(t, func(t *testing.T, p *product) {
		v := pushing(t, p)
		for i := range 20 {
			v.push("JOB", fmt.Sprint("m", i), fmt.Sprintf(`{"job":"JP-%d","title":"Welder","max":80}`, i))
		}
		watches := func(counted string, changed bool) {
			t.Helper()
			got, err := p.RunScheduled(t.Context(), "vms.watch", false)
			if err != nil || fmt.Sprint(got) != counted {
				t.Errorf("it counted %v (%v), want %s", got, err, counted)
			}
			p.expect(t, "config", "GET /api/vms/connection/1", "", 200, fmt.Sprintf(`"shapeChanged":%t`, changed))
			p.expect(t, "tech", "GET /api/dashboard", "", 200,
				fmt.Sprintf(`{"key":"changedShapes","count":%d,`, map[bool]int{true: 1}[changed]))
		}
		const at = "/api/vms/connection/1/shape"
		watches("map[checked:1]", false)
		p.expect(t, "config", "GET "+at, "", 200, `{"entity":"JOB","path":"max","types":["number"],"always":true,`)
		v.push("JOB", "n1", `{"job":"JP-1","title":"Welder","max":"80,00"}`)
		v.push("JOB", "n2", `{"job":"JP-2","max":"80,00"}`)
		v.push("JOB", "n3", `no object`)
		if _, err := p.RunScheduled(t.Context(), "vms.watch", true); err != nil {
			t.Error(err)
		}
		watches("map[checked:1 shapeChanged:2]", true)
		watches("map[checked:1]", true) // it is told once
		p.expect(t, "config", "GET "+at, "", 200, `"path":"max","types":["number"],"always":true,`)
		p.expect(t, "config", "GET "+at, "", 200, `"alarm":{"vanished":false,"types":["string"],"since":"`)
		p.expect(t, "config", "GET "+at, "", 200, `"alarm":{"vanished":true,"types":[],"since":"`)
		p.expect(t, "content", "GET "+at, "", 403, "vms.mapping.read")
		p.expect(t, "tech", "POST "+at, `{"entity":"JOB","path":"max"}`, 403, "vms.mapping.write")
		p.expect(t, "config", "POST "+at, `{"entity":"JOB_STATUS","path":"max"}`, 404, "NOT_FOUND")
		p.expect(t, "config", "POST "+at, `{"entity":"JOB","path":"job"}`, 404, "NOT_FOUND")
		p.expect(t, "config", "POST /api/vms/connection/99/shape", `{"entity":"JOB","path":"max"}`, 404, "NOT_FOUND")
		p.expect(t, "config", "POST "+at, `{"entity":"JOB","path":"max"}`, 200, `"types":["number","string"],"always":true,`)
		p.expect(t, "config", "GET /api/vms/connection/1", "", 200, `"shapeChanged":true`)
		p.expect(t, "config", "POST "+at, `{"entity":"JOB","path":"title"}`, 200, `"more":false`)
		p.expect(t, "config", "GET /api/history/vmsConnection/1", "", 200, `"comment":"JOB title"`)
		watches("map[checked:1]", false)
	})
}

// A poll says at once that what it has brought is not as it was, whether it is worked on or not.
func TestPoll_ChangedShapeOfMessages_IsReported(t *testing.T) {
	t.Parallel()
	v, f := polling(t)
	for i := range 20 {
		f.add(fmt.Sprint("m", i), "JOB", fmt.Sprintf(`{"job":"JP-%d","title":"Welder"}`, i))
	}
	v.polls("map[checked:1 fetched:20]")
	f.add("n1", "JOB", `{"job":"JP-1","name":"Welder"}`)
	v.polls("map[checked:1 fetched:1 shapeChanged:1]")
	v.expect(t, "config", "GET /api/vms/connection/1", "", 200, `"shapeChanged":true`)
	f.add("n2", "JOB", `{"job":"JP-1","name":"Welder"}`)
	v.polls("map[checked:1 fetched:1]")
}
