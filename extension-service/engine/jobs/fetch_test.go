package jobs

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"
)

// unresponsiveDatabase is a database that never answers.
type unresponsiveDatabase struct {
	riverdriver.Driver[any]
	riverdriver.Executor
}

func (d unresponsiveDatabase) GetExecutor() riverdriver.Executor { return d.Executor }

type deafExecutor struct{ riverdriver.Executor }

func (deafExecutor) JobGetAvailable(ctx context.Context, _ *riverdriver.JobGetAvailableParams) ([]*rivertype.JobRow,
	error,
) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// River waits for a fetch as long as the service runs.
func TestFetch_NeverAnswered_Ends(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		driver := limited[any]{unresponsiveDatabase{Executor: deafExecutor{}}}
		_, err := driver.GetExecutor().JobGetAvailable(context.Background(), nil)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a fetch that is never answered: %v", err)
		}
		if took := time.Since(began); took != fetchTime {
			t.Errorf("ended after %v, want %v", took, fetchTime)
		}
	})
}
