package app

import (
	"context"
	"crypto/subtle"
	"net/netip"
	"slices"
	"syscall"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/adaptor"

	"poolkeeper.example/extension-service/domains/clients"
	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/monitor"
	"poolkeeper.example/extension-service/engine/search"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/fault"
)

// serveMetrics answers loopback, or whoever holds METRICS_TOKEN.
func (s *Service) serveMetrics(c fiber.Ctx) error {
	token := string(s.Settings.MetricsToken)
	peer, _ := netip.AddrFromSlice(c.RequestCtx().RemoteIP())
	credentials := c.Get(fiber.HeaderAuthorization)
	byToken := token != "" && subtle.ConstantTimeCompare([]byte(bearerOf(credentials)), []byte(token)) == 1
	// A forwarded request comes from a proxy on this machine, not from this machine.
	local := peer.Unmap().IsLoopback() && c.Get(fiber.HeaderXForwardedFor) == "" && token == ""
	if !byToken && !local {
		return fault.New(fault.NotFound, "NOT_FOUND", "there is no such call")
	}
	return adaptor.HTTPHandler(s.metrics.Handler())(c)
}

// watchWork tells the metrics and the traces of work from a queue.
func (s *Service) watchWork(queue string) store.Work {
	return func(ctx context.Context, kind string) (context.Context, func(outcome string, err error)) {
		began := time.Now()
		watched, finish := s.traces.StartWork(ctx, queue, kind)
		return watched, func(outcome string, err error) {
			s.metrics.ObserveWork(queue, kind, outcome, time.Since(began), err)
			finish(outcome, err)
		}
	}
}

// topics are those of the outbox.
var topics = []string{search.Topic, jobs.Topic, jobs.TaskTopic, clients.ContentTopic}

// backlog is how much waits somewhere, and since when the oldest of it does.
type backlog func(ctx context.Context) (n int64, oldest time.Time, err error)

// backlogs are what waits, by queue.
func (s *Service) backlogs() map[string]backlog {
	return map[string]backlog{
		monitor.Jobs: s.parts.jobs.Backlog, monitor.Schedule: s.parts.schedule.Backlog,
		monitor.Mail: s.parts.mail.Backlog,
	}
}

// outboxBacklog are what waits in the outbox, by topic.
func (s *Service) outboxBacklog() map[string]backlog {
	out := map[string]backlog{}
	for _, topic := range topics {
		out[topic] = func(ctx context.Context) (int64, time.Time, error) { return s.DB.Backlog(ctx, topic) }
	}
	return out
}

type values = map[string]float64

// depth and age read backlogs.
func depth(of map[string]backlog) func(context.Context) (values, error) {
	return eachOf(of, func(n int64, _ time.Time) float64 { return float64(n) })
}

func age(of map[string]backlog) func(context.Context) (values, error) {
	return eachOf(of, func(n int64, oldest time.Time) float64 {
		if n == 0 {
			return 0
		}
		return monitor.Age(oldest, time.Now())
	})
}

func eachOf(of map[string]backlog, value func(n int64, oldest time.Time) float64) func(context.Context) (values,
	error) {
	return func(ctx context.Context) (values, error) {
		out := values{}
		for name, read := range of {
			n, oldest, err := read(ctx)
			if err != nil {
				return out, err
			}
			out[name] = value(n, oldest)
		}
		return out, nil
	}
}

// readings are what is found out whenever somebody asks for the metrics. What all copies share is shown by one of them.
func (s *Service) readings() []monitor.Reading {
	return append(s.poolReadings(), []monitor.Reading{
		{
			Shared: true, Name: "poolkeeper_outbox_notes", Help: "Changes that something outside the database does not " +
				"follow yet.",
			Label: "topic", Read: depth(s.outboxBacklog()),
		},
		{
			Shared: true, Name: "poolkeeper_outbox_age_seconds",
			Help: "Age of the oldest of them: how far the search index is behind, for its topic.", Label: "topic",
			Read: age(s.outboxBacklog()),
		},
		{
			Shared: true, Name: "poolkeeper_queue_depth", Help: "Work that is due and that nobody has begun.", Label: "queue",
			Read: depth(s.backlogs()),
		},
		{
			Shared: true, Name: "poolkeeper_queue_age_seconds", Help: "Since when the oldest of it is due.", Label: "queue",
			Read: age(s.backlogs()),
		},
		{Shared: true, Name: "poolkeeper_mails", Help: "Mails that are kept, by state.", Label: "state", Read: s.readMails},
		{Name: "poolkeeper_check_up", Help: "Whether a part of the service works.", Label: "check", Read: s.readChecks},
		{
			Shared: s.Settings.SearchURL != "", Name: "poolkeeper_index_missing", Help: "Whether a type has no search " +
				"index, which is then built by itself.",
			Label: "type", Read: s.readMissing,
		},
		{
			Shared: true, Name: "poolkeeper_held", Help: "Whether the product waits after a restore until somebody releases it.",
			Read: func(ctx context.Context) (values, error) {
				onHold, err := s.isOnHold(ctx)
				return monitor.Flag(onHold), err
			},
		},
		{
			Shared: true, Name: "poolkeeper_vms_connections",
			Help:  "Active connections to vendor management systems that are paused, silent or have changed messages.",
			Label: "state", Read: s.readConnections,
		},
		{
			Shared: true, Name: "poolkeeper_vms_messages_quarantined", Help: "Messages of vendor management systems that " +
				"wait for a person.",
			Read: func(ctx context.Context) (values, error) {
				n, err := s.parts.domains.vms.Quarantined(ctx)
				return monitor.Value(float64(n)), err
			},
		},
		{
			Shared: true, Name: "poolkeeper_vms_refused_messages",
			Help: "Messages that did not show which vendor management system they are from, since the connections exist.",
			Read: func(ctx context.Context) (values, error) {
				n, err := s.parts.domains.vms.Connections.RefusedMessages(ctx)
				return monitor.Value(float64(n)), err
			},
		},
		{
			Shared: true, Name: "poolkeeper_vms_deliveries",
			Help:  "Messages to vendor management systems of the last 24 hours, by their state.",
			Label: "state", Read: s.readDeliveries,
		},
		{
			Shared: true, Name: "poolkeeper_vms_delayed",
			Help:  "Messages to vendor management systems that nothing sends until somebody acts, by what is in their way.",
			Label: "obstacle", Read: s.readDelayed,
		},
		{
			Shared: true, Name: "poolkeeper_backup_age_seconds",
			Help: "Age of the last backup, taken by the product or reported to it; missing before the first.",
			Read: s.readBackup,
		},
		{
			Name: "poolkeeper_disk_free_bytes", Help: "Room for the service where DATA_DIR lies.",
			Read: func(context.Context) (values, error) {
				free, _, err := s.disk()
				return monitor.Value(float64(free)), err
			},
		},
		{
			Name: "poolkeeper_disk_size_bytes", Help: "Size of the disk where DATA_DIR lies.",
			Read: func(context.Context) (values, error) {
				_, size, err := s.disk()
				return monitor.Value(float64(size)), err
			},
		},
	}...)
}

func (s *Service) readMails(ctx context.Context) (values, error) {
	states, err := s.parts.mail.States(ctx)
	out := values{}
	for state, n := range states {
		out[string(state)] = float64(n)
	}
	return out, err
}

func (s *Service) readConnections(ctx context.Context) (values, error) {
	out := values{}
	states, err := s.parts.domains.vms.Connections.Impaired(ctx)
	for state, names := range states {
		out[state] = float64(len(names))
	}
	return out, err
}

func (s *Service) readDeliveries(ctx context.Context) (values, error) {
	return valuesOf(s.parts.domains.vms.Deliveries(ctx))
}

func (s *Service) readDelayed(ctx context.Context) (values, error) {
	return valuesOf(s.parts.domains.vms.Delayed(ctx))
}

// valuesOf are counts as values of a metric, by the label that tells them apart.
func valuesOf[K ~string](counts map[K]int64, err error) (values, error) {
	out := values{}
	for label, n := range counts {
		out[string(label)] = float64(n)
	}
	return out, err
}

func (s *Service) readChecks(ctx context.Context) (values, error) {
	all, out := slices.Concat(s.Checks, s.parts.beside), values{}
	for i, err := range runChecks(ctx, all) {
		out[all[i].Name] = monitor.Flag(err == nil)[""]
	}
	return out, nil
}

// readMissing answers with what is known while the search engine does not say.
func (s *Service) readMissing(ctx context.Context) (values, error) {
	missing, out := s.missingIndexes(ctx), values{}
	if missing == nil {
		return out, nil
	}
	for _, typ := range s.parts.indexes.Types() {
		out[typ] = monitor.Flag(slices.Contains(*missing, typ))[""]
	}
	return out, nil
}

func (s *Service) readBackup(ctx context.Context) (values, error) {
	last, err := s.lastBackup(ctx)
	if err != nil || last == nil {
		return nil, err
	}
	return monitor.Value(monitor.Age(*last, time.Now())), nil
}

// disk is the room that is left, and the size of the disk, where DATA_DIR lies.
func (s *Service) disk() (free, size uint64, err error) {
	var fs syscall.Statfs_t
	err = syscall.Statfs(s.Settings.DataDir, &fs)
	return fs.Bavail * uint64(fs.Bsize), fs.Blocks * uint64(fs.Bsize), err
}
