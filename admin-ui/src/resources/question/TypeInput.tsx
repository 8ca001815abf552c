import { useTranslate } from 'ra-core';
import { FieldInput } from '../../engine/form/FieldInput';
import { useFormState } from '../../engine/form/FormContext';
import { enumText, useMeta } from '../../meta';
import type { InputProps } from '../../engine/overrideProps';
import { Select } from '../../ui/Select';
import { pairOf, useTypes, type Pair } from './types';

/** Why the type of an answered question stays as it is; nothing while it may change. */
export const useFrozen = () => {
  const t = useTranslate();
  const { base, values, isNew } = useFormState();
  const isFrozen = !isNew && base['used'] === true && values['asNewVersion'] !== true;
  return isFrozen ? t('panel.question.frozen') : undefined;
};

/** Chooses a type or a kind; what no longer belongs to the pair goes. */
const usePairChoice = () => {
  const { values, set } = useFormState();
  const { pairs } = useTypes();
  const settle = (pair: Pair | undefined) => {
    const had = pairOf(pairs, values);
    if (pair && had && pair.maxOptions === 0) set('options', []);
    if (pair && !pair.closed) set('correctAnswers', null);
    set('validation', emptied(values['validation'], pair?.settings ?? []));
  };
  return { values, set, pairs, settle };
};

/** The settings of which only those of the pair are kept; the others are cleared by name. */
const emptied = (validation: unknown, preserved: readonly string[]) =>
  Object.fromEntries(
    Object.entries(typeof validation === 'object' && validation !== null ? validation : {}).map(([name, value]) => [
      name,
      preserved.includes(name) || name === 'fileTypes' ? value : cleared(value),
    ]),
  );

const cleared = (value: unknown) => (Array.isArray(value) ? [] : null);

/** What an answer is. The kinds of input follow. */
export const TypeInput = (props: InputProps) => {
  const t = useTranslate();
  const meta = useMeta();
  const { values, set, pairs, settle } = usePairChoice();
  const types = [...new Set(pairs.map(({ valueType }) => valueType))];
  const choose = (valueType: string) => {
    const fitting = pairs.filter(pair => pair.valueType === valueType);
    const inputKind = fitting.find(({ inputKind }) => inputKind === values['inputKind']) ?? fitting[0];
    set('valueType', valueType);
    set('inputKind', inputKind?.inputKind ?? null);
    settle(inputKind);
  };
  return (
    <FieldInput {...props} locked={useFrozen()}>
      <Select
        value={String(values['valueType'] ?? '')}
        choices={types.map(value => ({ value, label: t(enumText(meta, 'questionValueType', value)) }))}
        onChange={choose}
      />
    </FieldInput>
  );
};

/** How an answer is given: the kinds that fit its type. */
export const KindInput = (props: InputProps) => {
  const t = useTranslate();
  const meta = useMeta();
  const { values, set, pairs, settle } = usePairChoice();
  const kinds = pairs.filter(({ valueType }) => valueType === values['valueType']);
  const choose = (inputKind: string) => {
    set('inputKind', inputKind);
    settle(kinds.find(pair => pair.inputKind === inputKind));
  };
  const frozen = useFrozen();
  const first = kinds.length === 0 ? t('panel.question.typeFirst') : undefined;
  return (
    <FieldInput {...props} locked={frozen ?? first}>
      <Select
        value={String(values['inputKind'] ?? '')}
        choices={kinds.map(({ inputKind: value }) => ({ value, label: t(enumText(meta, 'questionInputKind', value)) }))}
        onChange={choose}
      />
    </FieldInput>
  );
};
