package imports

import (
	"context"
	"slices"

	"poolkeeper.example/extension-service/engine/admin/enum"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/platform/fault"
	"poolkeeper.example/extension-service/platform/role"
	"poolkeeper.example/extension-service/platform/spreadsheet"
)

// From is an uploaded file with how it is to be read, as far as somebody knows better.
type From struct {
	ResourceID string           `json:"resourceId" check:"required,max=64"`
	Encoding   string           `json:"encoding"   check:"max=20"`
	Delimiter  string           `json:"delimiter"  check:"max=3"`
	Columns    []Column[string] `json:"columns"    check:"max=200"`
}

// Inspected is how a file is read, and what its columns may be taken for.
type Inspected struct {
	File   File[string]            `json:"file"`
	Fields []resource.ImportColumn `json:"fields"`
}

// PreviewRequest asks for the preview of an import.
type PreviewRequest struct {
	From

	Existing   Existing   `json:"existing"`   // default: LEAVE
	Duplicates Duplicates `json:"duplicates"` // default: LEAVE
}

// Existing says what becomes of records that are there.
type Existing string

// Duplicates says what becomes of rows that may be of a record that is there.
type Duplicates string

// The choices.
const (
	LeaveExisting    Existing   = "LEAVE"
	UpdateExisting   Existing   = "UPDATE"
	LeaveDuplicates  Duplicates = "LEAVE"
	CreateDuplicates Duplicates = "CREATE"
)

// Enum lists the choices.
func (Existing) Enum() enum.List {
	return enum.List{
		Name: "importExisting", Text: "import.existing",
		Values: enum.Strings([]Existing{LeaveExisting, UpdateExisting}),
	}
}

// Enum lists the choices.
func (Duplicates) Enum() enum.List {
	return enum.List{
		Name: "importDuplicates", Text: "import.duplicates",
		Values: enum.Strings([]Duplicates{LeaveDuplicates, CreateDuplicates}),
	}
}

// Order is the input of the job.
type Order struct {
	resource.ImportOrder

	ResourceID string `json:"resourceId"`
	// Locale is the language of who asked, in which the faulty rows are explained.
	Locale string `json:"locale"`
}

// Action names what the job is shown under.
func (Order) Action() string { return Kind }

// PlanQuery asks for rows of a preview.
type PlanQuery struct {
	JobID string              `path:"jobId"`
	Kind  resource.ImportKind `query:"kind"`
	resource.Window
}

type byJob struct {
	JobID string `path:"jobId"`
}

// Endpoints are the calls of every resource that records can be brought into.
func (s *Service) Endpoints() []resource.Endpoint {
	var out []resource.Endpoint
	for _, r := range s.Registry.All() {
		m := r.Importer()
		if m == nil {
			continue
		}
		name, path, needs := r.Facts().Name, m.Path()+"/import", m.Needs()
		out = append(out, resource.Endpoint{
			Name: name + ".inspectImport", Method: "POST", Path: path + "/inspect", Needs: needs, Reads: true,
			Handle: resource.Handle(func(ctx context.Context, in From) (Inspected, error) {
				out, _, err := s.inspect(ctx, m, in)
				return out, err
			}),
		}, resource.Endpoint{
			Name: name + ".import", Method: "POST", Path: path, Needs: needs, Idempotent: true,
			Handle: resource.Handle(func(ctx context.Context, in PreviewRequest) (jobs.Accepted, error) {
				return s.start(ctx, name, m, in)
			}),
		}, resource.Endpoint{
			Name: name + ".importPlan", Method: "GET", Path: path + "/{jobId}", Needs: needs,
			Handle: resource.Handle(func(ctx context.Context, q PlanQuery) (Plan, error) { return s.planFor(ctx, name, q) }),
		}, resource.Endpoint{
			Name: name + ".runImport", Method: "POST", Path: path + "/{jobId}/run", Needs: needs,
			Handle: resource.Handle(func(ctx context.Context, in byJob) (jobs.Accepted, error) {
				return s.carryOut(ctx, name, in.JobID)
			}),
		})
	}
	return out
}

// inspect finds out how a file is read. VALIDATION for what cannot be.
func (s *Service) inspect(ctx context.Context, m *resource.Importer, in From) (Inspected, spreadsheet.Notation, error) {
	fields, columns := s.fields(ctx, m)
	out, none := Inspected{Fields: columns}, spreadsheet.Notation{}
	bad := fault.Validation()
	checkOneOf(bad, "encoding", in.Encoding, spreadsheet.Encodings)
	checkOneOf(bad, "delimiter", in.Delimiter, Delimiters)
	if err := bad.OrNil(); err != nil {
		return out, none, err
	}
	name, content, err := Content(ctx, s.Files, in.ResourceID, "")
	if err != nil {
		return out, none, err
	}
	out.File = File[string]{ResourceID: in.ResourceID, Name: name, Encoding: in.Encoding, Delimiter: in.Delimiter}
	_, notation, err := out.File.Inspect(content, Inspection[string]{Fields: fields, Chosen: in.Columns})
	if isFound := slices.ContainsFunc(out.File.Columns, func(c PlannedColumn[string]) bool {
		return c.Field == "id" || c.Field == "handle"
	}); isFound { // the rows are of records that are there
		out.File.Missing = []string{}
	}
	return out, notation, err
}

// checkOneOf adds to bad a value that is there and is none of those there are.
func checkOneOf(bad *fault.Error, at, value string, values []string) {
	if value != "" && !slices.Contains(values, value) {
		bad.Field(at, "validation.oneOf", map[string]any{"values": values})
	}
}

// start asks for the preview of an import. VALIDATION while somebody has to say how the file is read.
func (s *Service) start(
	ctx context.Context, entity string, m *resource.Importer, in PreviewRequest,
) (jobs.Accepted, error) {
	read, notation, err := s.inspect(ctx, m, in.From)
	if err != nil {
		return jobs.Accepted{}, err
	}
	if read.File.NeedsDecision() {
		return jobs.Accepted{}, fault.Validation().Field("columns", "pool.file.error.waits", nil)
	}
	order := Order{ResourceID: in.ResourceID, Locale: role.From(ctx).Locale, ImportOrder: resource.ImportOrder{
		Notation: notation, Updates: in.Existing == UpdateExisting, Anyway: in.Duplicates == CreateDuplicates,
	}}
	for _, c := range read.File.Columns {
		order.Columns = append(order.Columns, resource.ImportTarget{Field: c.Field, Clears: c.Clears})
	}
	var out jobs.Accepted
	err = s.DB.Write(ctx, func(ctx context.Context) (err error) {
		if out, err = s.Jobs.Start(ctx, Kind, entity, order); err != nil {
			return err
		}
		return s.insertPlan(ctx, &plan{jobID: out.JobID, entity: entity, upload: in.ResourceID, file: read.File})
	})
	return out.Reply(ctx), err
}

// ownPlan is an import of a resource that the caller has begun. NOT_FOUND.
func (s *Service) ownPlan(ctx context.Context, entity, jobID string) (*plan, jobs.Job, error) {
	none := fault.New(fault.NotFound, "NOT_FOUND", "no import %s", jobID)
	j, err := s.Jobs.Find(ctx, jobID)
	if err != nil {
		return nil, j, err
	}
	p, err := s.planBy(ctx, jobID)
	if err == nil && (p.entity != entity || j.OwnerID != role.From(ctx).ID) {
		err = none
	}
	return p, j, err
}

// carryOut lets an import run as it was previewed, once. PLAN_EXPIRED.
func (s *Service) carryOut(ctx context.Context, entity, jobID string) (out jobs.Accepted, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context) error {
		p, j, err := s.ownPlan(ctx, entity, jobID)
		if err != nil {
			return err
		}
		if p.isUsed || s.Now().After(p.expires) || j.State != jobs.Planned {
			return fault.New(fault.Conflict, "PLAN_EXPIRED", "the preview of import %s cannot be carried out any more", jobID)
		}
		if _, err := s.DB.Exec(ctx, "UPDATE imports SET used = 1 WHERE job_id = $1", jobID); err != nil {
			return err
		}
		return s.Jobs.Continue(ctx, jobID)
	})
	return jobs.Accepted{JobID: jobID, StatusURL: "/api/job/" + jobID}.Reply(ctx), err
}
