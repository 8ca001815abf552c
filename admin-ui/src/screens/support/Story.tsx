import { useRef, type KeyboardEvent } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { formatInstant, formatNumber } from '../../format/format';
import type { SupportBundle } from '../../generated/answers';
import { Chip } from '../../ui/Chip';
import { LogLines } from './LogLines';
import { Related } from './Related';
import { StepRow } from './StepRow';
import { spanOf, storyOf, type Step } from './story';

interface Props {
  bundle: SupportBundle;
  onDone: () => void;
}

/** What happened in its order, with the step that failed open. J and K go from step to step, F8 to the next that failed. */
export const Story = ({ bundle, onDone }: Props) => {
  const t = useTranslate();
  const list = useRef<HTMLOListElement>(null);
  const steps = storyOf(bundle);
  const span = spanOf(steps);
  const move = (event: KeyboardEvent) => {
    const rows = [...(list.current?.children ?? [])] as HTMLElement[]; // the items of a list are elements
    const here = rows.findIndex(row => row.contains(document.activeElement));
    const to = nextRow(event.key, here, steps);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    rows[to]?.focus();
  };
  return (
    <>
      <Verdict steps={steps} span={span} />
      {steps.length > 0 && (
        <div className="story-w">
          <ol className="story" ref={list} aria-label={t('panel.support.steps')} onKeyDown={move}>
            {steps.map(step => (
              <StepRow key={step.key} step={step} span={span} onDone={onDone} />
            ))}
          </ol>
          <Related bundle={bundle} />
        </div>
      )}
      {bundle.lines.length > 0 && <LogLines lines={bundle.lines} />}
    </>
  );
};

/** The row that a key leads to; undefined for other keys and beyond the ends. */
const nextRow = (key: string, here: number, steps: Step[]) => {
  if (key === 'j') return Math.min(here + 1, steps.length - 1);
  if (key === 'k') return Math.max(here - 1, 0);
  if (key !== 'F8') return undefined;
  const later = steps.findIndex(({ state }, n) => n > here && state === 'failed');
  const first = steps.findIndex(({ state }) => state === 'failed');
  const found = later >= 0 ? later : first;
  return found >= 0 ? found : undefined;
};

const Verdict = ({ steps, span }: { steps: Step[]; span: { from: number; to: number } }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const failed = steps.findIndex(({ state }) => state === 'failed');
  const mended = steps.findIndex(({ state }) => state === 'mended');
  const place = (at: number) => ({ step: at + 1, of: steps.length });
  if (steps.length === 0) return <p className="t2">{t('panel.support.nothing')}</p>;
  return (
    <p className="story-v">
      {failed >= 0 ? (
        <Chip tone="bad" icon="xCircle" isLoud>
          {t('panel.support.failedAt', place(failed))}
        </Chip>
      ) : (
        <Chip tone="ok" icon="check">
          {mended >= 0
            ? t('panel.support.mendedAt', place(mended))
            : t('panel.support.allWell', { smart_count: steps.length })}
        </Chip>
      )}
      {span.from > 0 && (
        <span className="t2">
          {formatInstant(locale, new Date(span.from).toISOString())},{' '}
          {t('panel.support.inAll', { seconds: formatNumber(locale, (span.to - span.from) / 1000, 1) })}
        </span>
      )}
    </p>
  );
};
