import type { ReactNode } from 'react';
import { useLocaleState, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatInstant } from '../../format/format';
import type { Erasure } from '../../generated/resources';
import { Note } from '../../ui/Note';
import { request } from '../../providers/http';
import type { ErasePlan } from '../../generated/answers';
import './freelancer.css';

/** The plan of a request that is open already, without the block that says so: it is this very request. */
const withoutItself = (plan: ErasePlan) => ({
  ...plan,
  blockedBy: plan.blockedBy.filter(({ key }) => key !== 'freelancer.block.erasureFiled'),
});

/** What erasing would mean, as long as it has not begun. */
export const useErasurePlan = (wanted: Erasure | undefined) =>
  useQuery({
    queryKey: ['erasure', wanted?.id, 'plan'],
    queryFn: async () =>
      (
        await request<ErasePlan>('POST', `/api/freelancer/${wanted?.freelancerId}/erase`, {
          body: { reason: 'preview', legalBasisNote: wanted?.legalBasisNote ?? '' },
        })
      ).data,
    select: withoutItself,
    enabled: wanted?.state === 'RECEIVED' || wanted?.state === 'IDENTITY_CHECK',
    gcTime: 0,
    retry: false,
  });

/** Who requested erasure, why, until when it is due, and what comes next. */
export const ErasureFacts = ({ request: r }: { request: Erasure }) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const isOver = r.state === 'DONE' || r.state === 'REFUSED';
  const isLate = !isOver && r.dueAt !== null && r.dueAt < new Date().toISOString();
  const at = r.doneAt ? formatInstant(locale, r.doneAt) : '';
  const texts: Record<string, string> = {
    RECEIVED: t('freelancer.erasure.received'),
    IDENTITY_CHECK: t('freelancer.erasure.identity'),
    IN_PROGRESS: t('freelancer.erasure.running'),
    DONE: t('freelancer.erasure.done', { at }),
    REFUSED: t('freelancer.erasure.refused', { at }),
  };
  return (
    <>
      <Note tone="accent">{texts[r.state ?? '']}</Note>
      <dl className="overview spaced">
        <Fact label={t('resources.erasure.fields.freelancerHandle')}>
          <span className="mono">{r.freelancerHandle}</span>
        </Fact>
        <Fact label={t('freelancer.erasure.asked')}>
          {t('freelancer.erasure.askedBy', {
            at: r.created ? formatInstant(locale, r.created) : '',
            name: r.createdBy,
          })}
        </Fact>
        <Fact label={t('freelancer.erasure.due')}>
          {r.dueAt && formatDate(locale, r.dueAt)} {isLate && <b className="late">{t('freelancer.erasure.overdue')}</b>}
        </Fact>
        <Fact label={t('resources.erasure.fields.reason')}>{r.reason}</Fact>
        <Fact label={t('resources.erasure.fields.legalBasisNote')}>{r.legalBasisNote}</Fact>
        <Fact label={t('resources.erasure.fields.refusal')}>{r.refusal}</Fact>
      </dl>
    </>
  );
};

const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  ) : null;
