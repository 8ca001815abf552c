import { useTranslate } from 'ra-core';
import type { PoolPlan } from '../../generated/answers';

const kinds = ['projects', 'invitations', 'savedSearches', 'msps'] as const;

/** What becomes of everything that hangs on the pools that come in. */
export const Attached = ({ plan: { attached, mode } }: { plan: PoolPlan }) => {
  const t = useTranslate();
  const said = kinds.filter(kind => attached[kind] > 0);
  return (
    <section className="form-s" aria-label={t('panel.pool.merge.attached')}>
      <h3>{t('panel.pool.merge.attached')}</h3>
      <ul className="lines">
        {said.map(kind => (
          <li key={kind}>{t(`panel.pool.merge.${kind}`, { smart_count: attached[kind] })}</li>
        ))}
        <li>{t(mode === 'MERGE' ? 'panel.pool.merge.aliases' : 'panel.pool.merge.nothingAttached')}</li>
      </ul>
    </section>
  );
};
