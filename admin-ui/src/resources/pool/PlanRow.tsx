import { useTranslate } from 'ra-core';
import type { PoolPlanRow } from '../../generated/answers';
import { Select } from '../../ui/Select';
import type { Decided, Decisions } from './merging';

interface Props {
  row: PoolPlanRow;
  decisions: Decisions;
  onChange: (decisions: Decisions) => void;
}

/** One person of a plan with what prevents them, and the decision about that. */
export const PlanRow = ({ row, decisions, onChange }: Props) => {
  const t = useTranslate();
  const { key, freelancer, outcome, line, warning } = row;
  const kind = row.class;
  const choices = useChoices(row);
  const policy = kind ? decisions.policies[kind] : undefined;
  const decided = decisions.single[key] ?? { decision: policy ?? row.decision ?? 'SKIP' };
  const name = freelancer || `# ${row.freelancerId || line}`;
  return (
    <li>
      <span className="grow name">
        {name}
        <span className="of">
          {line > 0 && `${t('panel.pool.file.line', { line })} `}
          {kind && t(`pool.conflict.${kind}`)}
        </span>
        {warning && <span className="of">{t(`pool.warning.${warning}.detail`)}</span>}
        <Wrong row={row} />
      </span>
      {choices.length > 1 ? (
        <Select
          small
          label={t('panel.pool.merge.decisionFor', { name })}
          value={keyOf(decided)}
          {...(decided.decision === 'ASK' && { empty: t('pool.decision.ASK') })}
          choices={choices.map(({ decided: one, label }) => ({ value: keyOf(one), label }))}
          onChange={value => {
            const one = choices.find(choice => keyOf(choice.decided) === value)?.decided;
            if (one) onChange({ ...decisions, single: { ...decisions.single, [key]: one } });
          }}
        />
      ) : (
        outcome && <span className="t2">{t(`pool.plan.${outcome}`)}</span>
      )}
    </li>
  );
};

/** A decision as the value of a choice; nothing is chosen while it has to be asked for. */
const keyOf = ({ decision, freelancerId }: Decided) => {
  if (decision === 'ASK') return '';
  return freelancerId ? `${decision} ${freelancerId}` : decision;
};

/** What can be decided about a row: of people it may be about, each by name. */
const useChoices = ({ allowed, candidates }: PoolPlanRow) => {
  const t = useTranslate();
  return allowed.flatMap<{ decided: Decided; label: string }>(decision => {
    if (decision !== 'PICK') return [{ decided: { decision }, label: t(`pool.decision.${decision}`) }];
    return candidates.map(({ id, name, handle, class: against }) => ({
      decided: { decision, freelancerId: id },
      label: `${t('panel.pool.merge.candidate', { name, handle })}${against ? `, ${t(`pool.conflict.${against}`)}` : ''}`,
    }));
  });
};

/** What is wrong with a row of a file, field by field. */
const Wrong = ({ row: { fieldErrors, params } }: { row: PoolPlanRow }) => {
  const t = useTranslate();
  const texts = Object.entries(fieldErrors ?? {}).flatMap(([field, messages]) =>
    messages.map(message => {
      const values: unknown = params?.[field]?.[message];
      const text = t(message, values && typeof values === 'object' ? { ...values } : {});
      return field === 'row' ? text : `${t(`pool.file.field.${field}`)}: ${text}`;
    }),
  );
  if (texts.length === 0) return null;
  return <span className="of">{texts.join('; ')}</span>;
};
