import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { Button } from '../../ui/Button';
import { lazyPart } from '../../ui/lazyPart';
import type { PlannedCall } from './calls';

const PlanDialog = lazyPart(() => import('./PlanDialog').then(m => m.PlanDialog));

interface Props {
  /** What would be saved now. */
  call: PlannedCall;
  /** Why it cannot be planned now. */
  refusal?: string | undefined;
  small?: boolean;
  onPlanned: () => void;
}

/** Saves from a later time on instead of now. */
export const PlanButton = ({ call, refusal, small = false, onPlanned }: Props) => {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button small={small} icon="clock" refusal={refusal} onClick={() => setOpen(true)}>
        {t('panel.planned.plan')}
      </Button>
      {isOpen && <PlanDialog call={call} onClose={() => setOpen(false)} onPlanned={onPlanned} />}
    </>
  );
};
