import { Suspense, useState } from 'react';
import { useListContext, useTranslate } from 'ra-core';
import { lazyPart } from '../../ui/lazyPart';
import { Button } from '../../ui/Button';
import { ListUiContext } from '../../engine/list/ListUi';
import type { Saved } from '../../engine/useRecordSaved';
import type { DashboardCard, DashboardStep } from '../../generated/answers';
import { statusInput, useResourceMeta, type ActionMeta } from '../../meta';
import { chosenAll } from './chosenAll';
import { useStepLabel } from './useStepLabel';

const BulkDialog = lazyPart(() => import('../../engine/list/dialogs/BulkDialog').then(m => m.BulkDialog));

interface Props {
  card: DashboardCard;
  total: number;
  onDone: () => void;
}

/** The first step for all records of a worklist at once, with the preview of any action on many; nothing where it is not for many. */
export const WorkAll = ({ card, ...props }: Props) => {
  const { actions } = useResourceMeta();
  const step = card.steps?.[0];
  const action = actions.find(({ name, bulk }) => bulk && name === step?.action);
  return step && action && props.total > 1 ? <ForAll {...props} {...{ card, step, action }} /> : null;
};

const ForAll = ({ card, step, action, total, onDone }: Props & { step: DashboardStep; action: ActionMeta }) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const { data } = useListContext<Saved>();
  const label = useStepLabel(card, step, data?.[0]);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onDone();
  };
  const initial = step.status ? { [statusInput(meta, action)?.name ?? meta.status]: step.status } : undefined;
  return (
    <>
      <Button small look="primary" onClick={() => setOpen(true)}>
        {t('dashboard.worklists.forAll', { action: label, count: total })}
      </Button>
      {isOpen && (
        <ListUiContext value={{ ...chosenAll([]), close }}>
          <Suspense fallback={null}>
            <BulkDialog action={action} initial={initial} />
          </Suspense>
        </ListUiContext>
      )}
    </>
  );
};
