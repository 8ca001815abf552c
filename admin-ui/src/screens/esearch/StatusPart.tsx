import { useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../../format/format';
import { whenOf } from '../../format/when';
import type { IndexStatus } from '../../generated/answers';
import { useCan, useOutsideScope } from '../../meta';
import { Button } from '../../ui/Button';
import { Chip } from '../../ui/Chip';
import { RollbackDialog } from './RollbackDialog';
import type { Report } from './useWork';

const late = 60; // seconds that a change may wait for the index before it is behind

const looks = {
  healthy: { tone: 'ok', icon: 'done', isLoud: false },
  behind: { tone: 'warn', icon: 'clock', isLoud: true },
  missing: { tone: 'bad', icon: 'alert', isLoud: true },
} as const;

const healthOf = ({ index, oldestOutboxSeconds, waiting, documents, rows }: IndexStatus) => {
  if (index === '') return 'missing';
  return oldestOutboxSeconds > late || (waiting === 0 && documents !== rows) ? 'behind' : 'healthy';
};

interface Props {
  status: IndexStatus;
  onTrouble: Report;
}

/** How the index stands: which one is read, whether all rows are in it, what waits, and the way back. */
export const StatusPart = ({ status, onTrouble }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const mayRebuild = useCan('index.rebuild');
  const closed = useOutsideScope('search.rollback');
  const [isAsking, setAsking] = useState(false);
  const health = healthOf(status);
  const number = (value: number) => formatNumber(locale, value);
  const { engine, index, documents, rows, rebuild, waiting, oldestOutboxSeconds, previousIndex, previousUntil } =
    status;
  const facts = {
    engine,
    index: <span className="mono s12">{index || '–'}</span>,
    documents: t('esearch.status.documentsOf', { documents: number(documents), rows: number(rows) }),
    rebuilt: rebuild?.finishedAt ? whenOf(locale, rebuild.finishedAt) : '–',
    outbox:
      waiting > 0
        ? t('esearch.status.outboxOf', { waiting: number(waiting), seconds: number(oldestOutboxSeconds) })
        : t('esearch.status.outboxEmpty'),
    rollback: previousUntil
      ? t('esearch.status.until', { at: whenOf(locale, previousUntil) })
      : t('esearch.status.nothingKept'),
  };
  return (
    <section>
      <header className="row">
        <h3 className="grow">{t('esearch.status')}</h3>
        <Chip {...looks[health]}>{t(`esearch.status.${health}`)}</Chip>
      </header>
      <dl className="ix-facts">
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{t(`esearch.status.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {previousIndex !== '' && mayRebuild && (
        <Button small icon="undo" refusal={closed} onClick={() => setAsking(true)}>
          {t('esearch.rollback')}
        </Button>
      )}
      {isAsking && <RollbackDialog status={status} onTrouble={onTrouble} onClose={() => setAsking(false)} />}
    </section>
  );
};
