import { useTranslate } from 'ra-core';
import { Note } from '../../ui/Note';
import type { RateWarned } from '../../generated/answers';
import type { Target } from './calls';
import { WarnedLink } from './WarnedLink';

/** Which open applications the formulas in force give no rate that could be sent, and why. */
export const WarnedNote = ({ warned, target }: { warned: RateWarned; target: Target }) => {
  const t = useTranslate();
  if (warned.count === 0) return null;
  return (
    <Note tone="warn" icon="alert">
      <p>
        <b>
          <WarnedLink target={target} count={warned.count} />
        </b>
      </p>
      {warned.count > warned.examined && <p>{t('panel.formulas.warnedLatest', { count: warned.examined })}</p>}
      <ul className="fml-warned">
        {warned.codes.map(({ code, key, name, count, handles }) => (
          <li key={`${code} ${key} ${name}`}>
            {t(`panel.formulas.${key}Formula`)}
            {name && <code> {name}</code>}: {t(`detail.${code}`, { name })}{' '}
            {handles.map(handle => (
              <span key={handle} className="mono s12">
                {handle}
              </span>
            ))}
            {count > handles.length && t('panel.formulas.warnedMore', { smart_count: count - handles.length })}
          </li>
        ))}
      </ul>
    </Note>
  );
};
