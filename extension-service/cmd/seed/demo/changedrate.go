package demo

import (
	"context"
	"fmt"

	"poolkeeper.example/extension-service/engine/admin/decimal"
	"poolkeeper.example/extension-service/engine/admin/resource"
	"poolkeeper.example/extension-service/platform/role"
)

// raised is a rate of the demonstration that somebody has changed: whose, how many days ago, and by how much an hour.
type raised struct {
	freelancer int64
	ago        int
	byHour     int64
}

// raisedRates lie within a week, so that who looks for rates changed last week finds some at the first start.
var raisedRates = []raised{{1, 6, 5}, {2, 5, 3}, {4, 4, 8}, {5, 3, -4}, {6, 2, 6}, {8, 1, 2}}

// scheduleRates lets staff change the rates of some people, each on its day.
func (f *generator) scheduleRates() {
	for i, r := range raisedRates {
		author := f.actors[i%len(f.actors)]
		f.schedule(f.today.AddDate(0, 0, -r.ago), func(ctx context.Context) error {
			ctx = role.With(ctx, author)
			was, err := f.freelancers.Table.Get(ctx, r.freelancer)
			if err != nil {
				return fmt.Errorf("rate of freelancer %d: %w", r.freelancer, err)
			}
			now := was
			now.HourRate = new(*was.HourRate + decimal.FromInt(r.byHour))
			now.DayRate = new(*was.DayRate + decimal.FromInt(8*r.byHour))
			return f.freelancers.Table.Update(resource.WithAct(ctx, resource.Act{Action: "update"}), was, &now)
		})
	}
}
