package jobs

import "time"

const (
	lease      = 30 * time.Second // how long a holder that has died keeps a job from others
	queueLimit = time.Minute      // how long a job may wait for a worker before it is asked for again
)

type queue struct{}
