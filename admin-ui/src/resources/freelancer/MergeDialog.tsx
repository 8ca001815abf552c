import { useState } from 'react';
import { useNotify, useTranslate } from 'ra-core';
import type { DialogProps } from '../../engine/overrideProps';
import { useListChanged } from '../../engine/useRecordSaved';
import type { Freelancer } from '../../generated/resources';
import { Button } from '../../ui/Button';
import { Empty } from '../../ui/Empty';
import { Field } from '../../ui/Field';
import { Modal } from '../../ui/Modal';
import { Select } from '../../ui/Select';
import { MergeBody } from './MergeBody';
import { useMerge } from './useMerge';
import { otherOf, useTwins } from './useTwins';
import './freelancer.css';

/** Makes two records of one person one: the fields side by side, and what moves. */
export const MergeDialog = ({ record, onClose, onDone }: DialogProps<Freelancer>) => {
  const t = useTranslate();
  const notify = useNotify();
  const refreshList = useListChanged();
  const [picked, setPicked] = useState<string>();
  const { data: pairs } = useTwins(record.id);
  const twins = pairs?.flatMap(pair => otherOf(pair, record.id) ?? []);
  const other = picked ?? twins?.[0]?.id;
  const merge = useMerge(record.id, other === undefined ? undefined : Number(other), saved => {
    notify('freelancer.merged', { type: 'success' });
    refreshList();
    onDone(saved);
  });
  const isAlone = twins?.length === 0;
  return (
    <Modal
      title={t('resources.freelancer.actions.merge.title')}
      sub={`${record.name} ${record.handle}`}
      size="wide"
      note={t('freelancer.merge.note')}
      isBusy={merge.run.isPending}
      unsaved={merge.picked}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          isBusy={merge.run.isPending}
          refusal={merge.isBlocked ? t('panel.transition.notNow') : undefined}
          onClick={() => merge.run.mutate()}
        >
          {t('resources.freelancer.actions.merge.submit')}
        </Button>
      }
    >
      {isAlone && (
        <Empty icon="users" title={t('freelancer.merge.none')}>
          {t('freelancer.merge.noneText')}
        </Empty>
      )}
      {twins && twins.length > 1 && (
        <Field label={t('resources.freelancer.actions.merge.fields.otherId')}>
          <Select
            value={String(other)}
            choices={twins.map(({ id, name, handle }) => ({ value: String(id), label: `${name} ${handle}` }))}
            onChange={setPicked}
          />
        </Field>
      )}
      {!isAlone && <MergeBody merge={merge} />}
    </Modal>
  );
};
