import { useId, useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../../format/format';
import type { TextPlan, TextPlanKind, TextPlanLine } from '../../../generated/answers';
import { Checkbox } from '../../../ui/Checkbox';
import { LinkButton } from '../../../ui/LinkButton';
import { Tabs } from '../../../ui/Tabs';
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
    .map(kind => ({ kind, lines: plan.lines.filter(line => line.kind === kind) }))
    .filter(({ lines }) => lines.length > 0);
  const part = parts.find(({ kind }) => kind === chosen) ?? parts[0];
  if (!part) return null;
  return (
    <div className="tx-plan">
      <Tabs
        label={t('panel.texts.batch.outcomes')}
        panel={panel}
        tabs={parts.map(({ kind, lines }) => ({
          name: kind,
          label: t(`panel.texts.plan.${kind}`),
          count: lines.length,
        }))}
        current={part.kind}
        onSelect={choose}
      />
      <div role="tabpanel" id={panel} aria-labelledby={`${panel}-${part.kind}`}>
        <Part key={`${plan.planId} ${part.kind}`} lines={part.lines} planning={planning} />
      </div>
    </div>
  );
};

const step = 50;

const Part = ({ lines, planning: { isTaken, choose } }: { lines: TextPlanLine[]; planning: Planning }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const [limit, setLimit] = useState(step);
  const taken = lines.filter(isTaken).length;
  const shown = lines.slice(0, limit);
  const number = (value: number) => formatNumber(locale, value);
  return (
    <>
      {lines[0]?.kind !== 'REFUSED' && lines.length > 1 && (
        <Checkbox
          label={t('panel.texts.batch.all', { count: number(lines.length) })}
          isOn={taken === lines.length}
          isMixed={taken > 0 && taken < lines.length}
          onChange={isOn => choose(lines, isOn)}
        />
      )}
      <ul>
        {shown.map(line => (
          <PlanLine key={line.id} line={line} isTaken={isTaken(line)} onTake={isOn => choose([line], isOn)} />
        ))}
      </ul>
      {shown.length < lines.length && (
        <LinkButton onClick={() => setLimit(limit + step)}>
          {t('panel.texts.batch.more', { shown: number(shown.length), total: number(lines.length) })}
        </LinkButton>
      )}
    </>
  );
};
