import { useId, useState } from 'react';
import { useLocale, useNotify, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { Age } from '../../engine/cells/Age';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { useOnline } from '../../engine/useOnline';
import { formatNumber } from '../../format/format';
import { enumText, useMeta } from '../../meta';
import { Link } from '../../router/Link';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Radio } from '../../ui/Radio';
import { TextInput } from '../../ui/TextInput';
import { kindAbout } from './kindAbout';
import { decide, useDecided, type UnknownValue } from './unknownValues';

interface Props {
  unknown: UnknownValue;
  mayDecide: boolean;
}

/** One value, the messages that wait for its meaning, and the choice of that. */
export const UnknownLine = ({ unknown, mayDecide }: Props) => {
  const t = useTranslate();
  const meta = useMeta();
  const locale = useLocale() ?? 'en';
  const { connectionId, connectionName, entity, lookup, value, waiting, since } = unknown;
  const filter = { connectionId, entity, lookup, state: 'QUARANTINED', unknownValue: value };
  const to = `/platform/vms/inbound?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
  const heading = t('panel.vms.unknown.title', {
    value,
    smart_count: waiting,
    count: formatNumber(locale, waiting),
  });
  return (
    <section className="vms-unknown" aria-label={heading}>
      <h2>{heading}</h2>
      <p className="t2 s13">
        {connectionName} · {t(enumText(meta, 'vmsEntity', entity ?? ''))} · {lookup} · <Age at={since} />{' '}
        <Link to={to}>{t('panel.vms.unknown.show')}</Link>
      </p>
      {mayDecide && <Decision unknown={unknown} />}
    </section>
  );
};

const Decision = ({ unknown }: { unknown: UnknownValue }) => {
  const t = useTranslate();
  const group = useId();
  const notify = useNotify();
  const decided = useDecided();
  const isOnline = useOnline();
  const wordOf = useWordOf(unknown);
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState('');
  const isOther = chosen === undefined ? unknown.targets.length === 0 : chosen === '';
  const target = isOther ? typed.trim() : (chosen ?? '');
  const run = useMutation({
    mutationFn: () => decide(unknown, target),
    onSuccess: released => {
      notify('panel.vms.unknown.done', {
        type: 'success',
        messageArgs: { value: unknown.value, smart_count: released },
      });
      decided();
    },
  });
  const refusal = isOnline ? target === '' && 'panel.vms.unknown.choose' : 'panel.list.offline';
  return (
    <>
      {run.error && <Refusal error={run.error} onRetry={retryOf(run)} />}
      <fieldset>
        <legend>{t('panel.vms.unknown.means')}</legend>
        {unknown.targets.map(each => (
          <Radio key={each} name={group} value={each} isOn={chosen === each} onChange={setChosen}>
            {wordOf(each)}
          </Radio>
        ))}
        {unknown.targets.length > 0 && !unknown.isStatus && (
          <Radio name={group} value="" isOn={isOther} onChange={setChosen}>
            {t('panel.vms.unknown.other')}
          </Radio>
        )}
      </fieldset>
      {isOther && (
        <Field label={t('panel.vms.unknown.target')} hint={t('panel.vms.unknown.hint')}>
          <TextInput value={typed} isMono onChange={setTyped} />
        </Field>
      )}
      <div className="vms-do">
        <Button
          look="primary"
          isBusy={run.isPending}
          refusal={refusal ? t(refusal) : undefined}
          onClick={() => run.mutate()}
        >
          {t('panel.vms.unknown.submit', { smart_count: unknown.waiting })}
        </Button>
      </div>
    </>
  );
};

/**
 * What a target is called here: statuses of projects and applications have names, also for those who may not read the records;
 * other texts stand for themselves.
 */
const useWordOf = ({ entity, isStatus }: UnknownValue) => {
  const t = useTranslate();
  const meta = useMeta();
  return (target: string) => (isStatus ? t(enumText(meta, `${kindAbout(entity)}Status`, target)) : target);
};
