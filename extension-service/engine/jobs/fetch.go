package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"
)

// fetchTime ends a fetch that no answer comes to. River itself waits for it for ever, and its workers with it.
const fetchTime = 5 * time.Second

// limited is a driver whose fetches end.
type limited[Tx any] struct{ riverdriver.Driver[Tx] }

// GetExecutor is that of the driver.
func (d limited[Tx]) GetExecutor() riverdriver.Executor {
	return limitedExecutor{d.Driver.GetExecutor()}
}

type limitedExecutor struct{ riverdriver.Executor }

// JobGetAvailable takes tickets for workers. What it has taken when its time is over nobody works on; it is asked for
// anew, since nobody holds its jobs.
func (e limitedExecutor) JobGetAvailable(ctx context.Context,
	p *riverdriver.JobGetAvailableParams,
) ([]*rivertype.JobRow, error) {
	ctx, stop := context.WithTimeout(ctx, fetchTime)
	defer stop()
	return e.Executor.JobGetAvailable(ctx, p)
}
