import { LinkBase, useLocaleState, useTranslate } from 'ra-core';
import { formatDate } from '../../format/format';
import { whenOf } from '../../format/when';
import { LatestEvents } from '../../engine/summary/LatestEvents';
import { LatestRelated } from '../../engine/summary/LatestRelated';
import { OpenTasks } from '../../engine/summary/OpenTasks';
import { SummaryPart } from '../../engine/summary/SummaryPart';
import type { AsideProps } from '../../engine/overrideProps';
import { useRecordPath } from '../../engine/useRecordPath';
import type { Freelancer } from '../../generated/resources';
import { useCan, useResourceMeta } from '../../meta';
import { consentText } from './consentText';
import { RatesDiffer } from './RatesDiffer';
import { PossibleDuplicates } from './PossibleDuplicates';

/** The statuses of applications that have not ended. */
const running = ['uc', 'a', 'sp', 'sf', 's2c'];

/** What matters of a person: what is to be done, the applications in flight, consent, pools and clients. */
export const Overview = ({ record }: AsideProps<Freelancer>) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const mayMerge = useCan('freelancer.merge');
  return (
    <div className="sum">
      <div>
        <OpenTasks meta={meta} record={{ ...record }} />
        <LatestRelated
          resource="freelancer"
          related="application"
          record={{ ...record }}
          filter={{ status: running }}
          title={t('freelancer.summary.running')}
          none={t('freelancer.summary.noneRunning')}
        />
        {meta.timeline && <LatestEvents meta={meta} record={{ ...record }} />}
        {mayMerge && <PossibleDuplicates id={record.id} />}
      </div>
      <div>
        <Facts record={record} />
        <Memberships record={record} />
      </div>
    </div>
  );
};

const Facts = ({ record }: { record: Freelancer }) => {
  const t = useTranslate();
  const [locale = 'en'] = useLocaleState();
  const { lastLoginAt, statusChangedAt, statusChangedBy } = record;
  return (
    <SummaryPart title={t('freelancer.summary.facts')}>
      <ul className="lines">
        <li>{consentText(t, locale, record)}</li>
        <li>
          {lastLoginAt
            ? t('freelancer.summary.lastLogin', { when: whenOf(locale, lastLoginAt) })
            : t('freelancer.summary.noLogin')}
        </li>
        {statusChangedAt && statusChangedBy && (
          <li>{t('freelancer.summary.status', { when: whenOf(locale, statusChangedAt), name: statusChangedBy })}</li>
        )}
        {record.ratesDiffer && (
          <li>
            <RatesDiffer />
          </li>
        )}
      </ul>
    </SummaryPart>
  );
};

const mostPools = 5;

/** The client somebody is bound to, and the pools somebody is in. */
const Memberships = ({ record }: { record: Freelancer }) => {
  const t = useTranslate();
  const [locale = 'en'] = useLocaleState();
  const path = useRecordPath();
  const { poolMemberships: pools, boundClient, boundUntil } = record;
  const until = (day: string | null) => day && t('freelancer.summary.until', { day: formatDate(locale, day) });
  return (
    <SummaryPart
      title={t('freelancer.summary.pools')}
      more={<LinkBase to={path(record.id, 'pools')}>{t('panel.summary.all')}</LinkBase>}
    >
      {pools.length === 0 && !boundClient && <p className="t2">{t('freelancer.summary.noPools')}</p>}
      <ul className="lines">
        {boundClient && (
          <li>
            <span className="grow">{boundClient.clientName}</span>
            <span className="t2">{until(boundUntil)}</span>
          </li>
        )}
        {pools.slice(0, mostPools).map(({ poolId, poolName, expiresAt }) => (
          <li key={poolId}>
            <LinkBase className="grow" to={`/pools/list/${poolId}`}>
              {poolName}
            </LinkBase>
            <span className="t2">{until(expiresAt)}</span>
          </li>
        ))}
      </ul>
    </SummaryPart>
  );
};
