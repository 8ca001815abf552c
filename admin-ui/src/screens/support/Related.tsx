import { useLocale, useTranslate } from 'ra-core';
import { whenOf } from '../../format/when';
import type { SupportBundle } from '../../generated/answers';
import { findResource, useMeta } from '../../meta';
import { useCanOpen } from '../../meta/useCanOpen';
import { useEntity } from '../../resources/audit/EntityCell';
import { Link } from '../../router/Link';
import { relatedTo } from './related';

/** What a story is about and what failed for the same, each with the way to it. */
export const Related = ({ bundle }: { bundle: SupportBundle }) => {
  const t = useTranslate();
  const meta = useMeta();
  const nameOf = useEntity();
  const canOpen = useCanOpen();
  const records = relatedTo(bundle, entity => findResource(meta, entity)?.route).filter(({ to }) => canOpen(to));
  if (records.length === 0) return null;
  return (
    <aside className="story-r" aria-label={t('panel.support.related')}>
      <h2>
        {t('panel.support.related')} <span className="t2">{records.length}</span>
      </h2>
      <ul>
        {records.map(({ key, kind, name, to }) => (
          <li key={key}>
            <Link to={to}>{nameOf(kind)}</Link> <span className="mono s12">{name}</span>
          </li>
        ))}
      </ul>
      <SameCause bundle={bundle} />
    </aside>
  );
};

const shown = 5;

/** The latest that failed for the same, each with its own story. */
const SameCause = ({ bundle }: { bundle: SupportBundle }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const others = bundle.messages.flatMap(one => one.others);
  if (others.length === 0) return null;
  return (
    <>
      <h2>
        {t('panel.support.sameCause')} <span className="t2">{others.length}</span>
      </h2>
      <ul>
        {others.slice(0, shown).map(({ id, messageId, at }) => (
          <li key={id}>
            <Link to={`/support/${encodeURIComponent(messageId)}`}>{messageId}</Link>{' '}
            <span className="t2 s12">{whenOf(locale, at)}</span>
          </li>
        ))}
      </ul>
    </>
  );
};
