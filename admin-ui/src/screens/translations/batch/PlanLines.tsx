import { useId, useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../../format/format';
import type { TextPlan, TextPlanKind, TextPlanLine } from '../../../generated/answers';
import { Checkbox } from '../../../ui/Checkbox';
import { LinkButton } from '../../../ui/LinkButton';
import { Tabs } from '../../../ui/Tabs';
import { totalOf } from './choices';
import { PlanLine } from './PlanLine';
import type { Planning } from './planning';

interface Props {
  plan: TextPlan;
  planning: Planning;
}

/** What waits for somebody comes first. */
const order = ['CONFLICT', 'REMOVED', 'REFUSED', 'CHANGED', 'NEW'] as const satisfies readonly TextPlanKind[];

/** The texts of a plan by what becomes of them. */
export const PlanLines = ({ plan, planning }: Props) => {
  const t = useTranslate();
  const panel = useId();
  const [chosen, choose] = useState('');
  const parts = order
    .map(kind => ({ kind, total: totalOf(plan, kind), lines: plan.lines.filter(line => line.kind === kind) }))
    .filter(({ total }) => total > 0);
  const part = parts.find(({ kind }) => kind === chosen) ?? parts[0];
  if (!part) return null;
  return (
    <div className="tx-plan">
      <Tabs
        label={t('panel.texts.batch.outcomes')}
        panel={panel}
        tabs={parts.map(({ kind, total }) => ({ name: kind, label: t(`panel.texts.plan.${kind}`), count: total }))}
        current={part.kind}
        onSelect={choose}
      />
      <div role="tabpanel" id={panel} aria-labelledby={`${panel}-${part.kind}`}>
        <Part key={`${plan.planId} ${part.kind}`} {...part} planning={planning} />
      </div>
    </div>
  );
};

const step = 50;

interface PartProps {
  kind: TextPlanKind;
  /** How many there are; the lines may be the first of them. */
  total: number;
  lines: TextPlanLine[];
  planning: Planning;
}

const Part = ({ kind, total, lines, planning }: PartProps) => {
  const { isAccepted, choose, chooseKind } = planning;
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const [limit, setLimit] = useState(step);
  const used = planning.taken(kind);
  const shown = lines.slice(0, limit);
  const number = (value: number) => formatNumber(locale, value);
  return (
    <>
      {kind !== 'REFUSED' && total > 1 && (
        <Checkbox
          label={t('panel.texts.batch.all', { count: number(total) })}
          isOn={used === total}
          isMixed={used > 0 && used < total}
          onChange={isOn => chooseKind(kind, isOn)}
        />
      )}
      <ul>
        {shown.map(line => (
          <PlanLine key={line.id} line={line} isAccepted={isAccepted(line)} onTake={isOn => choose([line], isOn)} />
        ))}
      </ul>
      {shown.length < lines.length && (
        <LinkButton onClick={() => setLimit(limit + step)}>
          {t('panel.texts.batch.more', { shown: number(shown.length), total: number(lines.length) })}
        </LinkButton>
      )}
      {lines.length < total && (
        <p className="help">{t('panel.texts.batch.first', { shown: number(lines.length), total: number(total) })}</p>
      )}
    </>
  );
};
