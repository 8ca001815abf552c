package app

import (
	"context"
	"errors"
	"maps"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/status"
)

func (s *Service) newStatus() *status.Service {
	host, err := os.Hostname()
	if err != nil {
		s.Log.Warn("the name of this machine", "err", err)
	}
	return status.New(status.Deps{
		DB: s.DB, Clock: time.Now, Log: s.Log, Version: version(), Look: s.checkParts, Queues: s.countWaiting,
		Host:   net.JoinHostPort(host, strconv.Itoa(s.Settings.Port)), // of several copies on one machine
		Disk:   s.disk,
		Backup: s.lastBackup, Derivations: s.DB.Derivations(), Derive: s.DB.DeriveAll,
	})
}

// checkParts asks the parts that /readyz asks, and those beside.
func (s *Service) checkParts(ctx context.Context) []status.Part {
	all := slices.Concat(s.Checks, s.parts.beside)
	errs, out := runChecks(ctx, all), make([]status.Part, len(all))
	for i, c := range all {
		out[i] = status.Part{Name: c.Name, State: status.OK}
		if err := errs[i]; err != nil {
			out[i].State, out[i].Detail = status.Down, err.Error()
			out[i].Code = damageCode(err)
			if missing, is := errors.AsType[*missingError](err); is {
				out[i].Progress = missing.progress()
			}
			if c.Soft {
				out[i].State = status.Degraded
			}
		}
	}
	return out
}

const (
	outsideEvery = 30 * time.Second // since each question is a connection to another machine
	indexLate    = time.Minute
	queueLate    = 15 * time.Minute
	leastFree    = 10 // a tenth of the disk
)

// checksBeside are those of the disk and of the queues, and of the other machines that the settings name.
func (s *Service) checksBeside() []Check {
	out := []Check{
		{Name: "disk", Soft: true, Probe: func(context.Context) error { return s.roomLeft() }},
		{Name: "queues", Soft: true, Probe: s.onTime},
		{Name: "licence", Soft: true, Probe: func(context.Context) error { return s.parts.content.Licence().Err() }},
		{Name: "vms", Soft: true, Probe: s.connected},
		{Name: "derived", Soft: true, Probe: func(ctx context.Context) error { return s.parts.status.CheckDerived(ctx) }},
	}
	outside := func(name string, check func(ctx context.Context) error) {
		out = append(out, Check{Name: name, Soft: true, Probe: (&probe{check: check, every: outsideEvery}).Check})
	}
	if s.Settings.OwnSecret && !s.Settings.Loopback() {
		out = append(out, Check{Name: "secrets", Soft: true, Probe: func(context.Context) error { return errOwnSecret }})
	}
	if s.Settings.S3URL != "" {
		outside("files", s.parts.files.Ping)
	}
	if scanner := s.parts.files.Scanner; scanner != nil {
		outside("scanner", scanner.Ping)
	}
	if s.Settings.SMTPURL != "" {
		outside("mail", s.parts.mail.Ping)
	}
	if stream := s.parts.stream; stream != nil {
		out = append(out, Check{Name: "audit", Soft: true, Probe: func(context.Context) error { return stream.Failure() }})
	}
	return out
}

// connected names the connections to vendor management systems that something is wrong with: a line for each state.
func (s *Service) connected(ctx context.Context) error {
	states, err := s.parts.domains.vms.Connections.Impaired(ctx)
	if err != nil {
		return err
	}
	var parts []string
	for _, state := range slices.Sorted(maps.Keys(states)) {
		if names := states[state]; len(names) > 0 {
			parts = append(parts, state+": "+strings.Join(names, ", "))
		}
	}
	if len(parts) > 0 {
		return errors.New(strings.Join(parts, "\n"))
	}
	return nil
}

// What the status page puts into the reader's words.
var (
	errOwnSecret = errors.New("besideTheData") // a service for many whose secret lies beside what it protects
	errLowRoom   = errors.New("low")           // less than a tenth of the disk is free
)

// roomLeft says whether the disk is nearly full.
func (s *Service) roomLeft() error {
	free, size, err := s.disk()
	if err == nil && free*leastFree < size {
		err = errLowRoom
	}
	return err
}

// onTime names the queues whose oldest work has waited for too long; after a restore they wait for whoever releases it.
func (s *Service) onTime(ctx context.Context) error {
	onHold, err := s.isOnHold(ctx)
	if err != nil || onHold {
		return err
	}
	waiting, err := s.countWaiting(ctx)
	var late []string
	for _, w := range waiting {
		limit := queueLate
		if w.Name == search.Topic {
			limit = indexLate
		}
		if w.N > 0 && time.Since(w.Oldest) > limit {
			late = append(late, w.Name)
		}
	}
	if len(late) > 0 {
		err = errors.New(strings.Join(late, ", "))
	}
	return err
}

// countWaiting tells what waits in the queues and in the outbox.
func (s *Service) countWaiting(ctx context.Context) (out []status.Waiting, err error) {
	of := s.outboxBacklog()
	maps.Copy(of, s.backlogs())
	for _, name := range slices.Sorted(maps.Keys(of)) {
		w := status.Waiting{Name: name}
		if w.N, w.Oldest, err = of[name](ctx); err != nil {
			return out, err
		}
		out = append(out, w)
	}
	return out, nil
}
