package demo

import (
	"context"
	"fmt"
	"slices"
	"time"

	"poolkeeper.example/extension-service/domains/applications"
	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/domains/projects"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// Sizes says how many records Seed makes.
type Sizes struct {
	Projects     int
	Freelancers  int
	Applications int // spread evenly over the projects
}

// Order is what Seed is asked for.
type Order struct {
	Sizes
	Now      time.Time
	Progress func(done, of int) // is called after every batch
}

const (
	seedChunk  = 10_000 // projects of one transaction, so that a long run can be watched and stopped
	seedModels = 1_200  // projects that are thought up; the others are like them
	seedDays   = 3 * 365
)

// Seed adds freelancers, projects and applications in any number, for measuring: as complete as those of Fill, but
// without audit entries and outbox notes, so that the search index needs a rebuild afterwards. It makes the demo's
// clients when there are none.
func Seed(ctx context.Context, db *store.DB, o Order) error {
	f := newFiller(db, o.Now)
	ctx = role.AsSystem(ctx, "seed")
	if err := f.findActors(ctx); err != nil {
		return err
	}
	if err := f.findClients(ctx); err != nil {
		return err
	}
	s := &seeder{
		generator: f, sizes: o.Sizes, models: f.models(min(seedModels, o.Projects)),
		crowd: f.newCrowd(o.Freelancers), samples: map[applications.Status]int64{},
	}
	if err := s.readHandles(ctx); err != nil {
		return err
	}
	if err := s.seedCrowd(ctx); err != nil {
		return fmt.Errorf("seed freelancers: %w", err)
	}
	for done := 0; done < o.Projects; {
		n := min(seedChunk, o.Projects-done)
		if err := s.chunk(ctx, done, n); err != nil {
			return fmt.Errorf("seed project %d and on: %w", done, err)
		}
		done += n
		o.Progress(done, o.Projects)
	}
	return db.RefreshStatistics(ctx)
}

type seeder struct {
	*generator
	sizes       Sizes
	models      []*plan
	first       int64 // id of the first model
	crowd       *crowd
	samples     map[applications.Status]int64 // ids of applications that the others are like
	usedHandles map[string]bool               // handles that exist
	walked      uint64                        // handles that were looked at
}

// findClients takes the clients there are, or makes those of the demo.
func (f *generator) findClients(ctx context.Context) error {
	page, err := f.clients.List(ctx, query.Query{Limit: 1000, Sort: byID[clients.Client]()})
	if err != nil {
		return err
	}
	if len(page.Rows) == 0 {
		return f.db.Write(ctx, f.fillClients)
	}
	entities, err := f.clients.Entities.List(ctx, query.Query{Limit: 100_000, Sort: byID[clients.LegalEntity]()})
	if err != nil {
		return err
	}
	for i, c := range page.Rows {
		m := madeClient{demoClient: houses[i%len(houses)], client: c}
		for _, e := range entities.Rows {
			if e.ClientID == c.ID {
				m.entities = append(m.entities, e.ID)
			}
		}
		f.made = append(f.made, m)
	}
	return nil
}

// byID is the order of creation.
func byID[T any, P resource.Entity[T]]() []query.Sort {
	v := new(T)
	return []query.Sort{{Field: field.At(v, &P(v).Base().ID)}}
}

// models thinks projects up; one in fifty lies in the trash.
func (f *generator) models(n int) []*plan {
	out := make([]*plan, n)
	for i := range out {
		status := statusOf(i % livingProjects)
		if i%50 == 49 {
			status = projects.Deleted
		}
		out[i] = f.planProject(i, status)
	}
	return out
}

func (s *seeder) readHandles(ctx context.Context) error {
	s.usedHandles = map[string]bool{}
	var h string
	return s.db.Each(ctx, []any{&h}, func() error {
		s.usedHandles[h] = true
		return nil
	}, "SELECT handle FROM projects UNION SELECT handle FROM applications UNION SELECT handle FROM freelancers")
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// handle is the next one that nobody has.
func (s *seeder) handle(prefix string) string {
	for {
		s.walked++
		if h := handleOf(prefix, s.walked); !s.usedHandles[h] {
			return h
		}
	}
}

// handleOf is the nth of all handles, in steps that meet each once.
func handleOf(prefix string, n uint64) string {
	n = n * 0x2545F491 % (1 << 30)
	b := []byte(prefix + "-000000")
	for i := len(prefix) + 1; i < len(b); i++ {
		b[i] = crockford[n%32]
		n /= 32
	}
	return string(b)
}

// varying are the columns in which a project differs from its model.
var varying = []string{
	"handle", "title", "title_fold", "created", "last_updated", "status_changed_at", "closed_at", "deleted_at",
}

// chunk writes n projects and what belongs to them in one transaction.
func (s *seeder) chunk(ctx context.Context, done, n int) error {
	rows := make([]projects.Project, n)
	for i := range rows {
		rows[i] = s.project(done + i)
	}
	return s.db.Write(ctx, func(ctx context.Context) error {
		first, err := s.write(ctx, rows, done)
		if err != nil {
			return err
		}
		var apps []applications.Application
		for i := range rows {
			rows[i].ID = first + int64(i)
			if apps = s.applicationsOf(apps, &rows[i], done+i); len(apps) >= seedChunk {
				if err := s.insertApplications(ctx, apps); err != nil {
					return err
				}
				apps = apps[:0]
			}
		}
		return s.insertApplications(ctx, apps)
	})
}

// offered are the columns in which an application differs from the one it is like, which has the same status.
var offered = []string{
	"handle", "project_id", "project_title", "project_title_fold", "project_handle", "vms_id", "client_id",
	"legal_entity_id", "freelancer_id",
	"freelancer_name", "freelancer_name_fold", "created", "last_updated", "status_changed_at", "rate_unit", "currency",
}

// insertApplications inserts applications: the first of each status as they are, all others as what differs from it.
func (s *seeder) insertApplications(ctx context.Context, apps []applications.Application) error {
	var models []applications.Application
	for _, a := range apps {
		if _, ok := s.samples[a.Status]; !ok {
			s.samples[a.Status] = 0
			models = append(models, a)
		}
	}
	if len(models) > 0 {
		first, err := s.applications.Load(ctx, models)
		if err != nil {
			return err
		}
		for i, a := range models {
			s.samples[a.Status] = first + int64(i)
		}
	}
	c := store.Copies{Columns: offered}
	for _, a := range apps {
		if len(models) > 0 && slices.ContainsFunc(models, func(m applications.Application) bool {
			return m.Handle == a.Handle
		}) {
			continue
		}
		c.Rows = append(c.Rows, []any{
			s.samples[a.Status], a.Handle, a.ProjectID, a.ProjectTitle, store.Fold(a.ProjectTitle), a.ProjectHandle, a.VMSID,
			a.ClientID, entityOf(a.LegalEntityID),
			a.FreelancerID, a.FreelancerName, store.Fold(a.FreelancerName), a.Created.UnixMilli(), a.LastUpdated.UnixMilli(),
			a.StatusChangedAt.UnixMilli(),
			a.RateUnit, a.Currency,
		})
	}
	if len(c.Rows) == 0 {
		return nil
	}
	_, err := s.applications.Multiply(ctx, c)
	return err
}

// entityOf is a legal entity as its column holds it.
func entityOf(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}

// write inserts projects. The first ones are the models; all others are written as what differs from theirs.
func (s *seeder) write(ctx context.Context, rows []projects.Project, done int) (int64, error) {
	if done == 0 {
		first, err := s.projects.Load(ctx, rows[:len(s.models)])
		if err != nil {
			return 0, err
		}
		s.first = first
		if len(rows) > len(s.models) {
			_, err = s.write(ctx, rows[len(s.models):], len(s.models))
		}
		return first, err
	}
	c := store.Copies{Columns: varying, Rows: make([][]any, len(rows))}
	for i := range rows {
		p := &rows[i]
		c.Rows[i] = []any{
			s.first + int64((done+i)%len(s.models)), p.Handle, p.Title, store.Fold(p.Title), p.Created.UnixMilli(),
			p.LastUpdated.UnixMilli(),
			p.StatusChangedAt.UnixMilli(), millis(p.ClosedAt), millis(p.DeletedAt),
		}
	}
	return s.projects.Multiply(ctx, c)
}

// millis is an instant as its column holds it.
func millis(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

// project is the nth: like its model, in a lot of its own, at its own time.
func (s *seeder) project(n int) projects.Project {
	m := s.models[n%len(s.models)]
	p := m.p
	if lot := n / len(s.models); lot > 0 {
		p.Title = fmt.Sprintf("%s, lot %d", p.Title, lot)
	}
	age := time.Duration(seedDays*24) * time.Hour
	p.Created = s.today.Add(-age + age/time.Duration(s.sizes.Projects)*time.Duration(n)).Truncate(time.Millisecond)
	p.LastUpdated = p.Created.Add(s.today.Sub(p.Created) / time.Duration(2+n%7)).Truncate(time.Millisecond)
	p.Version, p.CreatedBy, p.LastUpdatedBy, p.Handle = 1, s.actors[0].Name, s.actors[0].Name, s.handle("P")
	p.Status, p.StatusReason, p.StatusChangedAt, p.StatusChangedBy = m.status, m.reason, p.LastUpdated, p.CreatedBy
	p.PositionsFilled, p.AutoCloseWhenFilled = 0, new(m.of.client.AutoCloseWhenFilled)
	if p.Status == projects.Closed {
		p.ClosedAt = p.LastUpdated
	}
	if p.Status == projects.Deleted {
		p.DeletedAt, p.DeletedBy = p.LastUpdated, p.CreatedBy
	}
	return p
}

// applicationsOf adds the applications of the nth project.
func (s *seeder) applicationsOf(list []applications.Application, p *projects.Project,
	n int,
) []applications.Application {
	m := *s.models[n%len(s.models)]
	m.p = *p
	m.created, m.changed = p.Created, p.LastUpdated
	for i := range share(s.sizes.Applications, s.sizes.Projects, n) {
		status := s.pickStatus()
		if p.Status == projects.Closed || p.Status == projects.Deleted {
			status = applications.Withdrawn
		}
		a := s.application(&m, (n*13+i*7)%roster, status)
		if s.crowd.size > 0 {
			one := (n*1013 + i*7919) % s.crowd.size
			first, last := s.crowd.name(one)
			a.FreelancerID, a.FreelancerName = s.crowd.base+1+int64(one), first+" "+last
		}
		a.ProjectID, a.ProjectHandle, a.VMSID, a.Handle = p.ID, p.Handle, p.VMSID, s.handle("A")
		a.Version, a.CreatedBy, a.LastUpdated, a.LastUpdatedBy = 1, p.CreatedBy, a.StatusChangedAt, p.CreatedBy
		list = append(list, *a)
	}
	return list
}
