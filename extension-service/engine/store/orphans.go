package store

import "context"

// Orphans lists rows beside records of an entity that are gone, at most so many; see Config.Owners.
func (t *table) Orphans(ctx context.Context, entity string, most int64) ([]int64, error) {
	return t.db.IDs(ctx, `
		SELECT t.id
		  FROM `+t.config.Name+` t
		 WHERE t.entity = $1
		   AND NOT EXISTS (SELECT 1 FROM `+t.db.tableNamed(entity).table+` r WHERE r.id = t.entity_id)
		 ORDER BY t.id`+Limit(most), entity)
}
