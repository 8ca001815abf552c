import { useState } from 'react';
import { useLocaleState, useTranslate } from 'ra-core';
import { KeyHints } from '../../../engine/KeyHints';
import { Refusal } from '../../../engine/list/dialogs/Refusal';
import type { AsideProps } from '../../../engine/overrideProps';
import { formatNumber } from '../../../format/format';
import type { ShortlistCandidate, ShortlistWeights } from '../../../generated/answers';
import type { Project } from '../../../generated/resources';
import { useCan } from '../../../meta';
import { Button } from '../../../ui/Button';
import { Skeleton } from '../../../ui/Skeleton';
import { ApplyDialog } from './ApplyDialog';
import { OtherCurrencies } from './OtherCurrencies';
import { PeopleTable } from './PeopleTable';
import { RuleBar } from './RuleBar';
import { SelectionBar } from './SelectionBar';
import { useChosen } from './useChosen';
import { useRankingKeys } from './useRankingKeys';
import { useShortlist } from './useShortlist';
import { WeightPanel } from './WeightPanel';
import './shortlist.css';

const hints = [
  { keys: ['J', 'K'], word: 'panel.keys.move' },
  { keys: ['X'], word: 'panel.keys.select' },
  { keys: ['S'], word: 'project.shortlist.keys.apply' },
];

/** Who fits a project best and why; those who are ticked get an application in one step. */
export const ShortlistTab = ({ record, onDone }: AsideProps<Project>) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const { found, off, setMust, toggleRule, setWeights, showMore } = useShortlist(record.id);
  const { chosen, toggle, clear } = useChosen();
  const [cursor, setCursor] = useState<number>();
  const [moving, setMoving] = useState<ShortlistWeights>();
  const [isApplying, setApplying] = useState(false);
  const mayApply = useCan('application.create') && record.status === 'ACTIVE';
  const onKeyDown = useRankingKeys(mayApply && chosen.length > 0 ? () => setApplying(true) : undefined);
  if (found.error) return <Refusal error={found.error} onRetry={() => void found.refetch()} />;
  const list = found.data;
  if (!list) return <Skeleton width={280} />;
  const weigh = (weights: ShortlistWeights | undefined, isFinal: boolean) => {
    setMoving(isFinal ? undefined : weights);
    if (isFinal) setWeights(weights);
  };
  const close = (isDone: boolean) => {
    setApplying(false);
    if (!isDone) return;
    clear();
    void found.refetch();
    onDone?.();
  };
  const explained: ShortlistCandidate | undefined =
    list.results.find(({ freelancerId }) => freelancerId === cursor) ?? list.results[0];
  const caption = t(list.isAll ? 'project.shortlist.remain' : 'project.shortlist.remainOfMore', {
    smart_count: list.remain,
    count: formatNumber(locale, list.remain),
    read: formatNumber(locale, list.read),
  });
  return (
    <div className="sl" aria-busy={found.isFetching}>
      <RuleBar list={list} off={off} onToggle={toggleRule} onMust={setMust} />
      <p className="sl-read t2 s13" role="status">
        {caption}
      </p>
      <OtherCurrencies list={list} people={list.results} />
      {list.results.length > 0 && <KeyHints hints={hints} />}
      <div className="sl-split">
        <section data-autofocus tabIndex={-1} aria-label={t('project.shortlist.ranking')} onKeyDown={onKeyDown}>
          <PeopleTable
            list={list}
            caption={caption}
            chosen={chosen}
            cursor={explained?.freelancerId}
            onToggle={toggle}
            onCursor={setCursor}
          />
          {list.remain > list.results.length && (
            <Button isBusy={found.isFetching} onClick={showMore}>
              {t('project.shortlist.more')}
            </Button>
          )}
        </section>
        <WeightPanel list={list} weights={moving ?? list.weights} person={explained} onWeights={weigh} />
      </div>
      {chosen.length > 0 && (
        <SelectionBar count={chosen.length} mayApply={mayApply} onClear={clear} onApply={() => setApplying(true)} />
      )}
      {isApplying && <ApplyDialog project={record} list={list} people={chosen} onClose={close} />}
    </div>
  );
};
