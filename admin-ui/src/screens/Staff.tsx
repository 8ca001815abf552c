import { useState } from 'react';
import { useGetIdentity, useTranslate } from 'ra-core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCan } from '../meta';
import { Button } from '../ui/Button';
import { Empty } from '../ui/Empty';
import { Skeleton } from '../ui/Skeleton';
import { useNavigate } from '../router/useNavigate';
import { useParams } from '../router/useParams';
import { useSearch } from '../router/useSearch';
import { Failure } from './dashboard/Failure';
import { readStaff, type Search } from './staff/calls';
import { EditDialog } from './staff/EditDialog';
import { EndAllSessions } from './staff/EndAllSessions';
import { InviteDialog } from './staff/InviteDialog';
import { SearchBar } from './staff/SearchBar';
import { StaffTable } from './staff/StaffTable';
import { base } from './staff/places';
import './staff/staff.css';

const pageSize = 50;

/** Who may sign in here, and with which roles for which clients. */
export const Staff = () => {
  const t = useTranslate();
  const navigate = useNavigate();
  const mayWrite = useCan('adminUser.write');
  const { identity } = useGetIdentity(); // drafts are kept for a person
  const { '*': at = '' } = useParams();
  const opened = identity ? at : '';
  const [query] = useSearch();
  const [search, setSearch] = useState<Search>({ name: '', role: '', status: '', trouble: query.get('trouble') ?? '' });
  const [limit, setLimit] = useState(pageSize);
  const { data, error, refetch } = useQuery({
    queryKey: ['staff', search, limit],
    queryFn: ({ signal }) => readStaff(search, limit, signal),
    placeholderData: keepPreviousData,
  });
  const close = () => navigate(base, { replace: true });
  const narrow = (next: Search) => {
    setSearch(next);
    setLimit(pageSize);
  };
  return (
    <div className="staff">
      <header className="row">
        <h1 className="grow">{t('menu.staff')}</h1>
        {mayWrite && <EndAllSessions />}
        {mayWrite && (
          <Button look="primary" icon="plus" onClick={() => navigate(`${base}/new`)}>
            {t('panel.staff.invite')}
          </Button>
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="staff-body" tabIndex={0} aria-label={t('menu.staff')} aria-busy={!data && !error}>
        <SearchBar search={search} onChange={narrow} />
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton width={320} />}
        {data?.results.length === 0 && <Empty icon="users" title={t('panel.staff.none')} />}
        {data && data.results.length > 0 && <StaffTable accounts={data.results} />}
        {data && data.results.length < data.totalResults && (
          <Button onClick={() => setLimit(limit + pageSize)}>{t('panel.staff.more')}</Button>
        )}
      </section>
      {opened === 'new' && mayWrite && <InviteDialog onClose={close} />}
      {/^\d+$/.test(opened) && <EditDialog key={opened} id={Number(opened)} isReadOnly={!mayWrite} onClose={close} />}
    </div>
  );
};
