import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { PoolImportMode, PoolPlan } from '../../generated/answers';
import type { Pool } from '../../generated/resources';
import { Button } from '../../ui/Button';
import { Combobox } from '../../ui/Combobox';
import { Field } from '../../ui/Field';
import { Modal } from '../../ui/Modal';
import type { Option } from '../../ui/option';
import { Radio } from '../../ui/Radio';
import { fetchPlan, findSources } from './merging';
import '../../engine/list/dialogs/choices.css';

interface Props {
  pool: Pool;
  onPlanned: (plan: PoolPlan) => void;
  onBegun: (jobId: string) => void;
  onClose: () => void;
}

const most = 10;
const modes = ['MERGE', 'COPY'] as const satisfies readonly PoolImportMode[];

/** Which pools come in and what becomes of them; then the plan. */
export const MergeChoice = ({ pool, onPlanned, onBegun, onClose }: Props) => {
  const t = useTranslate();
  const [chosen, setChosen] = useState<Option[]>([]);
  const [mode, setMode] = useState<PoolImportMode>('MERGE');
  const ids = chosen.map(({ value }) => Number(value));
  const plan = useMutation({
    mutationFn: () => fetchPlan(pool.id, ids, mode),
    onSuccess: made => (made.planId === '' ? onBegun(made.jobId) : onPlanned(made)),
  });
  return (
    <Modal
      title={t('panel.pool.merge.title', { name: pool.vmsName })}
      size="wide"
      isBusy={plan.isPending}
      unsaved={chosen.length}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          isBusy={plan.isPending}
          refusal={chosen.length === 0 ? t('panel.pool.merge.chooseFirst') : undefined}
          onClick={() => plan.mutate()}
        >
          {t('panel.pool.merge.plan')}
        </Button>
      }
    >
      <section className="form-s">
        <Field label={t('panel.pool.merge.which')} hint={t('panel.pool.merge.whichHint')} isRequired>
          <Combobox
            key={chosen.length}
            name={`pool.sources.${pool.id}.${ids.join()}`}
            search={findSources(pool, ids)}
            value={null}
            onChange={option => option && chosen.length < most && setChosen([...chosen, option])}
          />
        </Field>
        <ul className="lines">
          {chosen.map(one => (
            <li key={one.value}>
              <span className="grow name">{one.label}</span>
              <Button small onClick={() => setChosen(chosen.filter(({ value }) => value !== one.value))}>
                {t('panel.pool.merge.take', { name: one.label })}
              </Button>
            </li>
          ))}
        </ul>
        <fieldset className="choices">
          <legend>{t('panel.pool.merge.mode')}</legend>
          {modes.map(one => (
            <Radio key={one} name="mode" value={one} isOn={mode === one} onChange={() => setMode(one)}>
              {t(`enum.poolImportMode.${one}`)}
            </Radio>
          ))}
        </fieldset>
        {plan.error && <Refusal error={plan.error} onRetry={retryOf(plan)} />}
      </section>
    </Modal>
  );
};
