import { useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { useFailureText } from '../../engine/form/useFailureText';
import type { StaffTerm } from '../../generated/answers';
import { Button } from '../../ui/Button';
import { Chip } from '../../ui/Chip';
import { Field } from '../../ui/Field';
import { IconButton } from '../../ui/IconButton';
import { MomentInput } from '../../ui/MomentInput';
import { Select } from '../../ui/Select';
import { TextInput } from '../../ui/TextInput';
import { rightsOf } from './rights';
import type { AccountForm } from './useAccountForm';
import { writeMoment } from '../../ui/day';
import { useRightNames } from './useRightNames';

interface Props {
  form: AccountForm;
  isReadOnly: boolean;
}

/** Which of the roles and limits end by themselves, when and why. */
export const TermFields = ({ form, isReadOnly }: Props) => {
  const t = useTranslate();
  const say = useFailureText();
  const locale = useLocale() ?? 'en';
  const { terms, scopes } = form.values;
  const nameOf = useRightNames([scopes]);
  const free = rightsOf(form.values).filter(right => !terms.some(term => term.right === right));
  const wrong = (...paths: string[]) =>
    paths.map(path => {
      const found = form.wrongOf(path);
      return (
        found && (
          <p key={path} className="help e">
            {say(found.key, found.params)}
          </p>
        )
      );
    });
  return (
    <fieldset>
      <legend>{t('resources.admin.fields.terms')}</legend>
      <p className="t2 s13">{t('panel.staff.termsHint')}</p>
      <ul className="staff-lines">
        {terms.map(({ right, until, reason, ended }, i) => (
          <li key={right}>
            <span className="grow">
              {t('panel.staff.termOf', { name: nameOf(right), until: writeMoment(locale, until ?? '') })}
              <span className="t2 staff-why">{reason}</span>
              {wrong(`terms[${i}].right`, `terms[${i}].until`, `terms[${i}].reason`)}
            </span>
            {ended && <Chip tone="warn">{t('panel.staff.termEnded')}</Chip>}
            {!isReadOnly && (
              <IconButton
                small
                icon="x"
                label={t('panel.staff.untimed', { name: nameOf(right) })}
                onClick={() => form.set({ terms: terms.filter(term => term.right !== right) })}
              />
            )}
          </li>
        ))}
      </ul>
      {wrong('terms')}
      {!isReadOnly && free.length > 0 && (
        <Adder
          choices={free.map(right => ({ value: right, label: nameOf(right) }))}
          onAdd={term => form.set({ terms: [...terms, term] })}
        />
      )}
    </fieldset>
  );
};

interface AdderProps {
  choices: { value: string; label: string }[];
  onAdd: (term: StaffTerm) => void;
}

const Adder = ({ choices, onAdd }: AdderProps) => {
  const t = useTranslate();
  const [right, setRight] = useState('');
  const [until, setUntil] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const isComplete = right !== '' && !Number.isNaN(Date.parse(until ?? '')) && reason.trim() !== '';
  const add = () => {
    if (!isComplete) return;
    onAdd({ right, until, reason: reason.trim(), ended: false });
    setRight('');
    setUntil(null);
    setReason('');
  };
  return (
    <div className="g2">
      <Field label={t('panel.staff.term')}>
        <Select value={right} empty={t('panel.pick.none')} choices={choices} onChange={setRight} />
      </Field>
      <Field label={t('panel.staff.until')}>
        <MomentInput label={t('panel.staff.until')} value={until} onChange={setUntil} />
      </Field>
      <Field label={t('panel.staff.reason')}>
        <TextInput value={reason} onChange={setReason} />
      </Field>
      <Button icon="plus" refusal={isComplete ? undefined : t('panel.staff.chooseRight')} onClick={add}>
        {t('panel.staff.addTerm')}
      </Button>
    </div>
  );
};
