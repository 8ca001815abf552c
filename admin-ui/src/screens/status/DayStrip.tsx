import { useLocaleState, useTranslate } from 'ra-core';
import type { ServicePart, ServiceSpan } from '../../generated/answers';
import { whenOf } from '../../format/when';

const day = 24 * 60 * 60 * 1000;

interface Props {
  part: ServicePart;
  /** When the strip begins and ends. */
  from: string;
  at: string;
}

/** How a part of the service was during the last day: one stretch for each state. */
export const DayStrip = ({ part, from, at }: Props) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const begin = Date.parse(from);
  const place = (iso: string) => Math.min(100, Math.max(0, ((Date.parse(iso) - begin) / day) * 100));
  const spanText = ({ state, from: since, until, detail }: ServiceSpan) =>
    [
      t('panel.status.span', {
        state: t(`enum.partState.${state}`),
        from: whenOf(locale, since),
        until: until ? whenOf(locale, until) : t('panel.status.now'),
      }),
      detail,
    ]
      .filter(Boolean)
      .join(': ');
  return (
    <>
      <svg className="strip" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect className="none" width="100" height="10" />
        {part.past.map(span => (
          <rect
            key={span.from}
            className={span.state}
            x={place(span.from)}
            width={Math.max(0.4, place(span.until ?? at) - place(span.from))}
            height="10"
          >
            <title>{spanText(span)}</title>
          </rect>
        ))}
      </svg>
      <ul className="strip-told">
        {part.past
          .filter(span => span.state !== 'OK')
          .slice(-3)
          .map(span => (
            <li key={span.from}>{spanText(span)}</li>
          ))}
      </ul>
    </>
  );
};
