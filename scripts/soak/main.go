// Command soak has many signed-in people use the built service for minutes, each with time to think between two
// calls, on a database that it has filled to a given size. They make every call that reads, as the service describes
// them, and one that writes. It prints errors and waiting times by kind of call, the memory of the service over time,
// and the load of the machine; it fails when a call has failed. All of it is on a loopback address.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
)

type options struct {
	Users        int           `default:"500"     help:"People who are signed in."`
	Lasts        time.Duration `default:"5m"      help:"How long they work."`
	Think        time.Duration `default:"3s"      help:"How long somebody thinks between two calls, on average."`
	Projects     int           `default:"100000"  help:"Projects in the database."`
	Freelancers  int           `default:"1000000" help:"Freelancers in the database."`
	Applications int           `default:"5000000" help:"Applications in the database."`
	Beside       bool          `help:"Export, import and rebuild an index again and again beside them."`
	Within       time.Duration `help:"Fail when one call in a hundred takes longer than this."`
	Data         string        `default:"build/soak" type:"path" help:"Folder of the database; it is kept for the next run."`
	Binary       string        `default:"build/extension-service" type:"existingfile" help:"The service, built with -tags demo."`
}

func main() {
	var o options
	kong.Parse(&o, kong.Description("Have many people use the service."))
	o.Data = filepath.Join(o.Data, fmt.Sprintf("%d-%d-%d", o.Projects, o.Freelancers, o.Applications))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := soak(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		stop()
		os.Exit(1)
	}
}

func soak(ctx context.Context, o options) error {
	s, err := start(ctx, o)
	if err != nil {
		return err
	}
	defer s.stop()
	tokens, err := s.signInAll(ctx, o.Users)
	if err != nil {
		return err
	}
	calls, err := s.findCalls(ctx, tokens[0])
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stdout, "%d people, %d kinds of call, a call every %s each, for %s; load %s\n",
		o.Users, len(calls), o.Think, o.Lasts, machineLoad())
	ctx, cancel := context.WithTimeout(ctx, o.Lasts)
	defer cancel()
	finish := func() error { return nil }
	if o.Beside {
		finish = s.workBeside(ctx, tokens[0])
	}
	stopWatching := s.watch(os.Stdout, o.Lasts/10)
	found := s.useAll(ctx, calls, tokens, o.Think)
	stopWatching()
	failed := finish()
	found.print(os.Stdout)
	return errors.Join(found.failure(o.Within), failed, s.ended())
}
