import { LinkBase, useNotify, useTranslate } from 'ra-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { retryOf } from '../../engine/form/retryOf';
import type { FreelancerDuplicate } from '../../generated/resources';
import { Button } from '../../ui/Button';
import { request } from '../../providers/http';
import { Likeness } from './pairCells';
import { otherOf, useTwins } from './useTwins';
import './freelancer.css';

/** Who else somebody may be: each can be compared, or told to be somebody else. */
export const PossibleDuplicates = ({ id }: { id: number }) => {
  const t = useTranslate();
  const notify = useNotify();
  const client = useQueryClient();
  const { data = [] } = useTwins(id);
  const decide = useMutation({
    mutationFn: (pair: FreelancerDuplicate) =>
      request('PUT', `/api/freelancer/duplicate/${pair.id}`, {
        body: { state: 'NOT_DUPLICATE' },
        headers: { 'if-match': `"${pair.version}"` },
      }),
    onSuccess: () => {
      notify('freelancer.pair.decided', { type: 'success' });
      void client.invalidateQueries({ queryKey: ['freelancerDuplicate', 'of', String(id)] });
    },
  });
  if (data.length === 0) return null;
  return (
    <section className="twins below" aria-label={t('freelancer.twins.title')}>
      <h3>{t('freelancer.twins.title')}</h3>
      {decide.error && <Refusal error={decide.error} onRetry={retryOf(decide)} />}
      <ul className="bindings">
        {data.map(pair => {
          const other = otherOf(pair, id);
          return (
            <li key={pair.id}>
              <span className="grow">
                <b>{other?.name}</b> <span className="mono">{other?.handle}</span>
                <span className="t3">
                  <Likeness pair={pair} />
                </span>
              </span>
              <LinkBase to={`/users/duplicates/${pair.id}`}>{t('freelancer.pair.compare')}</LinkBase>
              <Button small isBusy={decide.isPending} onClick={() => decide.mutate(pair)}>
                {t('freelancer.pair.two')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
