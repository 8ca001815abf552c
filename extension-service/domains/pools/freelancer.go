package pools

import (
	"context"
	"slices"
	"time"

	"poolkeeper.example/extension-service/domains/freelancers"
	"poolkeeper.example/extension-service/engine/admin/field"
	"poolkeeper.example/extension-service/engine/admin/query"
	"poolkeeper.example/extension-service/platform/role"
)

// freelancersByID returns of freelancers what rules look at, whoever asks; who is not there is left out.
func (d Deps) freelancersByID(ctx context.Context, ids []int64) (map[int64]freelancers.Freelancer, error) {
	f := new(freelancers.Freelancer)
	return d.Freelancers.ByID(role.AsSystem(ctx, "pool"), ids,
		field.AllAt(f, &f.ID, &f.Handle, &f.Name, &f.Email, &f.Locale, &f.UserStatus,
			&f.MSPID, &f.Currency, &f.HourRate, &f.DayRate, &f.Consent, &f.BoundClientID, &f.BoundLegalEntityID,
			&f.BoundUntil)...)
}

// visibleByID returns the names of those whom the caller can see.
func (d Deps) visibleByID(ctx context.Context, ids []int64) (map[int64]freelancers.Freelancer, error) {
	f := new(freelancers.Freelancer)
	return d.Freelancers.ByID(ctx, ids, field.AllAt(f, &f.ID, &f.Handle, &f.Name)...)
}

// findByName lists freelancers that the caller can see by a part of their name.
func (d Deps) findByName(ctx context.Context, name string, limit int64) ([]freelancers.Freelancer, error) {
	f := new(freelancers.Freelancer)
	q := query.All(f, limit)
	if name != "" {
		q.Where = []query.Cond{{Field: field.At(f, &f.Name), Op: query.Contains, Values: []any{name}}}
	}
	page, err := d.Freelancers.List(ctx, q)
	return page.Rows, err
}

// isGone says whether somebody is not to be taken into a pool.
func isGone(f freelancers.Freelancer) bool {
	return f.UserStatus == freelancers.Inactive || f.UserStatus == freelancers.Deleted
}

// isOwned says whether somebody is bound to another client than that of a pool, or another legal entity of it, or is
// represented by an MSP that does not serve the pool.
func isOwned(f freelancers.Freelancer, p Pool, now time.Time) bool {
	clientID, legalEntityID := f.BoundAt(now)
	elsewhere := clientID != 0 && (clientID != p.ClientID || legalEntityID != 0 && p.LegalEntityID != 0 &&
		legalEntityID != p.LegalEntityID)
	foreign := f.MSPID != nil && *f.MSPID != 0 && len(p.MSPIDs) > 0 && !slices.Contains(p.MSPIDs, *f.MSPID)
	return elsewhere || foreign
}

func ratesOf(f freelancers.Freelancer) Rates {
	return Rates{Currency: f.Currency, Hour: f.HourRate, Day: f.DayRate}
}
