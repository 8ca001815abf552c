import { useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import type { DashboardCard } from '../../generated/answers';
import { useMeta } from '../../meta';
import { Icon } from '../../ui/Icon';
import { calls } from './calls';
import { MineSwitch } from './MineSwitch';
import { Tasks } from './Tasks';
import { useWorklistKeys } from './useWorklistKeys';
import { workListOf } from './workLink';
import { WorkKeys } from './WorkKeys';
import { Worklist } from './Worklist';
import './worklists.css';

interface Props {
  cards: DashboardCard[];
  /** Only what the reader owns. */
  isMine: boolean;
  onMine: (isMine: boolean) => void;
}

/** Names side by side, as the language joins them. */
const joined = (locale: string, names: string[]) => new Intl.ListFormat(locale).format(names);

/** What failed comes first, then what the service lists first. */
const mostUrgentFirst = (a: DashboardCard, b: DashboardCard) => Number(calls.has(b.key)) - Number(calls.has(a.key));

/** The lists of what waits, to be worked off in place: one of them is open, the others show what comes next. */
export const Worklists = ({ cards, isMine, onMine }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const meta = useMeta();
  const waiting = cards.filter(({ count }) => count > 0).sort(mostUrgentFirst);
  const done = cards.filter(({ count }) => count === 0).map(({ key }) => t(`dashboard.card.${key}`));
  const [chosen, choose] = useState<string>();
  const opened = chosen ?? waiting[0]?.key;
  const keys = useWorklistKeys(
    waiting.map(({ key }) => key),
    opened,
    choose,
  );
  return (
    <section className="worklists" aria-label={t('dashboard.worklists')} ref={keys}>
      <div className="wl-top">
        <MineSwitch isMine={isMine} onMine={onMine} />
        <WorkKeys />
      </div>
      <ul className="wl">
        {waiting.map(card => {
          const list = workListOf(meta, card);
          if (card.key === 'myTasks') return <Tasks key={card.key} card={card} />;
          if (!list) return null;
          const isOpen = card.key === opened;
          return (
            <Worklist
              key={`${card.key} ${card.link}`}
              card={card}
              list={list}
              isOpen={isOpen}
              onToggle={() => choose(isOpen ? '' : card.key)}
            />
          );
        })}
      </ul>
      {done.length > 0 && (
        <p className="wl-0">
          <Icon name="check" />
          {t('dashboard.worklists.done', { lists: joined(locale, done) })}
        </p>
      )}
    </section>
  );
};
