import { useId, useState } from 'react';
import { useLocale, useNotify, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { openJob } from '../../engine/jobs/jobStore';
import { PlanButton } from '../../engine/planned/PlanButton';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { retryOf } from '../../engine/form/retryOf';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Modal } from '../../ui/Modal';
import { Radio } from '../../ui/Radio';
import { TextInput } from '../../ui/TextInput';
import { type Pair, plannedFormulas, type Target, writeFormulas } from './calls';
import { ImpactFigures } from './ImpactFigures';
import type { RateImpact } from '../../generated/answers';

interface Props {
  target: Target;
  pair: Pair;
  version: number;
  impact: RateImpact;
  onClose: () => void;
  onSaved: () => void;
}

const choices = [
  { value: 'NEW', label: 'panel.formulas.impact.new', hint: 'panel.formulas.impact.newHint' },
  { value: 'OPEN', label: 'panel.formulas.impact.openChoice', hint: 'panel.formulas.impact.openHint' },
] as const;

/** What saving would change, and for which applications it is meant. */
export const ImpactDialog = ({ target, pair, version, impact, onClose, onSaved }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const group = useId();
  const locale = useLocale() ?? 'en';
  const [applyTo, setApplyTo] = useState<'NEW' | 'OPEN'>('NEW');
  const [note, setNote] = useState('');
  const save = useMutation({
    mutationFn: () => writeFormulas(target, { pair, note, applyTo, version }),
    onSuccess: jobId => {
      notify('panel.formulas.saved', { type: 'success' });
      onSaved();
      if (jobId) openJob(jobId);
    },
  });
  return (
    <Modal
      title={t('panel.formulas.impact.title', { name: target.name })}
      onClose={onClose}
      isBusy={save.isPending}
      actions={
        <>
          <PlanButton call={plannedFormulas(target, { pair, note, applyTo, version })} onPlanned={onSaved} />
          <Button look="primary" isBusy={save.isPending} onClick={() => save.mutate()}>
            {t('panel.formulas.submit')}
          </Button>
        </>
      }
    >
      {save.error && <Refusal error={save.error} onRetry={retryOf(save)} />}
      <ImpactFigures impact={impact} locale={locale} />
      <fieldset className="fml-apply">
        <legend>{t('panel.formulas.impact.apply')}</legend>
        {choices.map(({ value, label, hint }) => (
          <div key={value}>
            <Radio
              name={group}
              value={value}
              isOn={applyTo === value}
              describedBy={`${group}-${value}`}
              onChange={() => setApplyTo(value)}
            >
              {t(label)}
            </Radio>
            <p id={`${group}-${value}`} className="t2 s13">
              {t(hint)}
            </p>
          </div>
        ))}
      </fieldset>
      <Field label={t('panel.formulas.note')} isOptional>
        <TextInput value={note} onChange={setNote} />
      </Field>
    </Modal>
  );
};
