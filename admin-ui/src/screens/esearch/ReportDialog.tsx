import { useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { whenOf } from '../../format/when';
import type { IndexJob } from '../../generated/answers';
import { Button } from '../../ui/Button';
import { Empty } from '../../ui/Empty';
import { Field } from '../../ui/Field';
import { Modal } from '../../ui/Modal';
import { Select } from '../../ui/Select';
import { Skeleton } from '../../ui/Skeleton';
import { Failure } from '../dashboard/Failure';
import { indexKey, isAtWork, kinds, readReport, repairIndex } from './calls';
import { ReportLine } from './ReportLine';
import { type Report, useWork } from './useWork';

const step = 50;

interface Props {
  type: string;
  /** The repair that runs, or the last one. */
  repair: IndexJob | null;
  onTrouble: Report;
  onClose: () => void;
}

/** Each document that differed, with its fields on both sides; some or all of them can be repaired. */
export const ReportDialog = ({ type, repair, onTrouble, onClose }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const [kind, setKind] = useState('');
  const [limit, setLimit] = useState(step);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const { data, error, refetch } = useQuery({
    queryKey: [...indexKey, 'report', type, kind, limit, repair?.finishedAt],
    queryFn: ({ signal }) => readReport(type, kind, limit, signal),
    placeholderData: keepPreviousData,
  });
  const mend = useWork(
    (ids: number[]) => repairIndex(type, data?.reportId ?? '', ids),
    () => 'esearch.repair.started',
    onTrouble,
  );
  const isMending = isAtWork(repair) || mend.isPending;
  const choose = (id: number, isOn: boolean) => setChosen(isOn ? [...chosen, id] : chosen.filter(each => each !== id));
  const count = chosen.length || (data?.open ?? 0);
  const repairNow = () => mend.mutate([...chosen], { onSuccess: () => setChosen([]) });
  return (
    <Modal
      title={t('esearch.report.title', { type: t(`esearch.tab.${type}`, { _: type }) })}
      sub={data?.oldest ? t('esearch.report.oldest', { at: whenOf(locale, data.oldest) }) : ''}
      size="wide"
      isTall
      cancelLabel={t('esearch.document.close')}
      onClose={onClose}
      actions={
        count > 0 && (
          <Button look="primary" isBusy={isMending} onClick={repairNow}>
            {t(chosen.length > 0 ? 'esearch.report.chosen' : 'esearch.drift.repair', { smart_count: count })}
          </Button>
        )
      }
    >
      <div className="ix-kind">
        <Field label={t('esearch.report.kind')}>
          <Select
            value={kind}
            empty={t('esearch.report.all')}
            choices={kinds.map(value => ({ value, label: t(`esearch.drift.${value}`) }))}
            onChange={setKind}
          />
        </Field>
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width={320} />}
      {data?.results.length === 0 && <Empty icon="done" title={t('esearch.report.none')} />}
      <ul className="ix-lines">
        {data?.results.map(line => (
          <ReportLine
            key={line.id}
            line={line}
            isChosen={chosen.includes(line.id)}
            onChoose={isOn => choose(line.id, isOn)}
          />
        ))}
      </ul>
      {data && data.results.length < data.totalResults && (
        <Button onClick={() => setLimit(limit + step)}>{t('esearch.report.more')}</Button>
      )}
    </Modal>
  );
};
