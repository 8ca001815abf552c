package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"
)

// workload is what a case requests of one side.
type workload struct{ read, write source }

// pair is one case: the same work asked of the service and, where it can do it, of the yardstick.
type pair struct {
	name         string
	writes       int // of a hundred requests, how many
	ours, theirs workload
}

// cases builds what is measured.
type cases struct {
	*product
	*samples
	yard    *pocketBase
	people  *pool
	open    *pool
	refused atomic.Int64
	made    atomic.Int64
	out     []pair
}

func (p *product) cases(ctx context.Context, y *pocketBase) ([]pair, error) {
	s, err := p.sample(ctx)
	if err != nil {
		return nil, err
	}
	c := &cases{product: p, samples: s, yard: y}
	c.made.Store(time.Now().UnixMicro())
	if c.people, err = p.readVersions(ctx, "/api/freelancer/%d", s.editable); err != nil {
		return nil, err
	}
	open := make([]*versionedRecord, len(s.open))
	for i, id := range s.open {
		open[i] = &versionedRecord{id: id}
	}
	c.open = poolOf(open)
	c.pages()
	c.searches()
	c.records()
	c.changes()
	c.mixed()
	c.scoped()
	return c.out, nil
}

// add adds a case that reads.
func (c *cases) add(name string, ours, theirs func(r *rand.Rand) httpRequest) {
	next := pair{name: name, ours: workload{read: reads(ours)}}
	if theirs != nil {
		next.theirs.read = reads(theirs)
	}
	c.out = append(c.out, next)
}

// ours is a read by who sees everything.
func (c *cases) get(format string, args ...any) httpRequest {
	return c.withToken(c.full, get(format, args...))
}

// theirs is a read of the yardstick's collection with a filter in its language.
func (c *cases) page(collection, filter string, offset int) httpRequest {
	a := get("/api/collections/%s/records?perPage=10&page=%d&sort=-id&filter=%s", collection, 1+offset/10,
		url.QueryEscape(filter))
	if c.yard != nil {
		a.token = c.yard.token
	}
	return a
}

func unescape(text string) string { s, _ := url.QueryUnescape(text); return s }

func (c *cases) twoFilters(r *rand.Rand, token string) httpRequest {
	return c.withToken(token, get("/api/project?limit=10&status=%s&clientName=%s", drawOne(r, c.statuses),
		drawOne(r, c.clients)))
}

func (c *cases) theirTwoFilters(r *rand.Rand) httpRequest {
	return c.page("projects", fmt.Sprintf("(clientName='%s' && status='%s')", unescape(drawOne(r, c.clients)),
		drawOne(r, c.statuses)), 0)
}

func (c *cases) namePart(r *rand.Rand, token string) httpRequest {
	return c.withToken(token, get("/api/freelancer?limit=10&name=%s", drawOne(r, c.names)))
}

func (c *cases) theirNamePart(r *rand.Rand) httpRequest {
	return c.page("freelancers", fmt.Sprintf("(lastName~'%s')", unescape(drawOne(r, c.names))), 0)
}

func (c *cases) pages() {
	c.add("projects, two filters", func(r *rand.Rand) httpRequest { return c.twoFilters(r, c.full) }, c.theirTwoFilters)
	c.add("projects, no filter", func(*rand.Rand) httpRequest { return c.get("/api/project?limit=10") },
		func(*rand.Rand) httpRequest { return c.page("projects", "", 0) })
	c.add("freelancers, no filter", func(*rand.Rand) httpRequest { return c.get("/api/freelancer?limit=10") },
		func(*rand.Rand) httpRequest { return c.page("freelancers", "", 0) })
	deepest := c.Freelancers * 9 / 10
	c.add("freelancers, offsets", func(r *rand.Rand) httpRequest {
		return c.get("/api/freelancer?limit=10&offset=%d", r.IntN(deepest)/10*10)
	},
		func(r *rand.Rand) httpRequest { return c.page("freelancers", "", r.IntN(deepest)) })
	c.add("applications, no filter", func(*rand.Rand) httpRequest {
		return c.get("/api/projectApplication?limit=10")
	}, nil)
	c.add("applications, status and client", func(r *rand.Rand) httpRequest {
		return c.get("/api/projectApplication?limit=10&status=a&clientName=%s", drawOne(r, c.clients))
	}, nil)
	c.add("applications of a project", func(r *rand.Rand) httpRequest {
		return c.get("/api/projectApplication?limit=10&jobId=%d", 1+r.Int64N(c.projects))
	}, nil)
	c.add("applications of a freelancer", func(r *rand.Rand) httpRequest {
		return c.get("/api/projectApplication?limit=10&freelancerId=%d", drawOne(r, c.freelancer))
	}, nil)
}

func (c *cases) searches() {
	c.add("freelancers, part of a name", func(r *rand.Rand) httpRequest { return c.namePart(r, c.full) }, c.theirNamePart)
	c.add("freelancers, state and part of a name", func(r *rand.Rand) httpRequest {
		return c.get("/api/freelancer?limit=10&state=%s&name=%s", drawOne(r, c.states), drawOne(r, c.names))
	}, func(r *rand.Rand) httpRequest {
		return c.page("freelancers", fmt.Sprintf("(status='%s' && lastName~'%s')", drawOne(r, c.states),
			unescape(drawOne(r, c.names))), 0)
	})
	c.add("freelancers, part of an e-mail address", func(r *rand.Rand) httpRequest {
		return c.get("/api/freelancer?limit=10&email=%s", drawOne(r, c.emails))
	},
		func(r *rand.Rand) httpRequest {
			return c.page("freelancers", fmt.Sprintf("(email~'%s')", unescape(drawOne(r, c.emails))), 0)
		})
	c.add("freelancers, a whole e-mail address", func(r *rand.Rand) httpRequest {
		return c.get("/api/freelancer?limit=10&email=%s", drawOne(r, c.addresses))
	},
		func(r *rand.Rand) httpRequest {
			return c.page("freelancers", fmt.Sprintf("(email~'%s')", unescape(drawOne(r, c.addresses))), 0)
		})
	c.add("freelancers, two letters", func(r *rand.Rand) httpRequest {
		return c.get("/api/freelancer?limit=10&name=%s", url.QueryEscape(string([]rune(unescape(drawOne(r, c.names)))[:2])))
	}, nil)
	c.add("applications, part of a name", func(r *rand.Rand) httpRequest {
		return c.get("/api/projectApplication?limit=10&name=%s", drawOne(r, c.names))
	}, nil)
	c.add("projects, part of a title", func(r *rand.Rand) httpRequest {
		return c.get("/api/project?limit=10&title=%s", drawOne(r, c.titles))
	}, nil)
	c.add("quick search", func(r *rand.Rand) httpRequest { return c.get("/api/find?q=%s", drawOne(r, c.names)) }, nil)
}

func (c *cases) records() {
	theirOne := func(r *rand.Rand) httpRequest {
		a := get("/api/collections/freelancers/records/r%014d", drawOne(r, c.freelancer))
		if c.yard != nil {
			a.token = c.yard.token
		}
		return a
	}
	c.add("one freelancer", func(r *rand.Rand) httpRequest {
		return c.get("/api/freelancer/%d", drawOne(r, c.freelancer))
	}, theirOne)
	c.add("one project", func(r *rand.Rand) httpRequest { return c.get("/api/project/%d", 1+r.Int64N(c.projects)) }, nil)
	c.add("the start page", func(*rand.Rand) httpRequest { return c.get("/api/dashboard") }, nil)
}

func (c *cases) changes() {
	change := func(name string, ours, theirs source) {
		c.out = append(c.out, pair{name: name, ours: workload{write: ours}, theirs: workload{write: theirs}})
	}
	change("change of a description", c.edit("description"), c.theirEdit("description"))
	change("change of a last name", c.edit("lastName"), c.theirEdit("lastName"))
	change("new freelancer", c.create, c.theirCreate)
	change("status change of a project", c.toggleProject(), c.theirEdit("status"))
	change("application refused", c.refuse, c.theirEdit("status"))
}

// mixed are pages with one write among twenty requests, of every kind.
func (c *cases) mixed() {
	kinds := []struct {
		name         string
		ours, theirs source
	}{
		{"changes", c.edit("description"), c.theirEdit("description")},
		{"new names", c.edit("lastName"), c.theirEdit("lastName")},
		{"new freelancers", c.create, c.theirCreate},
		{"status changes", c.toggleProject(), c.theirEdit("status")},
	}
	for _, k := range kinds {
		for _, of := range c.out[:3] {
			of.name += " with " + k.name
			of.writes, of.ours.write, of.theirs.write = 5, k.ours, k.theirs
			c.out = append(c.out, of)
		}
		c.out = append(c.out, pair{
			name: "freelancers, part of a name with " + k.name, writes: 5,
			ours:   workload{reads(func(r *rand.Rand) httpRequest { return c.namePart(r, c.full) }), k.ours},
			theirs: workload{reads(c.theirNamePart), k.theirs},
		})
	}
}

// scoped are the lists of somebody who sees one client.
func (c *cases) scoped() {
	own := c.clients[len(c.clients)-1]
	theirs := func(*rand.Rand) httpRequest {
		return c.page("projects", fmt.Sprintf("(clientName='%s')", unescape(own)), 0)
	}
	lists := []pair{
		{
			name: "scoped: projects", ours: workload{read: c.scopedReads("/api/project?limit=10")},
			theirs: workload{read: reads(theirs)},
		},
		{name: "scoped: projects, status", ours: workload{read: reads(func(r *rand.Rand) httpRequest {
			return c.withToken(c.narrow, get("/api/project?limit=10&status=%s", drawOne(r, c.statuses)))
		})}},
		{name: "scoped: applications", ours: workload{read: c.scopedReads("/api/projectApplication?limit=10")}},
		{name: "scoped: freelancers", ours: workload{read: c.scopedReads("/api/freelancer?limit=10")}},
		{name: "scoped: freelancers, part of a name", ours: workload{read: reads(func(r *rand.Rand) httpRequest {
			return c.namePart(r, c.narrow)
		})}},
	}
	for _, l := range lists {
		c.out = append(c.out, l)
		l.name += " with new freelancers"
		l.writes, l.ours.write, l.theirs.write = 5, c.create, c.theirCreate
		c.out = append(c.out, l)
		l.name = l.name[:len(l.name)-len("new freelancers")] + "status changes"
		l.ours.write, l.theirs.write = c.toggleProject(), c.theirEdit("status")
		c.out = append(c.out, l)
	}
}

// scopedReads reads as somebody who sees one client.
func (c *cases) scopedReads(path string) source {
	return reads(func(*rand.Rand) httpRequest { return c.withToken(c.narrow, get("%s", path)) })
}

// word is one that nobody has yet.
func (c *cases) word() string { return strconv.FormatInt(c.made.Add(1), 36) }

func (c *cases) edit(field string) source {
	return c.people.change(func(_ *rand.Rand, of *versionedRecord) httpRequest {
		path := fmt.Sprintf("/api/freelancer/%d", of.id)
		return httpRequest{http.MethodPut, path, map[string]any{field: "Lomi" + letters(c.word())}, c.full, of.version}
	})
}

// letters writes a word without digits, which names do not have.
func letters(word string) string {
	out := []byte(word)
	for i, b := range out {
		if b <= '9' {
			out[i] = b - '0' + 'a'
		}
	}
	return string(out)
}

func (c *cases) theirEdit(field string) source {
	return func(r *rand.Rand) request {
		value := "Lomi" + letters(c.word())
		path := fmt.Sprintf("/api/collections/freelancers/records/r%014d", drawOne(r, c.freelancer))
		return request{httpRequest: httpRequest{http.MethodPatch, path, map[string]any{field: value}, c.yard.token, ""}}
	}
}

func (c *cases) create(*rand.Rand) request {
	word := c.word()
	body := map[string]any{
		"firstName": "Ka", "lastName": "Lomi" + letters(word), "email": word + "@example.net",
		"sendVerification": false,
	}
	return request{httpRequest: httpRequest{http.MethodPost, "/api/freelancer", body, c.full, ""}}
}

func (c *cases) theirCreate(*rand.Rand) request {
	word := c.word()
	body := map[string]any{
		"firstName": "Ka", "lastName": "Lomi" + letters(word), "email": word + "@example.net",
		"status": "UV", "skills": []int{},
	}
	return request{httpRequest: httpRequest{
		http.MethodPost, "/api/collections/freelancers/records", body, c.yard.token,
		"",
	}}
}

// toggleProject pauses a project, or resumes it.
func (c *cases) toggleProject() source {
	return c.open.change(func(_ *rand.Rand, of *versionedRecord) httpRequest {
		status := "PAUSED"
		if of.flag {
			status = "ACTIVE"
		}
		return httpRequest{
			http.MethodPost, "/api/project/changeStatus",
			map[string]any{"id": of.id, "status": status},
			c.full, "",
		}
	})
}

// refuse rejects an application that was not rejected yet; when there are no more, it begins again and is refused
// itself.
func (c *cases) refuse(*rand.Rand) request {
	id := c.reviewed[int(c.refused.Add(1)-1)%len(c.reviewed)]
	body := map[string]any{"status": "rm", "reason": "SKILLS", "notifyTalent": false}
	return request{httpRequest: httpRequest{
		http.MethodPut, fmt.Sprintf("/api/projectApplication/%d/status", id), body,
		c.full, "",
	}}
}
