import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslate } from 'ra-core';
import { formatNumber } from '../format/format';
import type { ViewWaiting } from '../generated/answers';
import { request, type Page } from '../providers/http';
import { allMessages } from '../providers/messages';
import { useIsQuiet } from '../providers/useIsQuiet';

const freshMs = 60_000;

/** All that waits behind the sidebar, asked for once, after what is looked at first. */
const waiting = async ({ signal }: { signal: AbortSignal }) => {
  const [{ data }] = await Promise.all([
    request<Page<ViewWaiting>>('GET', '/api/view/waiting', { signal }),
    allMessages(),
  ]);
  return data.results;
};

/** How many records of the list wait for somebody; nothing where none does. What changes the dashboard's numbers asks for it anew. */
export const PendingCount = ({ resource }: { resource: string }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const isQuiet = useIsQuiet();
  const { data = [] } = useQuery({
    queryKey: ['dashboard', 'waiting'],
    queryFn: waiting,
    enabled: isQuiet,
    staleTime: freshMs,
    retry: false,
  });
  const count = data.filter(entry => entry.resource === resource).reduce((sum, entry) => sum + entry.count, 0);
  if (!count) return null;
  const shown = formatNumber(locale, count);
  const words = t('panel.shell.waiting', { count: shown });
  return (
    <span className="nav-count" title={words}>
      <span aria-hidden="true">{shown}</span>
      <span className="vh">{`, ${words}`}</span>
    </span>
  );
};
