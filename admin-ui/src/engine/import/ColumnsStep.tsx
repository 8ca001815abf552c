import { useMutation } from '@tanstack/react-query';
import type { ImportFileColumn, ImportInspected } from '../../generated/answers';
import { useResourceMeta } from '../../meta';
import { Button } from '../../ui/Button';
import { FileReading, type Reading } from '../../ui/FileReading';
import { Modal } from '../../ui/Modal';
import { retryOf } from '../form/retryOf';
import { Choices } from '../list/dialogs/Choices';
import { Refusal } from '../list/dialogs/Refusal';
import { useWords } from '../useWords';
import { fetchPlan, inspectFile, type Decisions } from './imports';
import { ImportColumns } from './ImportColumns';
import { useColumnName } from './useColumnName';

interface Props {
  path: string;
  read: ImportInspected;
  decisions: Decisions;
  onDecide: (decisions: Decisions) => void;
  onRead: (read: ImportInspected) => void;
  onPlan: (jobId: string) => void;
  onBack: () => void;
  onClose: () => void;
}

/** How a file is read, what its columns are, and what becomes of records that are there. */
export const ColumnsStep = ({ path, read, decisions, onDecide, onRead, onPlan, onBack, onClose }: Props) => {
  const { t, plural } = useWords();
  const nameOf = useColumnName();
  const { file, fields } = read;
  const again = useMutation({
    mutationFn: ({ columns, ...cut }: Reading<ImportFileColumn>) =>
      inspectFile(path, {
        resourceId: file.resourceId,
        ...cut,
        ...(columns && { columns: columns.map(({ heading, field, clears }) => ({ heading, field, clears })) }),
      }),
    onSuccess: onRead,
  });
  const plan = useMutation({ mutationFn: () => fetchPlan(path, file, decisions), onSuccess: onPlan });
  const isOpen = file.encoding === '' || file.missing.length > 0;
  return (
    <Modal
      title={t('panel.import.title', { plural })}
      size="wide"
      unsaved={0}
      isBusy={plan.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onBack}>{t('panel.import.back')}</Button>
          <Button
            look="primary"
            isBusy={plan.isPending}
            refusal={isOpen ? t('pool.file.error.waits') : undefined}
            onClick={() => plan.mutate()}
          >
            {t('panel.import.preview')}
          </Button>
        </>
      }
    >
      {plan.error && <Refusal error={plan.error} onRetry={retryOf(plan)} />}
      <FileReading<ImportFileColumn>
        key={JSON.stringify(file)}
        file={file}
        label={file.name}
        missing={file.missing.map(nameOf).join(', ')}
        affectedLabel={t('panel.pool.file.affected')}
        title={
          <h3>
            {file.name}, {t('panel.pool.file.rows', { smart_count: file.rows })}
          </h3>
        }
        foot={again.error && <Refusal error={again.error} onRetry={retryOf(again)} />}
        isBusy={again.isPending}
        drawColumns={(columns, onChange) => <ImportColumns columns={columns} fields={fields} onChange={onChange} />}
        onRead={again.mutate}
      />
      <Deciding decisions={decisions} onDecide={onDecide} />
    </Modal>
  );
};

/** What becomes of records that are there. */
const Deciding = ({ decisions, onDecide }: Pick<Props, 'decisions' | 'onDecide'>) => {
  const { t } = useWords();
  const { import: may } = useResourceMeta();
  return (
    <section className="form-s">
      {may?.updates && (
        <Choices
          label={t('panel.import.existing')}
          name="existing"
          chosen={decisions.existing}
          onChange={existing => onDecide({ ...decisions, existing })}
          texts={{ LEAVE: t('import.existing.LEAVE'), UPDATE: t('import.existing.UPDATE') }}
        />
      )}
      {may?.duplicates && (
        <Choices
          label={t('panel.import.duplicates')}
          name="duplicates"
          chosen={decisions.duplicates}
          onChange={duplicates => onDecide({ ...decisions, duplicates })}
          texts={{ LEAVE: t('import.duplicates.LEAVE'), CREATE: t('import.duplicates.CREATE') }}
        />
      )}
    </section>
  );
};
