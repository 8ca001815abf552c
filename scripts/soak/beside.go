package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"strings"
	"time"
)

// importedPeople are the rows of each file that is imported.
const importedPeople = 10_000

// errEnded is when a kind of work is begun after the time is over.
var errEnded = errors.New("the time is over")

// work is a kind of large work that goes on beside the people, again and again until the time is over.
type work struct {
	name string
	once func(ctx context.Context, token string, turn int) error
}

func (s *service) works() []work {
	return []work{
		{"export of all applications", s.exportAll},
		{"import of people", s.importPeople},
		{"rebuild of the search index of people", s.rebuildIndex},
	}
}

// workBeside does all kinds of work side by side until ctx ends. It says how often each was begun, and is an
// error when one has failed.
func (s *service) workBeside(ctx context.Context, token string) (finish func() error) {
	results := make(chan error)
	works := s.works()
	for _, w := range works {
		go func() { results <- s.repeat(ctx, w, token) }()
	}
	return func() error {
		var failures error
		for range works {
			failures = errors.Join(failures, <-results)
		}
		return failures
	}
}

func (s *service) repeat(ctx context.Context, w work, token string) error {
	began, turns := time.Now(), 0
	for ctx.Err() == nil {
		if err := w.once(ctx, token, turns); err != nil && ctx.Err() == nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		turns++
	}
	fmt.Fprintf(os.Stdout, "%s: begun %d times in %.0f s\n", w.name, turns, time.Since(began).Seconds())
	return nil
}

// exportAll asks for the file of all applications and reads it to its end.
func (s *service) exportAll(ctx context.Context, token string, _ int) error {
	var export struct{ URL string }
	err := s.get(ctx, request{"POST", "/api/export/application", token, map[string]string{"format": "csv"}}, &export)
	if err != nil {
		return err
	}
	if a := s.send(ctx, request{"GET", export.URL, token, nil}); a.err != nil || a.status != http.StatusOK {
		return fmt.Errorf("download: %d, %w", a.status, a.err)
	}
	return nil
}

// importPeople uploads a file of people who are new, previews it and has it carried out.
func (s *service) importPeople(ctx context.Context, token string, turn int) error {
	var file struct{ ID string }
	if err := s.upload(ctx, token, peopleFile(time.Now().UnixMilli(), turn), &file); err != nil {
		return err
	}
	var started struct{ JobID string }
	upload := request{"POST", "/api/freelancer/import", token, map[string]string{"resourceId": file.ID}}
	if err := s.get(ctx, upload, &started); err != nil {
		return err
	}
	if err := s.awaitJob(ctx, token, "/api/job/"+started.JobID, "PLANNED"); err != nil {
		return err
	}
	run := request{"POST", "/api/freelancer/import/" + started.JobID + "/run", token, nil}
	if err := s.get(ctx, run, &struct{}{}); err != nil {
		return err
	}
	return s.awaitJob(ctx, token, "/api/job/"+started.JobID, "COMPLETED")
}

// peopleFile is a table of people whom no other file of this run has.
func peopleFile(mark int64, turn int) []byte {
	var b bytes.Buffer
	b.WriteString("First name,Last name,E-mail,City,Country,Skills\n")
	for i := range importedPeople {
		fmt.Fprintf(&b, "Ada%d,Soak%d,p%d.%d.%d@soak.example,Köln,DE,\"Go, SQL\"\n", i, mark, mark, turn, i)
	}
	return b.Bytes()
}

func (s *service) upload(ctx context.Context, token string, content []byte, out any) error {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	header := textproto.MIMEHeader{}
	header.Set("Content-Disposition", `form-data; name="resource"; filename="people.csv"`)
	header.Set("Content-Type", "text/csv")
	err := form.WriteField("allowedMimeType", "text/csv")
	part, partErr := form.CreatePart(header)
	if err := errors.Join(err, partErr); err != nil {
		return err
	}
	_, err = part.Write(content)
	if err := errors.Join(err, form.Close()); err != nil {
		return err
	}
	call, err := http.NewRequestWithContext(ctx, http.MethodPost, s.address+"/api/resource", &body)
	if err != nil {
		return err
	}
	call.Header.Set("Content-Type", form.FormDataContentType())
	call.Header.Set("Authorization", "Bearer "+token)
	return s.do(call).into(out)
}

// rebuildIndex has the index of people built anew.
func (s *service) rebuildIndex(ctx context.Context, token string, _ int) error {
	var started struct{ JobID string }
	if err := s.get(ctx, request{"POST", "/api/search/freelancer/rebuild", token, nil}, &started); err != nil {
		return err
	}
	return s.awaitJob(ctx, token, "/api/search/rebuild/"+started.JobID, "SUCCEEDED")
}

// awaitJob asks once a second until a job is in a state. It is an error when the job has failed.
func (s *service) awaitJob(ctx context.Context, token, path, state string) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		var job struct {
			State string
			Error json.RawMessage
		}
		if err := s.get(ctx, request{"GET", path, token, nil}, &job); err != nil {
			return err
		}
		switch {
		case job.State == state:
			return nil
		case strings.Contains(job.State, "FAIL"):
			return fmt.Errorf("%s: %s %s", path, job.State, job.Error)
		}
		select {
		case <-ctx.Done():
			return errEnded
		case <-tick.C:
		}
	}
}

// get makes a call and reads its answer.
func (s *service) get(ctx context.Context, r request, out any) error {
	if err := s.send(ctx, r).into(out); err != nil {
		return fmt.Errorf("%s %s: %w", r.method, r.path, err)
	}
	return nil
}

// into reads the answer; it is an error when the call was refused.
func (a answer) into(out any) error {
	if a.err != nil {
		return a.err
	}
	if a.status >= http.StatusBadRequest {
		return fmt.Errorf("%d %.300s", a.status, a.body)
	}
	if len(a.body) == 0 {
		return nil
	}
	return json.Unmarshal(a.body, out)
}
