import { useNotify, useTranslate } from 'ra-core';
import { useFormState } from '../../engine/form/FormContext';
import { Button } from '../../ui/Button';
import type { Tried } from './useTrial';

interface Props {
  payload: string;
  name: string;
  tried: Tried;
}

const messageOf = (payload: string): unknown => {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
};

/** Adds a message with what the rules make of it to the tests of the mapping, which must hold before it is put in use. */
export const KeepAsTest = ({ payload, name, tried }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const { values, set, isReadOnly } = useFormState();
  const message = messageOf(payload);
  if (isReadOnly || !tried.ok || message === undefined) return null;
  const tests = Array.isArray(values['tests']) ? (values['tests'] as unknown[]) : []; // as the service declares them
  const keep = () => {
    const title = name || t('panel.vms.try.testName', { number: tests.length + 1 });
    set('tests', [...tests, { name: title, input: { in: message }, expected: tried.output }]);
    notify('panel.vms.try.kept', { type: 'success', messageArgs: { name: title } });
  };
  return (
    <div className="vms-do">
      <Button onClick={keep}>{t('panel.vms.try.keep')}</Button>
      <span className="t2 s12">{t('panel.vms.try.keepHint')}</span>
    </div>
  );
};
