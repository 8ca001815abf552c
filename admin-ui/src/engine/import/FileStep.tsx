import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { ImportInspected } from '../../generated/answers';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { FileInput } from '../../ui/FileInput';
import { tableTypes } from '../../ui/fileRules';
import { Modal } from '../../ui/Modal';
import { retryOf } from '../form/retryOf';
import { Refusal } from '../list/dialogs/Refusal';
import { useWords } from '../useWords';
import { inspectFile } from './imports';

interface Props {
  path: string;
  onRead: (read: ImportInspected) => void;
  onClose: () => void;
}

const most = 20 * 1024 * 1024;

/** Which file comes in. It is looked at as soon as it is there. */
export const FileStep = ({ path, onRead, onClose }: Props) => {
  const { t, plural } = useWords();
  const [resourceId, setResourceId] = useState('');
  const inspect = useMutation({
    mutationFn: (id: string) => inspectFile(path, { resourceId: id }),
    onSuccess: onRead,
  });
  return (
    <Modal
      title={t('panel.import.title', { plural })}
      size="wide"
      unsaved={0}
      isBusy={inspect.isPending}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          isBusy={inspect.isPending}
          refusal={resourceId === '' ? t('panel.import.chooseFirst') : undefined}
          onClick={() => inspect.mutate(resourceId)}
        >
          {t('panel.import.next')}
        </Button>
      }
    >
      <section className="form-s">
        <Field label={t('panel.import.choose')} hint={t('panel.import.chooseHint')} isRequired>
          <FileInput
            types={tableTypes}
            most={most}
            value={resourceId ? [resourceId] : []}
            onChange={([id = '']) => {
              setResourceId(id);
              if (id) inspect.mutate(id);
            }}
          />
        </Field>
        {inspect.error && <Refusal error={inspect.error} onRetry={retryOf(inspect)} />}
      </section>
    </Modal>
  );
};
