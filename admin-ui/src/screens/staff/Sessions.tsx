import { useTranslate } from 'ra-core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Age } from '../../engine/cells/Age';
import { useErrorToast } from '../../engine/useErrorToast';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/Skeleton';
import { Failure } from '../dashboard/Failure';
import type { StaffAccount } from '../../generated/answers';
import { endSession, readSessions } from './calls';

/** Where the person is signed in, and the way to end it. */
export const Sessions = ({ account, isReadOnly }: { account: StaffAccount; isReadOnly: boolean }) => {
  const t = useTranslate();
  const client = useQueryClient();
  const showError = useErrorToast();
  const key = ['staff', 'sessions', account.id];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readSessions(account.id, signal),
  });
  const { mutate, isPending } = useMutation({
    mutationFn: endSession,
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
    onError: (failure, sid) => showError(failure, { retry: () => mutate(sid) }),
  });
  return (
    <section aria-label={t('panel.staff.sessions')}>
      <h3>{t('panel.staff.sessions')}</h3>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width={240} />}
      {data?.length === 0 && <p className="t2 s13">{t('panel.staff.noSession')}</p>}
      <ul className="staff-lines">
        {data?.map(({ sid, device, ip, lastSeenAt, current }) => (
          <li key={sid}>
            <span className="grow">
              {device || t('login.device.unknown')} <span className="t2">{ip}</span>
            </span>
            <span className="t2">{current ? t('panel.staff.here') : lastSeenAt && <Age at={lastSeenAt} />}</span>
            {!isReadOnly && !current && (
              <Button small isBusy={isPending} onClick={() => mutate(sid)}>
                {t('panel.staff.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};
