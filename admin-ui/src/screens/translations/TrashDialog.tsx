import { useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../format/format';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { Empty } from '../../ui/Empty';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import { Failure } from '../dashboard/Failure';
import { TrashedLine } from './TrashedLine';
import { readTrash } from './trashCalls';
import { useNews } from './useNews';
import { useTrash } from './useTrash';

interface Props {
  client: number;
  mayWrite: boolean;
  onClose: () => void;
}

/** The keys whose texts were removed, and the way back for one or many. */
export const TrashDialog = ({ client, mayWrite, onClose }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const { data, error, refetch } = useQuery({
    queryKey: ['textTrash', client],
    queryFn: ({ signal }) => readTrash(client, signal),
    gcTime: 0,
  });
  useNews(refetch);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const back = useTrash(client, () => setPicked(new Set()));
  const keys = (data?.results ?? []).map(({ messageKey }) => messageKey);
  const chosen = keys.filter(key => picked.has(key));
  const pick = (some: readonly string[], isOn: boolean) =>
    setPicked(new Set(isOn ? [...chosen, ...some] : chosen.filter(key => !some.includes(key))));
  return (
    <Modal
      title={t('panel.texts.trash')}
      size="wide"
      isBusy={back.isPending}
      unsaved={0}
      note={t('panel.texts.trash.note')}
      onClose={onClose}
      cancelLabel={t('panel.modal.close')}
      actions={
        mayWrite &&
        keys.length > 0 && (
          <Button
            look="primary"
            icon="undo"
            isBusy={back.isPending}
            refusal={chosen.length === 0 ? t('panel.texts.trash.first') : undefined}
            onClick={() => back.mutate({ keys: chosen, restore: true })}
          >
            {t('panel.texts.trash.putBack', { smart_count: chosen.length })}
          </Button>
        )
      }
    >
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width={320} />}
      {data && keys.length === 0 && <Empty icon="trash" title={t('panel.texts.trash.none')} />}
      {mayWrite && keys.length > 1 && (
        <Checkbox
          label={t('panel.texts.trash.all', { count: formatNumber(locale, keys.length) })}
          isOn={chosen.length === keys.length}
          isMixed={chosen.length > 0 && chosen.length < keys.length}
          onChange={isOn => pick(keys, isOn)}
        />
      )}
      <ul className="tx-past">
        {data?.results.map(trashed => (
          <TrashedLine
            key={trashed.messageKey}
            trashed={trashed}
            isPicked={picked.has(trashed.messageKey)}
            onPick={mayWrite ? isOn => pick([trashed.messageKey], isOn) : undefined}
          />
        ))}
      </ul>
    </Modal>
  );
};
