package pools

import "context"

// MessageKeys lists the keys of texts that pools and their categories name.
func (s *Service) MessageKeys(ctx context.Context) (out []string, err error) {
	var key string
	err = s.DB().Each(ctx, []any{&key}, func() error {
		out = append(out, key)
		return nil
	}, `
		SELECT description_key FROM pools
		 UNION
		SELECT name_key FROM pool_categories`)
	return out, err
}
