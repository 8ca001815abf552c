package store

import "context"

// Reindex notes every record whose column holds the value for the search index, in the transaction of ctx. It is for
// copies that follow another record: these records themselves do not change.
func (t *table) Reindex(ctx context.Context, column string, value any) error {
	_, err := t.db.Exec(ctx, `
		INSERT INTO outbox (topic, entity, entity_id, version, payload, created, origin)
		SELECT 'index', '`+t.config.Entity+`', id, version, '', $1, $3
		  FROM `+t.config.Name+`
		 WHERE `+column+` = $2`, t.config.Now().UnixMilli(), value, t.db.Origin(ctx))
	if err != nil {
		return err
	}
	AfterCommit(ctx, func() { t.db.wake("index") })
	return nil
}
