import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { retryOf } from '../form/retryOf';
import { Refusal } from '../list/dialogs/Refusal';
import { Age } from '../cells/Age';
import { useErrorToast } from '../useErrorToast';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/Skeleton';
import { endSession, readSessions } from './calls';
import { EndedSessions } from './EndedSessions';
import './sessions.css';

interface Props {
  /** Whose they are; without it one's own. */
  userId?: number;
  isReadOnly?: boolean;
}

/** Where somebody is signed in and the way to end it, and below on demand what has ended. */
export const Sessions = ({ userId, isReadOnly = false }: Props) => {
  const t = useTranslate();
  const client = useQueryClient();
  const showError = useErrorToast();
  const [isEndedShown, showEnded] = useState(false);
  const open = useQuery({
    queryKey: ['sessions', userId, 'open'],
    queryFn: ({ signal }) => readSessions(userId, false, signal),
  });
  const { mutate, isPending, variables } = useMutation({
    mutationFn: endSession,
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
    onError: (failure, sid) => showError(failure, { retry: () => mutate(sid) }),
  });
  return (
    <>
      {open.error && <Refusal error={open.error} onRetry={retryOf(open)} />}
      {!open.data && !open.error && <Skeleton width={240} />}
      {open.data?.totalResults === 0 && <p className="t2 s13">{t('panel.staff.noSession')}</p>}
      <ul className="sessions" aria-label={t('panel.staff.sessions')}>
        {open.data?.results.map(({ sid, device, ip, lastSeenAt, current }) => (
          <li key={sid}>
            <span className="grow">
              {device || t('login.device.unknown')} <span className="t2">{ip}</span>
            </span>
            <span className="t2">{current ? t('panel.staff.here') : lastSeenAt && <Age at={lastSeenAt} />}</span>
            {!isReadOnly && !current && (
              <Button small isBusy={isPending && variables === sid} onClick={() => mutate(sid)}>
                {t('panel.staff.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isEndedShown ? (
        <EndedSessions {...(userId !== undefined && { userId })} />
      ) : (
        <p>
          <Button small onClick={() => showEnded(true)}>
            {t('panel.staff.showEnded')}
          </Button>
        </p>
      )}
    </>
  );
};
