import { useState } from 'react';
import { useTranslate } from 'ra-core';
import type { AsideProps } from '../../engine/overrideProps';
import type { Freelancer } from '../../generated/resources';
import { useCan } from '../../meta';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Field } from '../../ui/Field';
import { FileInput } from '../../ui/FileInput';
import { FileLine } from '../../ui/FileLine';
import { useOwnFiles } from './useOwnFiles';

const atMost = 50;

/** The documents that a person's record names: chosen or dropped, and kept at once; only read by who may not change it. */
export const OwnFiles = ({ record, onDone }: AsideProps<Freelancer>) => {
  const t = useTranslate();
  const { ids, save, isPending } = useOwnFiles(record, onDone);
  const [going, setGoing] = useState<string[]>();
  const [mayUpdate, mayUpload] = [useCan('freelancer.update'), useCan('resource.write')];
  const mayChange = mayUpdate && mayUpload && record.deletedAt === null;
  if (!mayChange && ids.length === 0) return <p className="t2">{t('freelancer.files.noOwn')}</p>;
  if (!mayChange) return ids.map(id => <FileLine key={id} id={id} />);
  const change = (next: string[]) => (next.length < ids.length ? setGoing(next) : save(next));
  return (
    <>
      <Field label={t('freelancer.files.add')} isSilent isWide>
        <FileInput value={ids} onChange={change} isMany max={atMost} about={record.id} />
      </Field>
      {going && (
        <ConfirmDialog
          title={t('freelancer.files.removeTitle')}
          confirm={t('freelancer.files.remove')}
          isBusy={isPending}
          onCancel={() => setGoing(undefined)}
          onConfirm={() => {
            save(going);
            setGoing(undefined);
          }}
        >
          <p>{t('freelancer.files.removeText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
};
