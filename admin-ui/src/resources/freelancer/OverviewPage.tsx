import { useState, type ReactNode } from 'react';
import { LinkBase, useLocaleState, useNavigate, useParams, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatInstant } from '../../format/format';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { useCan } from '../../meta';
import { useRecordPath } from '../../engine/useRecordPath';
import type { Freelancer } from '../../generated/resources';
import { Button } from '../../ui/Button';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import { StatusChip } from '../../ui/StatusChip';
import { formatMoney } from '../../ui/money';
import { request } from '../../providers/http';
import { addressOf } from '../../format/address';
import { OpenErasureRequest } from './OpenErasureRequest';
import { RatesDiffer } from './RatesDiffer';
import { PossibleDuplicates } from './PossibleDuplicates';
import './freelancer.css';

const hidden = '•••';

/** Somebody at a glance. What is sensitive is read, and the reading noted, only when it is asked for. */
export const OverviewPage = () => {
  const t = useTranslate();
  const navigate = useNavigate();
  const path = useRecordPath();
  const [locale] = useLocaleState();
  const { id = '' } = useParams<{ id: string }>();
  const mayMerge = useCan('freelancer.merge');
  const [isShown, setShown] = useState(false);
  const row = useQuery({
    queryKey: ['freelancer', id, 'overview'],
    queryFn: async ({ signal }) =>
      (await request<{ results: Freelancer[] }>('GET', `/api/freelancer?id=${id}&state=AC,DE,UV,DL`, { signal })).data
        .results[0],
  });
  const complete = useQuery({
    queryKey: ['freelancer', id, 'whole'],
    queryFn: async ({ signal }) => (await request<Freelancer>('GET', `/api/freelancer/${id}`, { signal })).data,
    enabled: isShown,
    gcTime: 0,
  });
  const p = row.data;
  const all = complete.data;
  const error = row.error ?? complete.error;
  const home = all && homeOf(all.homeAddress);
  const money = (amount: number | null) => (amount === null ? '' : formatMoney(locale, amount, p?.currency ?? 'EUR'));
  const label = (name: string) => t(`resources.freelancer.fields.${name}`);
  return (
    <Modal
      title={p ? addressOf(t, p) : t('resources.freelancer.name')}
      sub={p ? <span className="mono">{p.handle}</span> : ''}
      isTall
      cancelLabel={t('panel.modal.close')}
      onClose={() => navigate(path())}
      actions={
        <>
          {!isShown && (
            <Button isBusy={!p} onClick={() => setShown(true)}>
              {t('freelancer.overview.show')}
            </Button>
          )}
          <Button look="primary" onClick={() => navigate(path(id))}>
            {t('freelancer.overview.open')}
          </Button>
        </>
      }
    >
      {error && <Refusal error={error} />}
      <OpenErasureRequest at={p?.erasureAskedAt} />
      {!p && !error && <Skeleton />}
      {p && (
        <dl className="overview">
          <Line label={label('userStatus')}>
            <StatusChip status={p.userStatus ?? ''} label={t(`user.status.${p.userStatus}`)} />
          </Line>
          <Line label={label('email')}>{p.email}</Line>
          <Line label={label('mobileNumber')}>{all ? all.mobileNumber : hidden}</Line>
          <Line label={label('homeAddress')}>{home ? home.filter(Boolean).join(', ') : hidden}</Line>
          <Line label={label('boundClient')}>{p.boundClientName}</Line>
          <Line label={label('mspName')}>{p.mspName}</Line>
          <Line label={label('hourRate')}>{money(p.hourRate)}</Line>
          <Line label={label('dayRate')}>
            {money(p.dayRate) || '–'}
            {p.ratesDiffer && <RatesDiffer />}
          </Line>
          <Line label={label('availabilityFrom')}>{p.availabilityFrom && formatDate(locale, p.availabilityFrom)}</Line>
          <Line label={label('lastLoginAt')}>{p.lastLoginAt && formatInstant(locale, p.lastLoginAt)}</Line>
          <Line label={t('freelancer.overview.applications')}>
            <LinkBase
              to={`/projects/applications?filter=${encodeURIComponent(JSON.stringify({ freelancerId: p.id }))}`}
            >
              {t('freelancer.overview.applicationsLink')}
            </LinkBase>
          </Line>
        </dl>
      )}
      {p && mayMerge && <PossibleDuplicates id={p.id} />}
    </Modal>
  );
};

const homeOf = ({ street, postalCode, city, country }: Freelancer['homeAddress']) => [
  street,
  postalCode,
  city,
  country,
];

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children || '–'}</dd>
  </div>
);
