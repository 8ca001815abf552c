package demo

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"poolkeeper.example/extension-service/app"
)

// planChanges plans what the clients of the demo have agreed on for the next year. Each is tried as one that a person
// plans, so they come after the records are stored.
func planChanges(ctx context.Context, p *app.Service, now time.Time) error {
	ctx, err := adminContext(ctx, p.DB)
	if err != nil {
		return err
	}
	clients, err := p.DB.IDs(ctx, "SELECT id FROM clients ORDER BY id LIMIT 3")
	if err != nil {
		return err
	}
	newYear := time.Date(now.Year()+1, time.January, 1, 0, 0, 0, 0, time.UTC)
	calls := p.NewRehearsal(http.NotFoundHandler())
	for _, plan := range []struct {
		path, note string
		body       object
		at         time.Time
	}{
		{
			fmt.Sprint("/api/client/", clients[0]), "Framework agreement of next year",
			object{"markupPct": 14.5},
			newYear,
		},
		{
			fmt.Sprint("/api/client/", clients[1]), "Framework agreement of next year",
			object{"markupPct": 11},
			newYear,
		},
		{
			fmt.Sprint("/api/rate/formula?scope=client&id=", clients[2]), "Fixed fee in place of a share",
			object{"billRateFormula": "payRate + 7.50"},
			now.AddDate(0, 0, 14).Truncate(time.Hour),
		},
		{
			"/api/setting/portal.url", "The portal moves",
			object{"value": "https://talents.poolkeeper.example"},
			now.AddDate(0, 0, 9).Truncate(time.Hour),
		},
	} {
		if _, err := calls.Call(ctx, "planned.create", 0, object{
			"method": "PUT", "path": plan.path, "body": plan.body, "effectiveAt": plan.at.UTC().Format(time.RFC3339),
			"note": plan.note,
		}); err != nil {
			return fmt.Errorf("planned change of %s: %w", plan.path, err)
		}
	}
	return nil
}
