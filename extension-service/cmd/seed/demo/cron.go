package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"poolkeeper.example/extension-service/app"
)

// dryJobs are scheduled jobs that are only tried in the demo: they would mail people, or change what the demo shows.
var dryJobs = map[string]bool{
	"application.expireUnconfirmed": true, "application.resendFailed": true, "freelancer.duplicateScan": true,
	"note.digest": true, "pool.membershipExpiry": true, "project.closeExpired": true, "resource.orphanCleanup": true,
	"retention.consentReminder": true, "retention.purgeDeleted": true, "translation.coverageReport": true,
	"vms.compare": true,
}

// triggerJobs has every scheduled job run once as soon as the service works, as a person would have it: most are due at
// night, and until then nobody could see what they do.
func triggerJobs(ctx context.Context, p *app.Service) error {
	ctx, err := adminContext(ctx, p.DB)
	if err != nil {
		return err
	}
	calls := p.NewRehearsal(http.NotFoundHandler())
	answer, err := calls.Call(ctx, "scheduler.list", 0, object{})
	if err != nil {
		return err
	}
	var jobs []struct{ Name string }
	if err := json.Unmarshal(answer["results"], &jobs); err != nil {
		return err
	}
	for _, job := range jobs {
		run := object{"name": job.Name, "dryRun": dryJobs[job.Name]}
		if _, err := calls.Call(ctx, "scheduler.trigger", 0, run); err != nil {
			return fmt.Errorf("run of %s: %w", job.Name, err)
		}
	}
	return nil
}
