import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { PoolFile, PoolPlan } from '../../generated/answers';
import { FileReading, type Reading } from '../../ui/FileReading';
import { FileColumns } from './FileColumns';
import { fetchFilePlan, type ReadColumn } from './merging';

interface Props {
  poolId: number;
  file: PoolFile;
  onPlanned: (plan: PoolPlan) => void;
  onBegun: (jobId: string) => void;
}

/** How a file of people is read. */
export const PeopleReading = ({ poolId, file, onPlanned, onBegun }: Props) => {
  const t = useTranslate();
  const again = useMutation({
    mutationFn: ({ columns, ...cut }: Reading<ReadColumn>) =>
      fetchFilePlan(poolId, {
        resourceId: file.resourceId,
        ...cut,
        ...(columns && { columns: columns.map(({ heading, field, clears }) => ({ heading, field, clears })) }),
      }),
    onSuccess: made => (made.planId === '' ? onBegun(made.jobId) : onPlanned(made)),
  });
  return (
    <FileReading<ReadColumn>
      file={file}
      label={file.name}
      missing={file.missing.map(field => t(`pool.file.field.${field}`)).join(', ')}
      affectedLabel={t('panel.pool.file.affected')}
      title={
        <h3>
          {file.name}, {t('panel.pool.file.rows', { smart_count: file.rows })}
        </h3>
      }
      foot={again.error && <Refusal error={again.error} onRetry={retryOf(again)} />}
      isBusy={again.isPending}
      drawColumns={(columns, onChange) => <FileColumns columns={columns} onChange={onChange} />}
      onRead={again.mutate}
    />
  );
};
