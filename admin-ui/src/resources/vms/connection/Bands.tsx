import { useTranslate } from 'ra-core';
import type { VmsActivity } from '../../../generated/answers';
import { partsOf, type BandPart } from './bands';
import { useClock } from './useClock';

/** When it was sent and when nothing was, when as much came in as usual and when less, over the last day. */
export const Bands = ({ activity }: { activity: VmsActivity }) => {
  const t = useTranslate();
  const { hour } = useClock(activity.at);
  const title = t('panel.vms.story.bands');
  return (
    <section className="vmc-bands" aria-label={title}>
      <h3>
        {title}
        <span className="vmc-legend">
          <i className="ok" /> {t('panel.vms.story.asUsual')} <i className="quiet" /> {t('panel.vms.story.silent')}{' '}
          <i className="warn" /> {t('panel.vms.story.paused')}
        </span>
      </h3>
      <Band way="out" activity={activity} kind="PAUSED" />
      <Band way="in" activity={activity} kind="SILENT" />
      <p className="vmc-ticks">
        <span>{t('panel.vms.story.dayAgo')}</span>
        <span>{t('panel.vms.story.now', { time: hour(activity.at) })}</span>
      </p>
    </section>
  );
};

interface Props {
  way: 'out' | 'in';
  activity: VmsActivity;
  kind: 'PAUSED' | 'SILENT';
}

const Band = ({ way, activity, kind }: Props) => {
  const t = useTranslate();
  const parts = partsOf(activity, kind);
  const share = Math.round(100 * parts.reduce((sum, part) => sum + part.to - part.from, 0));
  const label = t(`panel.vms.story.${way}Band`, { share });
  return (
    <div className="vmc-band">
      <span>{t(`panel.vms.connect.${way === 'out' ? 'lastOut' : 'lastIn'}`)}</span>
      <svg viewBox="0 0 1000 12" preserveAspectRatio="none" role="img" aria-label={label}>
        <rect className="ok" width="1000" height="12" />
        {parts.map(part => (
          <Part key={part.from} part={part} look={kind === 'PAUSED' ? 'warn' : 'quiet'} />
        ))}
      </svg>
    </div>
  );
};

/** A part of a minute is seen too. */
const Part = ({ part, look }: { part: BandPart; look: string }) => (
  <rect className={look} x={part.from * 1000} width={Math.max(3, (part.to - part.from) * 1000)} height="12" />
);
