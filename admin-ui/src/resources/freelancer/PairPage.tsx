import { useState, type ReactNode } from 'react';
import { useNavigate, useNotify, useTranslate } from 'ra-core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { retryOf } from '../../engine/form/retryOf';
import type { DetailProps } from '../../engine/overrideProps';
import { useRecordPath } from '../../engine/useRecordPath';
import type { FreelancerDuplicate } from '../../generated/resources';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import { request } from '../../providers/http';
import { MergeBody } from './MergeBody';
import { Likeness } from './pairCells';
import { PairPeople } from './PairPeople';
import { useMerge } from './useMerge';
import { useNextPair } from './useNextPair';
import './freelancer.css';

const path = '/api/freelancer/duplicate';

/** Two records that may be of one person: compared, and decided about. What is decided leads to the next pair. */
export const PairPage = ({ id }: DetailProps) => {
  const pair = useQuery({
    queryKey: ['freelancerDuplicate', id],
    queryFn: async ({ signal }) =>
      (await request<FreelancerDuplicate>('GET', `${path}/${encodeURIComponent(id)}`, { signal })).data,
    gcTime: 0,
  });
  const [survivor, setSurvivor] = useState<number>();
  const first = pair.data?.freelancers[0]?.id;
  if (pair.data && first !== undefined) {
    return <Decide key={`${id} ${survivor}`} pair={pair.data} keep={survivor ?? first} onKeep={setSurvivor} />;
  }
  return <Frame>{pair.error ? <Refusal error={pair.error} /> : <Skeleton width={280} />}</Frame>;
};

interface FrameProps {
  sub?: ReactNode;
  actions?: ReactNode;
  note?: ReactNode;
  isBusy?: boolean;
  children: ReactNode;
}

const Frame = (props: FrameProps) => {
  const t = useTranslate();
  const navigate = useNavigate();
  const listPath = useRecordPath();
  return (
    <Modal
      title={t('freelancer.pair.title')}
      size="wide"
      cancelLabel={t('panel.modal.close')}
      onClose={() => navigate(listPath())}
      {...props}
    />
  );
};

interface Props {
  pair: FreelancerDuplicate;
  keep: number;
  onKeep: (id: number) => void;
}

const Decide = ({ pair, keep, onKeep }: Props) => {
  const t = useTranslate();
  const notify = useNotify();
  const goOn = useNextPair();
  const people = pair.freelancers;
  const other = people.find(({ id }) => id !== keep)?.id;
  const isOpen = pair.state === 'OPEN';
  const merge = useMerge(keep, other, () => {
    notify('freelancer.merged', { type: 'success' });
    void goOn();
  });
  const decide = useMutation({
    mutationFn: (state: 'OPEN' | 'NOT_DUPLICATE') =>
      request('PUT', `${path}/${pair.id}`, { body: { state }, headers: { 'if-match': `"${pair.version}"` } }),
    onSuccess: (_, state) => {
      notify(state === 'OPEN' ? 'freelancer.pair.reopened' : 'freelancer.pair.decided', { type: 'success' });
      void goOn();
    },
  });
  const isBusy = merge.run.isPending || decide.isPending;
  const handle = people.find(person => person.id === keep)?.handle;
  return (
    <Frame
      sub={<Likeness pair={pair} />}
      isBusy={isBusy}
      note={isOpen && t('freelancer.merge.note')}
      actions={
        isOpen ? (
          <>
            <Button isBusy={isBusy} onClick={() => decide.mutate('NOT_DUPLICATE')}>
              {t('freelancer.pair.two')}
            </Button>
            <Button
              look="primary"
              isBusy={isBusy}
              refusal={merge.isBlocked ? t('panel.transition.notNow') : undefined}
              onClick={() => merge.run.mutate()}
            >
              {t('freelancer.pair.merge', { handle })}
            </Button>
          </>
        ) : (
          pair.state === 'NOT_DUPLICATE' && (
            <Button isBusy={isBusy} onClick={() => decide.mutate('OPEN')}>
              {t('freelancer.pair.reopen')}
            </Button>
          )
        )
      }
    >
      {decide.error && <Refusal error={decide.error} onRetry={retryOf(decide)} />}
      <PairPeople pair={pair} keep={keep} onKeep={onKeep} />
      {pair.state !== 'MERGED' && <MergeBody merge={merge} />}
    </Frame>
  );
};
