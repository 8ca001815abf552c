package freelancers

import (
	"context"

	"poolkeeper.example/extension-service/engine/store"
	"poolkeeper.example/extension-service/platform/role"
)

// CountByMSP counts the freelancers that each MSP represents and the caller can see, all with one statement. An MSP
// without any is left out.
func (s *Service) CountByMSP(ctx context.Context, mspIDs []int64) (map[int64]int64, error) {
	seen, args := s.visibleCondition(ctx)
	return s.DB().CountsOf(ctx, mspIDs, `
		SELECT t.msp_id, count(*)
		  FROM freelancers t
		 WHERE t.msp_id IN {ids}
		   AND t.deleted_at IS NULL
		   AND (`+seen+`)
		 GROUP BY t.msp_id
		 ORDER BY t.msp_id`, args...)
}

// ActiveOfMSP counts the active freelancers of an MSP, who have nobody else to speak for them, as far as the caller can
// see them.
func (s *Service) ActiveOfMSP(ctx context.Context, mspID int64) (n int64, err error) {
	seen, args := s.visibleCondition(ctx, mspID, string(Active))
	_, err = s.DB().Row(ctx, []any{&n},
		"SELECT count(*) FROM freelancers t WHERE t.msp_id = $1 AND t.user_status = $2 AND ("+seen+")", args...)
	return n, err
}

// visibleCondition is the condition that the caller can see a freelancer, with the parameters of a statement that has
// some already.
func (s *Service) visibleCondition(ctx context.Context, args ...any) (string, []any) {
	who := role.From(ctx)
	if who.Kind == role.System || who.Scope.IsUnlimited() {
		return "1 = 1", args
	}
	all := store.Args(args)
	cond := s.scopeCondition(who.Scope, all.Add)
	return cond, all
}
