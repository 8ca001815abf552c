package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
)

// call is a request and what became of it.
type call struct {
	request
	writer string
	record any // the id in the answer, if any
}

// load is what people do while the program is killed, and what they were told.
type load struct {
	mu       sync.Mutex
	records  map[string][]int64 // entity → records to work on
	answered []call             // done, as the program said
	unheard  []call             // asked under a key, and nobody knows what became of it
	done     map[string]int     // writer → acknowledged calls
	refused  map[string]string  // writer → the last refusal
	broken   []string           // answers that should not be
	cut      int                // calls that the kills cut off
	n        int
}

func newLoad() *load {
	return &load{records: map[string][]int64{"client": {1}}, done: map[string]int{}, refused: map[string]string{}}
}

func (l *load) add(kind string, record map[string]any) {
	if id, isNumber := record["id"].(float64); isNumber {
		l.mu.Lock()
		l.records[kind] = append(l.records[kind], int64(id))
		l.mu.Unlock()
	}
}

// person is somebody who writes.
type person struct {
	*client
	*load
	ctx    context.Context
	r      *rand.Rand
	writer string
}

// any is one of the records, mostly a recent one, 0 while there is none.
func (p *person) any(kind string) int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := p.records[kind]
	if len(list) > 30 && p.r.IntN(4) > 0 {
		list = list[len(list)-30:]
	}
	if len(list) == 0 {
		return 0
	}
	return list[p.r.IntN(len(list))]
}

// pick is one of the words.
func (p *person) pick(words ...string) string { return words[p.r.IntN(len(words))] }

// word is one that nobody has used.
func (p *person) word() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n++
	return fmt.Sprintf("W%dx%08x", p.n, p.r.Uint32())
}

// call makes a call and keeps what came back; the answer is nil unless it was done.
func (p *person) call(what, body string) map[string]any { return p.callOnce(request{body: body}, what) }

// create makes a call that is asked again under its key when nothing is heard.
func (p *person) create(what, body string) map[string]any {
	return p.callOnce(request{body: body, key: p.word()}, what)
}

func (p *person) callOnce(r request, what string) map[string]any {
	r.method, r.path, _ = strings.Cut(what, " ")
	r.id = fmt.Sprintf("%08x-0000-4000-8000-%012x", p.r.Uint32(), p.r.Int64N(1<<48))
	got, err := p.send(p.ctx, r)
	made := call{request: r, writer: p.writer}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case err != nil:
		p.cut++
		if r.key != "" {
			p.unheard = append(p.unheard, made)
		}
	case got.status >= 500:
		p.broken = append(p.broken, fmt.Sprintf("%s %s: %d %s", p.writer, what, got.status, got.body))
	case got.status >= 300:
		p.refused[p.writer] = fmt.Sprintf("%s %s: %d %.300s", what, r.body, got.status, got.body)
	default:
		answer := got.json()
		if made.record = answer["id"]; made.record == nil {
			made.record = answer["jobId"]
		}
		if r.method != http.MethodGet {
			p.done[p.writer]++
			p.answered = append(p.answered, made)
		}
		return answer
	}
	return nil
}

// callOn makes a call about a record of a kind; %d in it is the record.
func (p *person) callOn(kind, what, body string) {
	if id := p.any(kind); id != 0 {
		p.call(strings.ReplaceAll(what, "%d", fmt.Sprint(id)), body)
	}
}

// onOpen makes a call about an application, mostly one that nobody can have closed yet.
func (p *person) onOpen(what, body string) {
	if p.r.IntN(3) > 0 && p.applied() == nil {
		return
	}
	p.mu.Lock()
	id := int64(0)
	if list := p.records["application"]; len(list) > 0 {
		id = list[len(list)-1]
	}
	p.mu.Unlock()
	if id != 0 {
		p.call(strings.ReplaceAll(what, "%d", fmt.Sprint(id)), body)
	}
}

// writeUntilKilled writes until the program is gone.
func (p *person) writeUntilKilled() {
	names := make([]string, 0, len(writers))
	for name := range writers {
		names = append(names, name)
	}
	for p.ctx.Err() == nil {
		p.writer = names[p.r.IntN(len(names))]
		writers[p.writer](p)
	}
}

// createFreelancer creates a freelancer.
func (p *person) createFreelancer() map[string]any {
	name := p.word()
	return p.create("POST /api/freelancer", fmt.Sprintf(
		`{"firstName":%q,"lastName":"Haddad%s","email":"%s@people.example","hourRate":85}`, name, name, name))
}

// applicant creates one who is active and has consented.
func (p *person) applicant() map[string]any {
	f := p.createFreelancer()
	if f == nil {
		return nil
	}
	at := fmt.Sprint("/api/freelancer/", f["id"])
	p.call("POST "+at+"/consent",
		`{"kinds":["dataProcessing","share"],"givenAt":"2026-01-05T09:00:00.000Z","channel":"PHONE","note":"by phone"}`)
	if p.call("PUT "+at+"/status", `{"status":"AC","reason":"verified by phone"}`) == nil {
		return nil
	}
	return f
}

// applied creates an application of somebody new.
func (p *person) applied() map[string]any {
	f, project := p.applicant(), p.any("project")
	if f == nil || project == 0 {
		return nil
	}
	p.add("freelancer", f)
	a := p.create("POST /api/projectApplication", fmt.Sprintf(
		`{"projectId":%d,"freelancerId":%v,"talentRate":%d,"message":"I am %s"}`, project, f["id"], 60+p.r.IntN(60),
		p.word()))
	p.add("application", a)
	return a
}

// upload sends a file and returns its name.
func (p *person) upload() string {
	body := "--b\r\nContent-Disposition: form-data; name=\"resource\"; filename=\"cv.txt\"\r\n\r\nThe life of " +
		p.word() + strings.Repeat(" and so on", p.r.IntN(2000)) + "\r\n--b--\r\n"
	id, _ := p.callOnce(request{body: body, media: "multipart/form-data; boundary=b", key: p.word()},
		"POST /api/resource")["id"].(string)
	return id
}

// bulk changes many records as a job, which is stopped or undone now and then.
func (p *person) bulk(action, filters, input string) {
	started := p.call("POST /api/bulk/"+action, fmt.Sprintf(`{"filters":%s,"input":%s,"dryRun":false}`, filters, input))
	job, isJob := started["statusUrl"].(string)
	if !isJob {
		return
	}
	if p.r.IntN(6) == 0 {
		p.call("POST "+job+"/cancel", "")
		return
	}
	for range 40 {
		now := p.call("GET "+job, "")
		if state, _ := now["state"].(string); now == nil || state != "QUEUED" && state != "ANALYSING" && state != "RUNNING" {
			break
		}
	}
	if p.r.IntN(2) == 0 {
		p.call("POST "+job+"/undo", "")
	}
}

// chosen are some records as a filter.
func (p *person) chosen(kind string, many int) string {
	ids := map[int64]bool{}
	for range many {
		ids[p.any(kind)] = true
	}
	delete(ids, 0)
	var list []string
	for id := range ids {
		list = append(list, fmt.Sprint(id))
	}
	return `{"id":[` + strings.Join(list, ",") + `]}`
}
