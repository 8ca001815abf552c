import type { ReactNode } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { useJobWords } from '../../engine/jobs/useJobWords';
import { whenOf } from '../../format/when';
import type { HistoryEntry, SupportBundle, SupportLine, SupportMessage } from '../../generated/answers';
import { Link } from '../../router/Link';
import { useAction } from '../../resources/audit/ActionCell';
import { useActor } from '../../resources/audit/ActorCell';
import { useEntity } from '../../resources/audit/EntityCell';

/** The parts of a support bundle, each with what it holds or the word that it holds nothing. */
export const SupportParts = ({ bundle }: { bundle: SupportBundle }) => {
  const t = useTranslate();
  const nameOf = useEntity();
  const { titleOf } = useJobWords();
  return (
    <>
      <Part name="lines">
        {bundle.lines.map((line, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and none ever moves
          <LogLine key={n} line={line} />
        ))}
      </Part>
      <Part name="entries">
        {bundle.entries.map(entry => (
          <Recorded key={entry.id} entry={entry} />
        ))}
      </Part>
      <Part name="jobs">
        {bundle.jobs.map(job => (
          <li key={job.jobId}>
            {titleOf(job)} · {t(`panel.jobs.state.${job.state}`)}
          </li>
        ))}
      </Part>
      <Part name="mails">
        {bundle.mails.map(mail => (
          <li key={mail.id}>
            {mail.template} · {nameOf(mail.entity)} {mail.entityId} · {mail.state}
          </li>
        ))}
      </Part>
      <Part name="messages">
        {bundle.messages.map(message => (
          <Told key={message.id} message={message} />
        ))}
      </Part>
      <Part name="index">
        {bundle.index.map(one => (
          <li key={`${one.entity} ${one.id}`}>
            {nameOf(one.entity)} {one.id} · {one.state}{' '}
            <span className="t2">{t('panel.support.versions', { index: one.indexVersion, record: one.version })}</span>
          </li>
        ))}
      </Part>
    </>
  );
};

const Part = ({ name, children }: { name: string; children: ReactNode[] }) => {
  const t = useTranslate();
  return (
    <>
      <h2>{t(`panel.support.${name}`)}</h2>
      {children.length === 0 ? <p className="t2 s13">{t('panel.support.nothing')}</p> : <ul>{children}</ul>}
    </>
  );
};

const LogLine = ({ line }: { line: SupportLine }) => (
  <li>
    <span className="t2">
      {line.at.slice(11, 23)} {line.level}
    </span>{' '}
    {line.text}
    <dl>
      {Object.entries(line.facts ?? {}).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="mono s12">{value}</dd>
        </div>
      ))}
    </dl>
  </li>
);

const routes: Record<string, string> = { inbound: '/platform/vms/inbound', outbound: '/platform/vms/outbound' };

/** One message with a vendor management system: what became of it, why, and after how many attempts. */
const Told = ({ message }: { message: SupportMessage }) => {
  const t = useTranslate();
  const { id, messageId, direction, entity, state, reason, failure, tries, connection } = message;
  const why = [
    ...(reason ? [t(`enum.vmsReason.${reason}`)] : []),
    ...(failure ? [t(`enum.applicationReason.${failure}`)] : []),
  ];
  return (
    <li>
      <Link to={`${routes[direction]}/${id}`}>{messageId}</Link>{' '}
      {[t(`enum.vmsEntity.${entity}`), t(`enum.vmsMessageState.${state}`), ...why].join(' · ')}{' '}
      <span className="t2">
        {connection} · {t('panel.support.tries', { smart_count: tries })}
      </span>
    </li>
  );
};

const Recorded = ({ entry }: { entry: HistoryEntry }) => {
  const locale = useLocale() ?? 'en';
  const actionOf = useAction();
  const nameOf = useEntity();
  const actorOf = useActor();
  return (
    <li>
      <Link to={`/platform/audit/${entry.id}`}>{actionOf(entry.entity, entry.action)}</Link> {nameOf(entry.entity)}{' '}
      {entry.entityId || ''}{' '}
      <span className="t2">
        {actorOf(entry.actor)} · {whenOf(locale, entry.at)}
      </span>
    </li>
  );
};
