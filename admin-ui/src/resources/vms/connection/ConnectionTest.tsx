import { useLocale, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { retryOf } from '../../../engine/form/retryOf';
import { Refusal } from '../../../engine/list/dialogs/Refusal';
import { formatInstant } from '../../../format/format';
import type { VmsConnectionTest, VmsTestStep } from '../../../generated/answers';
import { useCan } from '../../../meta';
import { request } from '../../../providers/http';
import { Button } from '../../../ui/Button';
import { Icon, type IconName } from '../../../ui/Icon';
import { Note } from '../../../ui/Note';
import { Advice } from './Advice';

interface Props {
  id: number;
  /** Told whether no step has failed. */
  onTested?: (holds: boolean) => void;
}

/** Calls the VMS once and tells of each step how it went. */
export const ConnectionTest = ({ id, onTested }: Props) => {
  const t = useTranslate();
  const [mayConfigure, mayReplay] = [useCan('vms.mapping.write'), useCan('vms.message.replay')];
  const test = useMutation({
    mutationFn: async () =>
      (await request<VmsConnectionTest>('POST', `/api/vms/connection/${id}/test`, { body: {} })).data,
    onSuccess: ({ steps }) => onTested?.(steps.every(({ result }) => result !== 'FAILED')),
  });
  if (!mayConfigure && !mayReplay) return null;
  const title = t('panel.vms.connect.test');
  const why = test.data?.steps.find(step => step.why)?.why;
  return (
    <section className="vms-part" aria-label={title}>
      <h3>{title}</h3>
      <p className="t2">{t('panel.vms.connect.testText')}</p>
      <div aria-live="polite">
        {test.data && (
          <>
            <ul className="vms-steps">
              {test.data.steps.map(step => (
                <Step key={step.step} {...step} />
              ))}
            </ul>
            <p className="t2">
              {test.data.host}, {t('panel.vms.connect.took', { ms: test.data.tookMs })}
            </p>
            {why && (
              <Note tone="accent">
                <Advice connectionId={id} why={why} unreadable={test.data.unreadable} />
              </Note>
            )}
          </>
        )}
      </div>
      {test.error && <Refusal error={test.error} onRetry={retryOf(test)} />}
      <div className="vms-do">
        <Button icon="play" isBusy={test.isPending} onClick={() => test.mutate()}>
          {title}
        </Button>
      </div>
    </section>
  );
};

const icons: Record<VmsTestStep['result'], IconName> = {
  OK: 'done',
  FAILED: 'alert',
  NOT_TRIED: 'minus',
  NOT_NEEDED: 'minus',
  UNCLEAR: 'minus',
};

const Step = ({ step, result, why, status, tls, validTo }: VmsTestStep) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const more = [
    status > 0 && t('panel.vms.connect.status', { status }),
    tls,
    validTo && `${t('panel.vms.connect.validTo')} ${formatInstant(locale, validTo)}`,
  ].filter(Boolean);
  return (
    <li className={result === 'FAILED' ? 'vms-bad' : undefined}>
      <Icon name={icons[result]} />
      <span>
        {t(`enum.vmsTestedStep.${step}`)}: {t(`enum.vmsTestResult.${result}`)}
        {more.length > 0 && ` (${more.join(', ')})`}
        {why && `. ${t(`enum.vmsTestWhy.${why}`)}`}
      </span>
    </li>
  );
};
