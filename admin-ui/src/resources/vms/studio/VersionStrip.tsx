import { useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { whenOf } from '../../../format/when';
import type { VmsMapping } from '../../../generated/resources';
import { useResourceMeta } from '../../../meta';
import { request } from '../../../providers/http';
import { Link } from '../../../router/Link';
import { Button } from '../../../ui/Button';
import { Icon, type IconName } from '../../../ui/Icon';
import { CompareVersions } from './CompareVersions';

interface Props {
  record: VmsMapping;
}

const most = 50;
const shown = 4;

const icons: Record<NonNullable<VmsMapping['state']>, IconName> = { DRAFT: 'dashed', LIVE: 'play', RETIRED: 'archive' };

/** The versions of a mapping, the newest first: what each is, since when, by whom and why. */
export const VersionStrip = ({ record }: Props) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const [isAll, setAll] = useState(false);
  const [isComparing, setComparing] = useState(false);
  const { connectionId, entity } = record;
  const path = `${meta.path}?connectionId=${connectionId}&entity=${entity}&limit=${most}&s=number:desc`;
  const found = useQuery({
    queryKey: ['vmsMapping', 'versions', connectionId, entity, record.version],
    queryFn: async ({ signal }) => (await request<{ results: VmsMapping[] }>('GET', path, { signal })).data.results,
    gcTime: 0,
  });
  const versions = found.data ?? [record];
  const own = versions.filter(({ id, state }, i) => isAll || i < shown || id === record.id || state === 'LIVE');
  return (
    <nav className="st-versions" aria-label={t('panel.vms.studio.versions')}>
      {own.map(version => (
        <Version
          key={version.id}
          version={version}
          isHere={version.id === record.id}
          to={`${meta.route}/${version.id}/try`}
        />
      ))}
      {own.length < versions.length && (
        <button type="button" className="link" onClick={() => setAll(true)}>
          {t('panel.vms.studio.allVersions', { count: versions.length })}
        </button>
      )}
      {versions.length > 1 && (
        <Button small icon="swap" onClick={() => setComparing(true)}>
          {t('panel.vms.studio.compare')}
        </Button>
      )}
      {isComparing && <CompareVersions versions={versions} record={record} onClose={() => setComparing(false)} />}
    </nav>
  );
};

const Version = ({ version, isHere, to }: { version: VmsMapping; isHere: boolean; to: string }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const { number, state, liveSince, liveBy, liveUntil, note, created } = version;
  const at = state === 'RETIRED' ? liveUntil : state === 'LIVE' ? liveSince : created;
  const since = at
    ? t(`panel.vms.studio.version.${state}`, { at: whenOf(locale, at) })
    : t(`enum.vmsMappingState.${state}`);
  return (
    <Link to={to} aria-current={isHere ? 'page' : undefined} title={note}>
      {state && <Icon name={icons[state]} small className={state === 'LIVE' ? 'mk-ok' : ''} />} <b>{number}</b>{' '}
      {[since, state === 'DRAFT' ? '' : liveBy].filter(Boolean).join(', ')}
      {note && <span className="st-note">{`“${note}”`}</span>}
    </Link>
  );
};
