import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { Empty } from '../../ui/Empty';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import { Failure } from '../dashboard/Failure';
import { readHistory, type HistoryScope } from './historyCalls';
import { PastStep } from './PastStep';
import { TakingBack } from './TakingBack';
import { useTakingBack } from './useTakingBack';

interface Props {
  told: HistoryScope;
  mayWrite: boolean;
  onClose: () => void;
}

/** What became of texts, newest first, with a way back for each change and for each batch of them. */
export const HistoryDialog = ({ told, mayWrite, onClose }: Props) => {
  const t = useTranslate();
  const back = useTakingBack();
  const { data, error, refetch } = useQuery({
    queryKey: ['textHistory', told],
    queryFn: ({ signal }) => readHistory(told, signal),
  });
  return (
    <>
      <Modal
        title={told.messageKey ? t('panel.texts.historyOf', { key: told.messageKey }) : t('panel.texts.history')}
        size="wide"
        onClose={onClose}
        cancelLabel={t('panel.modal.close')}
      >
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton width={320} />}
        {data?.results.length === 0 && <Empty icon="clock" title={t('panel.texts.noHistory')} />}
        <ol className="tx-past">
          {data?.results.map(change => (
            <PastStep
              key={change.entryId}
              change={change}
              isOfMany={told.messageKey === undefined}
              onBack={mayWrite ? past => void back.ask(past) : undefined}
            />
          ))}
        </ol>
      </Modal>
      <TakingBack back={back} />
    </>
  );
};
