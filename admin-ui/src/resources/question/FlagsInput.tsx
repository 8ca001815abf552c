import { useTranslate } from 'ra-core';
import { useFormState } from '../../engine/form/FormContext';
import type { InputProps } from '../../engine/overrideProps';
import { Checkbox } from '../../ui/Checkbox';
import { lockOf, pairOf, useTypes } from './types';

/** The eight flags. One that cannot be set says why; one that is set and no longer may be can still be taken away. */
export const FlagsInput = ({ field }: InputProps) => {
  const t = useTranslate();
  const { values, base, set, errors, isNew, isReadOnly } = useFormState();
  const { pairs, flags: constraints } = useTypes();
  const flags = objectOf(values['flags']);
  const was = objectOf(base['flags']);
  const pair = pairOf(pairs, values);
  const isInternal = flags['talentVisibility'] !== true && flags['mspVisibility'] !== true;
  return (
    <fieldset className="w2 ticks q-flags" aria-label={t('resources.question.fields.flags')}>
      {(field.fields ?? []).map(({ name }) => {
        const lock = lockOf(constraints, name, flags, pair);
        const isOn = flags[name] === true;
        return (
          <Checkbox
            key={name}
            label={t(`resources.question.fields.flags.${name}`)}
            hint={lock && t(lock)}
            error={errors[`flags.${name}`]}
            isOn={isOn}
            isOff={isReadOnly || (lock !== undefined && !isOn)}
            isChanged={!isNew && isOn !== (was[name] === true)}
            onChange={next => set('flags', { ...flags, [name]: next })}
          />
        );
      })}
      {isInternal && <p className="help">{t('panel.question.internal')}</p>}
    </fieldset>
  );
};

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
