package app

import (
	"context"
	"fmt"

	"poolkeeper.example/extension-service/engine/jobs"
	"poolkeeper.example/extension-service/engine/monitor"
	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/config"
)

// connecting says how the database of these settings is reached. The job queue has connections of its own, which count
// among those of DB_CONNECTIONS.
func connecting(settings config.Settings) store.Connecting {
	return store.Connecting{
		Pooled:      settings.DBPooler == config.TransactionPooler,
		Connections: max(0, settings.DBConnections-jobs.QueueConnections),
	}
}

// checkConnections fails where PostgreSQL would refuse some of the connections that DB_CONNECTIONS allows. What is
// behind a pooler is the pooler's matter.
func (s *Service) checkConnections(ctx context.Context) error {
	if s.DB.Dialect() != store.Postgres || s.Settings.DBPooler == config.TransactionPooler {
		return nil
	}
	limit, err := s.DB.ConnectionLimit(ctx)
	if err != nil {
		return fmt.Errorf("look up how many connections PostgreSQL gives: %w", err)
	}
	if int64(s.Settings.DBConnections) > limit {
		return fmt.Errorf("DB_CONNECTIONS is %d, but PostgreSQL gives this role %d at most: lower the one, "+
			"or raise the other "+
			"(max_connections, or CONNECTION LIMIT of the role or database)", s.Settings.DBConnections, limit)
	}
	return nil
}

// poolReadings are the metrics of the connections to PostgreSQL: those of requests, and those of the job queue.
func (s *Service) poolReadings() []monitor.Reading {
	read := func(value func(p store.PoolState) float64) func(context.Context) (values, error) {
		return func(context.Context) (values, error) {
			out := values{}
			for pool, p := range map[string]store.PoolState{"requests": s.DB.PoolState(), "jobs": s.parts.jobs.PoolState()} {
				if p.Most > 0 {
					out[pool] = value(p)
				}
			}
			return out, nil
		}
	}
	return []monitor.Reading{
		{
			Name: "poolkeeper_db_connections_max", Help: "Connections to PostgreSQL that there may be.", Label: "pool",
			Read: read(func(p store.PoolState) float64 { return float64(p.Most) }),
		},
		{
			Name: "poolkeeper_db_connections_in_use", Help: "Connections to PostgreSQL that are in use.", Label: "pool",
			Read: read(func(p store.PoolState) float64 { return float64(p.InUse) }),
		},
		{
			Name: "poolkeeper_db_connection_waits_total", Help: "How often somebody has waited for a connection.",
			Label: "pool", Counter: true,
			Read: read(func(p store.PoolState) float64 { return float64(p.Waited) }),
		},
		{
			Name:  "poolkeeper_db_connection_wait_seconds_total",
			Help:  "For how long all of them have waited; its rate is how many wait at a time.",
			Label: "pool", Counter: true,
			Read: read(func(p store.PoolState) float64 { return p.WaitTime.Seconds() }),
		},
	}
}
