import { LinkBase, useNotify, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { callAction } from '../../engine/form/callAction';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { retryOf } from '../../engine/form/retryOf';
import { useResourceMeta } from '../../meta';
import type { DialogProps } from '../../engine/overrideProps';
import { useNarrow } from '../../engine/useNarrow';
import type { Msp } from '../../generated/resources';
import { Button } from '../../ui/Button';
import { Empty } from '../../ui/Empty';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import { wishesOf } from './grants';
import { PermissionGrid } from './PermissionGrid';
import { PermissionList } from './PermissionList';
import { useGrants } from './useGrants';
import '../../ui/lines.css';
import './msp.css';

/** What the users of an MSP may do for which client: permissions by places. */
export const PermissionsDialog = ({ record, onClose, onDone }: DialogProps<Msp>) => {
  const t = useTranslate();
  const notify = useNotify();
  const narrow = useNarrow();
  const grants = useGrants(record.id);
  const { added, removed, places, msp } = grants;
  const action = useResourceMeta().actions.find(({ name }) => name === 'permission');
  const save = useMutation({
    mutationFn: () => {
      if (!action || !msp) throw new Error('nothing to save yet');
      const input = { grants: wishesOf(grants.chosen), replace: true };
      return callAction<{ message: string }>({ action, record: { ...msp }, input, key: crypto.randomUUID() });
    },
    onSuccess: ({ message }) => {
      notify(message, { type: 'success' });
      onDone();
    },
  });
  const count = added + removed;
  const nothing = count === 0 ? t('msp.permissions.nothing') : undefined;
  const refusal = record.userStatus === 'DL' ? t('panel.form.deleted') : nothing;
  const submit = () => !refusal && !save.isPending && save.mutate();
  const error = save.error ?? grants.error;
  const Choice = narrow ? PermissionList : PermissionGrid;
  return (
    <Modal
      title={t('msp.permissions.title', { name: record.name })}
      size="wide"
      isBusy={save.isPending}
      unsaved={count}
      note={count > 0 ? t('msp.permissions.changes', { added, removed }) : undefined}
      onClose={onClose}
      actions={
        <Button look="primary" refusal={refusal} isBusy={save.isPending} onClick={submit}>
          {count > 0
            ? t('msp.permissions.submit', { smart_count: count })
            : t('resources.msp.actions.permission.submit')}
        </Button>
      }
    >
      {error && <Refusal error={error} onRetry={retryOf(save)} />}
      {!msp && !error && <Waiting />}
      {msp && places.length === 0 && (
        <Empty
          icon="case"
          title={t('msp.permissions.none')}
          action={<LinkBase to={`/users/msp/${record.id}/entities`}>{t('msp.permissions.toEntities')}</LinkBase>}
        >
          {t('msp.permissions.noneText')}
        </Empty>
      )}
      {msp && places.length > 0 && <Choice grants={grants} />}
    </Modal>
  );
};

const lines = [180, 220, 160, 200, 140, 190];

const Waiting = () => (
  <div className="rows-s" aria-hidden="true">
    {lines.map(width => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
);
