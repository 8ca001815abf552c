import { Suspense, useState } from 'react';
import { useTranslate } from 'ra-core';
import { moveVerb, usePossibleStatuses } from '../../engine/form/possibleStatuses';
import { statusAction, useResourceMeta } from '../../meta';
import { useListChanged, useRecordSaved } from '../../engine/useRecordSaved';
import { useOnline } from '../../engine/useOnline';
import type { Application } from '../../generated/resources';
import { Button } from '../../ui/Button';
import type { IconName } from '../../ui/Icon';
import { lazyUnthemedPart } from '../../ui/lazyPart';
import { nextStep } from './steps';

const StatusDialog = lazyUnthemedPart(() => import('../../engine/form/StatusDialog').then(m => m.StatusDialog));

interface Props {
  application: Application;
  /** Without a note beside the buttons, which then take the whole width. */
  isShort?: boolean;
  onDone: () => void;
}

const icons: Partial<Record<string, IconName>> = { sp: 'send', s2c: 'send', a: 'check', h: 'check' };

/** The button of the next step, locked while something prevents it, and the one that offers every status. */
export const NextSteps = ({ application, isShort, onDone }: Props) => {
  const t = useTranslate();
  const meta = useResourceMeta('application');
  const put = useRecordSaved('application');
  const refreshList = useListChanged('application');
  const isOnline = useOnline();
  const action = statusAction(meta);
  const possible = usePossibleStatuses(meta, String(application.id), application.version);
  const [opened, setOpened] = useState<{ only?: string }>();
  if (!action || (possible.isPending && !isShort)) return null; // a button that comes later would move the others
  const current = application.status ?? '';
  const step = nextStep(current, possible.data?.results ?? []);
  const open = step?.blockedBy?.length ?? 0;
  const offline = isOnline ? undefined : t('panel.list.offline');
  return (
    <>
      {step && (!isShort || open === 0) && (
        <Button
          look={step.isMain ? 'primary' : 'secondary'}
          icon={step.isMain ? (icons[step.value] ?? 'swap') : 'undo'}
          refusal={offline ?? (open > 0 ? t('panel.application.open', { smart_count: open }) : undefined)}
          onClick={() => setOpened({ only: step.value })}
        >
          {moveVerb(t, 'application', current, step.value)}
        </Button>
      )}
      {(!isShort || !step || open > 0) && (
        <Button refusal={offline} onClick={() => setOpened({})}>
          {t('resources.application.actions.changeStatus.label')}
        </Button>
      )}
      {opened && (
        <Suspense fallback={null}>
          <StatusDialog
            action={action}
            record={{ ...application }}
            {...(opened.only && { only: opened.only })}
            onClose={() => setOpened(undefined)}
            onDone={saved => {
              setOpened(undefined);
              if (saved) put({ ...saved, id: application.id });
              else refreshList();
              onDone();
            }}
          />
        </Suspense>
      )}
    </>
  );
};
