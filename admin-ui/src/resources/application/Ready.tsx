import { LinkBase, useTranslate } from 'ra-core';
import { useFailureText } from '../../engine/form/useFailureText';
import type { Application } from '../../generated/resources';
import { Icon } from '../../ui/Icon';
import type { Check } from './types';
import { useLimits } from './useLimits';
import { missingKey, nameOf, useMends } from './useMends';

interface Props {
  application: Application;
}

/** The meter of what sending asks for: what is missing first, each with the way to where it is mended. */
export const Ready = ({ application }: Props) => {
  const t = useTranslate();
  const checks = application.readiness ?? [];
  if (checks.length === 0) return null;
  const met = checks.filter(({ ok }) => ok).length;
  const sorted = [...checks].sort((a, b) => Number(a.ok) - Number(b.ok));
  return (
    <section aria-labelledby="application-ready">
      <div className="app-row">
        <h3 id="application-ready">{t('panel.application.ready')}</h3>
        <span className="end s13">
          <b>{t('panel.application.readyOf', { met, of: checks.length })}</b>{' '}
          <span className="t2">{t('panel.application.pass')}</span>
        </span>
      </div>
      <span className="app-meter" aria-hidden="true">
        {[...sorted].reverse().map(({ key, ok }) => (
          <i key={key} className={meterClass(application, ok)} />
        ))}
      </span>
      <ul className="app-checks">
        {sorted.map(check => (
          <Line key={check.key} check={check} application={application} />
        ))}
      </ul>
    </section>
  );
};

/** After a failed delivery nothing of the meter is green: that all conditions hold did not help. */
const meterClass = ({ status }: Application, isMet: boolean) => {
  if (!isMet) return 'bad';
  return status === 'sf' ? 'met' : 'ok';
};

const Line = ({ check, application }: Props & { check: Check }) => {
  const t = useTranslate();
  const say = useFailureText();
  const mend = useMends(application)(check);
  const limits = useLimits(application);
  const { ok } = check;
  const params = (check.params ?? {}) as Record<string, unknown>; // named values for the text
  const missing = () => [say(missingKey(check), params), nameOf(check) === 'rateOutOfRange' && limits(params)];
  const text = ok ? t(check.key) : missing().filter(Boolean).join(' ');
  return (
    <li className={ok ? '' : 'no'}>
      <Icon name={ok ? 'check' : 'xCircle'} className={ok ? 'mk-ok' : 'mk-bad'} />
      <span className="grow">
        <span className="vh">{t(ok ? 'panel.application.met' : 'panel.application.missing')} </span>
        {text}
      </span>
      {!ok && mend && (
        <LinkBase className="btn sm" to={mend.to}>
          {t(mend.label)}
        </LinkBase>
      )}
    </li>
  );
};
