import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { Button } from '../../ui/Button';
import type { IconName } from '../../ui/Icon';
import { actionLabel, isAllowed, useResourceMeta } from '../../meta';
import { useOnline } from '../useOnline';
import type { Saved } from '../useRecordSaved';
import { RunAction } from './RunAction';

interface Props {
  /** The name of the action. */
  name: string;
  icon: IconName;
  record: Saved;
  onDone: (() => void) | undefined;
}

/** A button for one action of the record at hand; not there while it is not allowed, which the menu explains. */
export const ActionTool = ({ name, icon, record, onDone }: Props) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const isOnline = useOnline();
  const [isOpen, setOpen] = useState(false);
  const action = meta.actions.find(one => one.name === name && one.target === 'record');
  if (!action || !isOnline || !isAllowed(action, record)) return null;
  return (
    <>
      <Button small icon={icon} onClick={() => setOpen(true)}>
        {t(actionLabel(meta, action.name, 'label'))}
      </Button>
      {isOpen && <RunAction action={action} record={record} onClose={() => setOpen(false)} onDone={() => onDone?.()} />}
    </>
  );
};
