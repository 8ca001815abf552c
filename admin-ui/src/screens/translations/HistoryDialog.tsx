import { useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useErrorToast } from '../../engine/useErrorToast';
import type { TextsRestored } from '../../generated/answers';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Empty } from '../../ui/Empty';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import { Failure } from '../dashboard/Failure';
import { readHistory, restoreBatch, type Told } from './historyCalls';
import { PastStep, Preview } from './PastStep';

interface Props {
  told: Told;
  mayWrite: boolean;
  onClose: () => void;
}

/** What became of texts, newest first, with a way back for each batch of changes. */
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
              onBack={mayWrite ? () => void back.ask(change.batchId) : undefined}
            />
          ))}
        </ol>
      </Modal>
      {back.asked && (
        <ConfirmDialog
          title={t('panel.texts.takeBack')}
          confirm={t('panel.texts.takeBackCount', { smart_count: back.asked.found.changes.length })}
          refusal={back.asked.found.changes.length === 0 ? t('panel.texts.allChangedSince') : undefined}
          isBusy={back.isBusy}
          onConfirm={() => void back.confirm()}
          onCancel={back.cancel}
        >
          <Preview found={back.asked.found} />
        </ConfirmDialog>
      )}
    </>
  );
};

/** Asks what taking a batch back would do, then does it. */
const useTakingBack = () => {
  const t = useTranslate();
  const notify = useNotify();
  const fail = useErrorToast();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<{ batchId: string; found: TextsRestored }>();
  const [isBusy, setBusy] = useState(false);
  const ask = (batchId: string) =>
    restoreBatch(batchId, true)
      .then(found => setAsked({ batchId, found }))
      .catch(fail);
  const confirm = async () => {
    if (!asked) return;
    setBusy(true);
    try {
      const { changes } = await restoreBatch(asked.batchId, false);
      notify(t('panel.texts.takenBack', { smart_count: changes.length }), { type: 'success' });
      await Promise.all(
        ['texts', 'textHistory', 'coverage'].map(name => queries.invalidateQueries({ queryKey: [name] })),
      );
      setAsked(undefined);
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  return { asked, isBusy, ask, confirm, cancel: () => setAsked(undefined) };
};
