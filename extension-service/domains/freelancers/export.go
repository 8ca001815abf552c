package freelancers

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
)

// ExportInput asks for everything that is kept of a person.
type ExportInput struct {
	Reason string `json:"reason" history:"reason" kind:"longtext" check:"required,min=3,max=500"`
}

const exportKind = "freelancer.export"

// exporting is the input of the job.
type exporting struct {
	FreelancerID int64 `json:"freelancerId"`
}

// Action names what is shown with the job.
func (exporting) Action() string { return "export" }

// ExportKind is the job that gathers what is kept of a person.
func (s *Service) ExportKind() jobs.Kind {
	return jobs.Kind{
		Name: exportKind, Run: s.runExport, Needs: func(*jobs.Job) []role.Permission {
			return []role.Permission{role.FreelancerExport}
		},
		Reach: func(ctx context.Context, j *jobs.Job) (bool, error) {
			var in exporting
			if err := j.DecodeInput(&in); err != nil {
				return false, err
			}
			_, err := s.Get(ctx, in.FreelancerID)
			return err == nil, err
		},
	}
}

// Export starts the subject access export, which is noted in the history of the record.
func (s *Service) Export(ctx context.Context, p *Freelancer, _ ExportInput) (jobs.Accepted, error) {
	entry := store.Entry{
		Entity: "freelancer", ID: p.ID, Version: p.Version, ClientID: p.BoundClientID,
		Act: resource.ActOf(ctx),
	}
	entry.About = store.Person{Entity: entry.Entity, ID: entry.ID} // the reason may speak of the person
	if err := s.deps.Audit(ctx, entry); err != nil {
		return jobs.Accepted{}, err
	}
	accepted, err := s.deps.Jobs.Start(ctx, exportKind, "freelancer", exporting{FreelancerID: p.ID})
	return accepted.Reply(ctx), err
}

// runExport writes one archive: the records as JSON, the files, and a sheet to read.
func (s *Service) runExport(ctx context.Context, r *jobs.Run) error {
	if !role.From(ctx).Can(role.FreelancerExport) || !role.From(ctx).Can(role.FreelancerPIIRead) {
		return resource.Forbidden(role.FreelancerExport, role.FreelancerPIIRead)
	}
	var in exporting
	if err := r.Input(&in); err != nil {
		return err
	}
	p, err := s.Get(ctx, in.FreelancerID)
	if err != nil {
		return err
	}
	id, err := s.storeArchive(ctx, p)
	if err != nil {
		return err
	}
	if err := r.Result(ctx, id); err != nil {
		return err
	}
	return r.Save(ctx, struct{}{}, jobs.Progress{Total: 1, Processed: 1})
}

// storeArchive writes the archive while it is being kept, so that no more of it than a piece is ever held in memory.
func (s *Service) storeArchive(ctx context.Context, p Freelancer) (string, error) {
	read, write := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = write.CloseWithError(s.archive(ctx, p, write)) // never fails
	}()
	id, err := s.deps.Files.Store(ctx, Archive{
		FreelancerID: p.ID, Name: "freelancer-" + p.Handle + ".zip",
		MimeType: "application/zip", Body: read,
	})
	_ = read.CloseWithError(err) // never fails; whoever still writes is told
	<-done
	return id, err
}

// dossier is the JSON of an export.
type dossier struct {
	MadeAt       time.Time          `json:"madeAt"`
	Freelancer   any                `json:"freelancer"`
	Merged       []any              `json:"mergedRecords"` // that were made part of it
	Bindings     []any              `json:"bindings"`
	Applications []any              `json:"applications"`
	Answers      []AnsweredQuestion `json:"answers"` // in words
	Mails        []mailLine         `json:"mails"`
	Erasures     []any              `json:"erasureRequests"`
	Records      any                `json:"records"` // by resource, of those that are no part of the others
	History      []any              `json:"history"`
}

// mailLine is one mail to the person.
type mailLine struct {
	Template  string    `json:"template"`
	Recipient string    `json:"recipient"`
	State     string    `json:"state"`
	Created   time.Time `json:"created"`
}

func (s *Service) archive(ctx context.Context, p Freelancer, to io.Writer) error {
	applications, err := s.deps.Applications.RecordsOf(ctx, p.ID)
	if err != nil {
		return err
	}
	d, err := s.dossier(ctx, p, applications)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return err
	}
	sheet, err := s.deps.Print(ctx, sheetOf(p, d.MadeAt, applications))
	if err != nil {
		return err
	}
	z := &packer{Writer: zip.NewWriter(to), names: map[string]bool{}}
	z.add("data.json", bytes.NewReader(text))
	z.add("summary.pdf", bytes.NewReader(sheet))
	files, err := s.filesOf(ctx, p.ID, uploaded)
	if err != nil {
		return err
	}
	for _, id := range files {
		if err := s.pack(ctx, z, id); err != nil {
			return err
		}
	}
	if z.err != nil {
		return z.err
	}
	return z.Close()
}

// packer adds files to an archive, each under a name of its own.
type packer struct {
	*zip.Writer
	names map[string]bool
	err   error
}

func (z *packer) add(name string, body io.Reader) {
	if z.err != nil {
		return
	}
	free := name
	for n := 2; z.names[free]; n++ {
		free = fmt.Sprintf("%s (%d)", name, n)
	}
	z.names[free] = true
	w, err := z.Create(free)
	if err == nil {
		_, err = io.Copy(w, body)
	}
	z.err = err
}

// pack adds an upload; one that is gone by now is left out.
func (s *Service) pack(ctx context.Context, z *packer, id string) error {
	name, body, err := s.deps.Files.Read(ctx, id)
	if fault.KindOf(err) == fault.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	z.add("files/"+strings.ReplaceAll(name, "/", "_"), body)
	return body.Close()
}

func (s *Service) dossier(ctx context.Context, p Freelancer, applications []ApplicationRecord) (d dossier, err error) {
	d = dossier{MadeAt: s.Now(), Answers: []AnsweredQuestion{}}
	for _, b := range applications {
		d.Answers = append(d.Answers, b.Answers...)
	}
	if d.Freelancer, err = withoutOthers(resource.Show(&p)); err != nil {
		return d, err
	}
	parts, err := s.partsOf(ctx, p.ID)
	if err != nil {
		return d, err
	}
	if d.Merged, err = ownAll(parts, func(p *Freelancer) any { return resource.Show(p) }); err != nil {
		return d, err
	}
	if d.Applications, err = ownAll(applications, func(b *ApplicationRecord) any { return b.Record }); err != nil {
		return d, err
	}
	v, e := new(BoundClient), new(Erasure)
	bindings, err := s.Bindings.List(ctx, query.All(v, mostPairs, query.Where(v, &v.FreelancerID, p.ID)))
	if err != nil {
		return d, err
	}
	if d.Bindings, err = ownAll(bindings.Rows, func(v *BoundClient) any { return resource.Show(v) }); err != nil {
		return d, err
	}
	erasures, err := s.erasures.List(ctx, query.All(e, mostPairs, query.Where(e, &e.FreelancerID, p.ID)))
	if err != nil {
		return d, err
	}
	if d.Erasures, err = ownAll(erasures.Rows, func(e *Erasure) any { return resource.Show(e) }); err != nil {
		return d, err
	}
	if d.Mails, err = s.mailsTo(ctx, p.ID); err != nil {
		return d, err
	}
	if d.Records, err = s.otherRecords(ctx, p.ID); err != nil {
		return d, err
	}
	lines, err := s.deps.Traces.History(ctx, p.ID)
	if err != nil {
		return d, err
	}
	d.History, err = ownAll(lines, func(l *resource.Line) any {
		if l.Actor.Kind != "freelancer" {
			l.Actor = resource.Actor{Kind: l.Actor.Kind} // who of the staff it was concerns them
		}
		l.CausedBy = nil
		return l
	})
	return d, err
}

// others are what a record says of other people: of staff, and of whom somebody might be confused with; and what is
// between the marketplace and its clients: what they pay, and how that is computed.
var others = []string{
	"createdBy", "lastUpdatedBy", "deletedBy", "statusChangedBy", "invitedBy", "answeredBy", "sentBy", "duplicates",
	// the text of a note names staff by their ids
	"authorId", "assigneeId", "assigneeName", "doneBy", "mentions", "summary", "isEditable",
	"billRate", "rateBreakdown", "formulaVersionId", "outboundSnapshotId", "payloadHash",
}

// withoutOthers is a record without what it says of other people.
func withoutOthers(record any) (any, error) {
	text, err := json.Marshal(record)
	if err != nil {
		return nil, err
	}
	var out any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // amounts keep their digits
	if err := d.Decode(&out); err != nil {
		return nil, err
	}
	leaveOut(out)
	return out, nil
}

func leaveOut(value any) {
	switch v := value.(type) {
	case map[string]any:
		for _, name := range others {
			delete(v, name)
		}
		for _, inner := range v {
			leaveOut(inner)
		}
	case []any:
		for _, inner := range v {
			leaveOut(inner)
		}
	}
}

func ownAll[T any](rows []T, show func(*T) any) ([]any, error) {
	out := make([]any, len(rows))
	for i := range rows {
		var err error
		if out[i], err = withoutOthers(show(&rows[i])); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *Service) otherRecords(ctx context.Context, id int64) (any, error) {
	reported, err := s.deps.Records.RecordsAbout(ctx, id)
	if err != nil {
		return nil, err
	}
	return withoutOthers(reported.Records)
}

func (s *Service) mailsTo(ctx context.Context, id int64) ([]mailLine, error) {
	out := []mailLine{}
	var m mailLine
	var ms int64
	err := s.DB().Each(ctx, []any{&m.Template, &m.Recipient, &m.State, &ms}, func() error {
		m.Created = time.UnixMilli(ms).UTC()
		out = append(out, m)
		return nil
	}, `
		SELECT template, recipient, state, created
		  FROM mail_facts
		 WHERE entity = 'freelancer' AND entity_id = $1
		    OR entity = 'application' AND entity_id IN (SELECT a.id FROM application_facts a WHERE a.freelancer_id = $1)
		 ORDER BY id`, id)
	return out, err
}
