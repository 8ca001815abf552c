import { useEffect, useRef, type MouseEvent } from 'react';
import { useTranslate } from 'ra-core';
import { useDone } from '../../engine/form/useDone';
import type { ShownDone } from '../../engine/form/DoneContext';
import { useUndo } from '../../engine/form/useUndo';
import type { Saved } from '../../engine/useRecordSaved';
import { useResourceMeta } from '../../meta';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { neighbourOf } from './neighbourOf';
import { WorkLine } from './WorkLine';

interface Props extends ShownDone {
  /** As it was. */
  record: Saved;
  onUndone: (saved: Saved) => void;
}

/** A record that waits no longer. It keeps its place until the next step is done. */
export const DoneRow = ({ record, text, onUndone, ...done }: Props) => {
  const t = useTranslate();
  const { name } = useResourceMeta();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) neighbourOf(row.current)?.focus(); // it was in a dialog that is gone
  }, []);
  const showDone = useDone();
  const undoStep = useUndo({
    resource: name,
    ...done,
    onUndone: saved => {
      showDone('panel.transition.undone');
      onUndone(saved);
    },
  });
  const act = ({ currentTarget }: MouseEvent) => {
    const rows = currentTarget.closest('ul');
    undoStep.mutate(undefined, { onSuccess: () => rows?.querySelector<HTMLElement>('[data-row]')?.focus() });
  };
  return (
    <li ref={row} className="wl-d">
      <WorkLine record={record} />
      <span className="wl-a">
        <span className="wl-ok">
          <Icon name="check" small /> {text}
        </span>
        <Button small isBusy={undoStep.isPending} onClick={act}>
          {t('panel.jobs.undo')}
        </Button>
      </span>
    </li>
  );
};
