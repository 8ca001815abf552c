package jobs_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// count is the input of a job.
type count struct {
	UpTo int64 `json:"upTo"`
}

// A kind is registered once, before anything runs. Its work is done in chunks: results and checkpoint are kept in the
// transaction of the chunk, so that a pass after a crash goes on where the last one stood.
func ExampleService_Register() {
	ctx := role.With(context.Background(), &role.Caller{Kind: role.Admin, ID: 1, Name: "Ada"})
	service, db, closeIt := serviceOfJobs(ctx)
	defer closeIt()

	service.Register(jobs.Kind{Name: "count", Run: func(ctx context.Context, r *jobs.Run) error {
		var in count
		if err := r.Input(&in); err != nil {
			return err
		}
		next := int64(1)
		if _, err := r.Checkpoint(&next); err != nil {
			return err
		}
		for ; next <= in.UpTo; next++ {
			err := db.Write(ctx, func(ctx context.Context) error {
				if err := r.Report(ctx, jobs.Row{Title: fmt.Sprint("number ", next), OK: true}); err != nil {
					return err
				}
				return r.Save(ctx, next+1, jobs.Progress{Phase: "COUNT", Total: in.UpTo, Processed: next, Updated: next})
			})
			if err != nil {
				return err
			}
		}
		return nil
	}})
	running, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		service.Run(running)
	}()

	accepted, err := service.Start(ctx, "count", "number", count{UpTo: 3})
	if err != nil {
		panic(err)
	}
	job := awaitEnd(ctx, service, accepted.JobID)
	fmt.Println(job.OwnerName, job.State, job.Processed, "of", job.Total)
	stop()
	<-done // what is at work has come to a halt
	// Output: Ada COMPLETED 3 of 3
}

// serviceOfJobs keeps jobs in a database of its own, which closeIt removes. The accounts of its owners are always open.
func serviceOfJobs(ctx context.Context) (service *jobs.Service, db *store.DB, closeIt func()) {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	url := filepath.Join(dir, "example.db")
	if db, err = openDatabase(url); err != nil {
		panic(err)
	}
	service = jobs.New(jobs.Deps{
		DB: db, URL: url, Dir: dir, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: time.Now,
		Audit: func(context.Context, ...store.Entry) error { return nil },
		Caller: func(context.Context, int64) (*role.Caller, error) {
			owner := *role.From(ctx)
			return &owner, nil
		},
		Recheck: func(context.Context, *role.Caller) error { return nil },
	})
	return service, db, func() {
		db.Close()
		os.RemoveAll(dir)
	}
}

// awaitEnd looks at a job until it has ended, as the panel does.
func awaitEnd(ctx context.Context, service *jobs.Service, id string) jobs.Job {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		job, err := service.Find(ctx, id)
		if err != nil {
			panic(err)
		}
		if !job.IsOpen() {
			return job
		}
		<-tick.C
	}
}
