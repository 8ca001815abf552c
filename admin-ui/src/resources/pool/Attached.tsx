import { useTranslate } from 'ra-core';
import type { PoolPlan } from '../../generated/answers';
import type { Pool } from '../../generated/resources';

interface Props {
  pool: Pool;
  plan: PoolPlan;
}

const kinds = ['projects', 'invitations', 'savedSearches', 'msps'] as const;

/** What becomes of everything that hangs on the pools that come in, and of these pools themselves. */
export const Attached = ({ pool, plan: { attached, mode, sources } }: Props) => {
  const t = useTranslate();
  const factsOf = useFacts();
  const present = kinds.filter(kind => attached[kind] > 0);
  return (
    <section className="form-s" aria-label={t('panel.pool.merge.attached')}>
      {/* One begins to read here, not in the first field, which stands below. */}
      <h3 tabIndex={-1} data-autofocus>
        {t('panel.pool.merge.attached')}
      </h3>
      <ul className="lines">
        {present.map(kind => (
          <li key={kind}>{t(`panel.pool.merge.${kind}`, { smart_count: attached[kind] })}</li>
        ))}
        <li>{t(mode === 'MERGE' ? 'panel.pool.merge.aliases' : 'panel.pool.merge.nothingAttached')}</li>
        {sources.map(one => (
          <li key={one.id}>
            <span className="grow">
              {t('panel.pool.merge.sourceEnds', { names: [one.vmsName, ...one.vmsAliases].join(', ') })}
              <span className="of">{t('panel.pool.merge.sourceFacts', { facts: factsOf(one) })}</span>
            </span>
          </li>
        ))}
        {mode === 'MERGE' && (
          <li>
            <span className="grow">
              {t('panel.pool.merge.targetStays', { name: pool.vmsName })}
              <span className="of">{factsOf(pool)}</span>
            </span>
          </li>
        )}
      </ul>
    </section>
  );
};

type Facts = Pick<Pool, 'description' | 'categoryName' | 'visibility'>;

/** Says what a pool has that does not go over to another one: those of its fields that hold something. */
const useFacts = () => {
  const t = useTranslate();
  return ({ description, categoryName, visibility }: Facts) =>
    Object.entries({ visibility: visibility && t(`enum.poolVisibility.${visibility}`), categoryName, description })
      .filter(([, value]) => value)
      .map(([field, value]) => `${t(`resources.pool.fields.${field}`)}: ${value}`)
      .join(' · ');
};
