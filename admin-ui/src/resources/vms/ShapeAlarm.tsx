import { useNotify, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { Age } from '../../engine/cells/Age';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { useOnline } from '../../engine/useOnline';
import type { VmsShape, VmsShapePath } from '../../generated/answers';
import { useCan } from '../../meta';
import { request } from '../../providers/http';
import { Button } from '../../ui/Button';

interface Props {
  of: VmsShapePath;
  url: string;
  onAccepted: (now: VmsShape) => void;
}

/** A path that is not as it was: how it was, how it is, since when, and the way to take it for what is usual. */
export const ShapeAlarm = ({ of, url, onAccepted }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const isOnline = useOnline();
  const mayAccept = useCan('vms.mapping.write');
  const { entity, path, types, alarm } = of;
  const run = useMutation({
    mutationFn: async () => (await request<VmsShape>('POST', url, { body: { entity, path } })).data,
    onSuccess: now => {
      notify('panel.vms.shape.accepted', { type: 'success', messageArgs: { path } });
      onAccepted(now);
    },
  });
  const words = (all: string[]) => all.map(type => t(`enum.vmsValueType.${type}`)).join(', ');
  const now = alarm?.vanished ? [t('panel.vms.shape.vanished'), words(alarm.types)] : [words(alarm?.types ?? [])];
  return (
    <li>
      <b>
        <code>{path}</code>
      </b>{' '}
      <span className="t2">{t(`enum.vmsEntity.${entity}`)}</span>
      <dl>
        <div>
          <dt>{t('panel.vms.shape.before')}</dt>
          <dd>{words(types)}</dd>
        </div>
        <div>
          <dt>{t('panel.vms.shape.now')}</dt>
          <dd>{now.filter(Boolean).join(' · ')}</dd>
        </div>
        <div>
          <dt>{t('panel.vms.shape.since')}</dt>
          <dd>
            <Age at={alarm?.since ?? ''} />
          </dd>
        </div>
      </dl>
      {mayAccept && (
        <div className="vms-do">
          <Button
            small
            isBusy={run.isPending}
            refusal={isOnline ? undefined : t('panel.list.offline')}
            onClick={() => run.mutate()}
          >
            {t('panel.vms.shape.accept')}
          </Button>
        </div>
      )}
      {run.error && <Refusal error={run.error} onRetry={retryOf(run)} />}
    </li>
  );
};
