import { useTranslate } from 'ra-core';
import type { PoolConflictClass, PoolPlan } from '../../generated/answers';
import { Select } from '../../ui/Select';
import type { Decisions } from './merging';

interface Props {
  plan: PoolPlan;
  decisions: Decisions;
  onChange: (decisions: Decisions) => void;
}

/** The classes of conflicts with how many there are of each, and one decision for all of them. */
export const PlanClasses = ({ plan, decisions, onChange }: Props) => {
  const t = useTranslate();
  const classes = plan.classes ?? {};
  const kinds = (Object.keys(plan.choices ?? {}) as PoolConflictClass[]).toSorted(); // keys of a record are only known as texts
  return (
    <ul className="lines">
      {kinds.map(kind => {
        const choices = plan.choices?.[kind] ?? [];
        return (
          <li key={kind}>
            <span className="grow name">
              {t(`pool.conflict.${kind}`)}
              <span className="of">{t(`pool.conflict.${kind}.detail`)}</span>
            </span>
            {classes[kind] && <b>{classes[kind]}</b>}
            {choices.length > 1 && (
              <Select
                small
                label={t('panel.pool.merge.allLike', { class: t(`pool.conflict.${kind}`) })}
                value={decisions.policies[kind] ?? choices[0] ?? 'SKIP'}
                choices={choices.map(value => ({ value, label: t(`pool.decision.${value}`) }))}
                onChange={value =>
                  onChange({
                    ...decisions,
                    policies: { ...decisions.policies, [kind]: choices.find(one => one === value) },
                  })
                }
              />
            )}
          </li>
        );
      })}
    </ul>
  );
};
