import { useNotify, useTranslate } from 'ra-core';
import { useFormState } from '../../engine/form/FormContext';
import { Button } from '../../ui/Button';
import type { Tried } from './useTrial';

interface Props {
  /** What the rules were given; without it there is nothing to keep. */
  input: unknown;
  name: string;
  tried: Tried;
}

/** What inbound rules see of a message; undefined where it is no JSON. */
export const inputOf = (payload: string) => {
  try {
    return { in: JSON.parse(payload) as unknown };
  } catch {
    return undefined;
  }
};

/** Whether a message has values that its reader may not read: the rules were not run on what is shown. */
export const isMasked = (payload: string) => payload.includes('•••');

/** Adds a message with what the rules make of it to the tests of the mapping, which must hold before it is put in use. */
export const AddAsTest = ({ input, name, tried }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const { values, set, isReadOnly } = useFormState();
  if (isReadOnly || !tried.ok || !input) return null;
  const tests = Array.isArray(values['tests']) ? (values['tests'] as unknown[]) : []; // as the service declares them
  const addTest = () => {
    const title = name || t('panel.vms.try.testName', { number: tests.length + 1 });
    set('tests', [...tests, { name: title, input, expected: tried.output }]);
    notify('panel.vms.try.kept', { type: 'success', messageArgs: { name: title } });
  };
  return (
    <div className="vms-do">
      <Button onClick={addTest}>{t('panel.vms.try.keep')}</Button>
      <span className="t2 s12">{t('panel.vms.try.keepHint')}</span>
    </div>
  );
};
