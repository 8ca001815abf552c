import { useNavigate, useTranslate } from 'ra-core';
import { useRecordPath } from '../../engine/useRecordPath';
import { useCan } from '../../meta';
import { Navigate } from '../../router/Navigate';
import { useSearch } from '../../router/useSearch';
import { Button } from '../../ui/Button';
import { EndAllSessions } from './EndAllSessions';

/** What concerns all accounts, and the way to a new one. */
export const StaffTools = () => {
  const t = useTranslate();
  const navigate = useNavigate();
  const path = useRecordPath();
  const mayWrite = useCan('adminUser.write');
  const [query] = useSearch();
  const trouble = query.get('trouble'); // in links from before the list had filters
  if (trouble) return <Navigate to={`${path().split('?')[0]}?${filterOf(trouble)}`} replace />;
  if (!mayWrite) return null;
  return (
    <>
      <EndAllSessions />
      <Button look="primary" icon="plus" onClick={() => navigate(path('new'))}>
        {t('panel.staff.invite')}
      </Button>
    </>
  );
};

const filterOf = (trouble: string) =>
  new URLSearchParams({ filter: JSON.stringify({ trouble: [trouble] }) }).toString();
