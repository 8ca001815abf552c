import { useLocaleState, useTranslate } from 'ra-core';
import { whenOf } from '../../format/when';
import type { ServiceCopy, ServicePart } from '../../generated/answers';
import { Note } from '../../ui/Note';
import { StatusChip } from '../../ui/StatusChip';
import { DayStrip } from './DayStrip';
import { partInWords } from './partInWords';

interface Props {
  copy: ServiceCopy;
  from: string;
  at: string;
}

/** Which advice goes with a code of damage. */
const adviceOf: Record<string, string> = { DATABASE_DAMAGED: 'damaged', DATABASE_GONE: 'gone' };

/** What to do about a part: a content service that is locked runs, and can be reached. */
export const adviceKey = ({ name, code }: ServicePart, siblings: ServicePart[]) => {
  const isLocked = siblings.some(part => part.name === 'licence' && part.detail.startsWith('locked'));
  if (name === 'content' && isLocked) return 'panel.status.advice.licence';
  return `panel.status.${adviceOf[code] ?? 'advice'}.${name}`;
};

/** One process of the service with each of its parts. */
export const CopyCard = ({ copy, from, at }: Props) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const times = [
    copy.runs
      ? t('panel.status.since', { time: whenOf(locale, copy.startedAt) })
      : t('panel.status.seen', { time: whenOf(locale, copy.seenAt) }),
    copy.version,
    copy.answers && t('panel.status.answers'),
  ];
  return (
    <article className="copy" aria-label={copy.host}>
      <h3>
        {copy.host} <span className="t2 s12">{times.filter(Boolean).join(' · ')}</span>
      </h3>
      {copy.parts.length === 0 && <p className="t2 s13">{t('panel.status.nothingSeen')}</p>}
      <ul>
        {copy.parts.map(part => (
          <Part key={part.name} part={part} advice={adviceKey(part, copy.parts)} from={from} at={at} />
        ))}
      </ul>
    </article>
  );
};

interface PartProps extends Omit<Props, 'copy'> {
  part: ServicePart;
  advice: string;
}

/** One part: how it stands and stood, and what to do where it does not work. */
export const Part = ({ part, advice, from, at }: PartProps) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const shown = partInWords(t, locale, part);
  const isBad = part.state === 'DOWN' || part.state === 'DEGRADED';
  return (
    <li className="part">
      <span className="part-name">{t(`panel.status.part.${part.name}`)}</span>
      <StatusChip status={part.state} label={t(`enum.partState.${part.state}`)} />
      {part.past.length > 0 && (
        <div className="part-past">
          <DayStrip part={shown} from={from} at={at} />
        </div>
      )}
      {isBad && (
        <Note tone={part.state === 'DOWN' ? 'bad' : 'warn'}>
          {t(advice)} <span className={shown.detail === part.detail ? 'mono s12' : undefined}>{shown.detail}</span>
        </Note>
      )}
    </li>
  );
};
