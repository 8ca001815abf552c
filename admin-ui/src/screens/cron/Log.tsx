import { useState } from 'react';
import { useTranslate } from 'ra-core';
import type { ScheduledRunLine } from '../../generated/answers';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';

const timeOf = (iso: string) => iso.slice(11, 23);

/** The log of a run, to be narrowed to what went wrong and taken along. */
export const Log = ({ lines }: { lines: readonly ScheduledRunLine[] }) => {
  const t = useTranslate();
  const [isNarrow, setNarrow] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const shown = lines.filter(line => !isNarrow || line.level !== 'info');
  const text = shown.map(line => `${line.at} ${line.level} ${line.text}`).join('\n');
  return (
    <section className="cron-log">
      <div className="row">
        <h3>{t('panel.cron.log')}</h3>
        <span className="t2 s13 grow">{t('panel.cron.lines', { smart_count: shown.length })}</span>
        <Checkbox label={t('panel.cron.onlyProblems')} isOn={isNarrow} isSwitch onChange={setNarrow} />
        <Button small icon="copy" onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>
          {t(isCopied ? 'panel.cron.copied' : 'panel.cron.copy')}
        </Button>
      </div>
      {lines.length === 0 && <p className="t2 s13">{t('panel.cron.noLines')}</p>}
      {shown.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <ol tabIndex={0} aria-label={t('panel.cron.log')}>
          {shown.map(line => (
            <li key={line.n} className={line.level}>
              <span>{timeOf(line.at)}</span>
              <span>{line.level}</span>
              <span>{line.text}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
};
