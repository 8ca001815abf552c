import { useId } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { Age } from '../../engine/cells/Age';
import { formatNumber, inSentence } from '../../format/format';
import { initialsOfName } from '../../format/initials';
import { useCanOpen } from '../../meta/useCanOpen';
import { useSession } from '../../providers/useSession';
import { Link } from '../../router/Link';
import type { DashboardActivity } from '../../generated/answers';
import { textIfAny } from '../../providers/textIfAny';

/** What happened last, to records one may see. */
export const Activity = ({ entries }: { entries: DashboardActivity[] }) => {
  const t = useTranslate();
  const id = useId();
  return (
    <section className="dash-card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('dashboard.activity')}</h2>
      </header>
      {entries.length === 0 && <p className="t2 s13">{t('dashboard.activity.none')}</p>}
      <ul className="acts">
        {entries.map((entry, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one record may change twice at an instant, and lines keep no state
          <Entry key={i} entry={entry} />
        ))}
      </ul>
    </section>
  );
};

const Entry = ({ entry }: { entry: DashboardActivity }) => {
  const canOpen = useCanOpen();
  const actor = useActor(entry);
  const title = entry.title || String(entry.entityId);
  const parts: Record<string, React.ReactNode> = {
    actor: <b key="actor">{actor.name}</b>,
    title: canOpen(entry.link) ? (
      <Link key="title" to={entry.link ?? ''}>
        {title}
      </Link>
    ) : (
      title
    ),
  };
  const sentence = useSentence(entry, actor.isMe);
  return (
    <li>
      <span className="ava sm" aria-hidden="true">
        {actor.initials}
      </span>
      <span className="grow">{sentence.map(part => parts[part] ?? part)}</span>
      <span className="t2 s12 nw">
        <Age at={entry.at} />
      </span>
    </li>
  );
};

const useActor = ({ actor }: DashboardActivity) => {
  const t = useTranslate();
  const session = useSession();
  const kind = actor.kind || 'system';
  // What the product does by itself is named after the work, which means nothing to people.
  const name = (kind !== 'system' && actor.name) || t(`dashboard.actor.${kind}`);
  const isMe = session.state === 'in' && actor.kind === 'admin' && String(actor.id) === session.claims.sub;
  return { isMe, name: isMe ? t('dashboard.actor.you') : name, initials: initialsOfName(name) };
};

/** The text of an action as its parts, so that a name can be bold and a title a link wherever a language puts them. */
const useSentence = (entry: DashboardActivity, isMe: boolean) => {
  const t = useTranslate();
  const marks = { actor: '\u0000actor\u0000', title: useRecordText(entry, '\u0000title\u0000') };
  const keyOf = (word: string) => `dashboard.activity.${word}${isMe ? '.you' : ''}`;
  return (textIfAny(t, [keyOf(entry.action)], marks) ?? t(keyOf('other'), marks)).split('\u0000').filter(Boolean);
};

/** What a change was made to: the kind of record with its title, or how many of a batch. */
const useRecordText = ({ entity, records }: DashboardActivity, title: string) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const nounOf = (form: 'name' | 'plural') => inSentence(locale, t(`resources.${entity}.${form}`));
  if (records > 1) return t('dashboard.records', { count: formatNumber(locale, records), noun: nounOf('plural') });
  const names = { noun: nounOf('name'), title };
  return textIfAny(t, [`dashboard.record.${entity}`], names) ?? t('dashboard.record', names);
};
