import type { ReactNode } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { useJobWords } from '../../engine/jobs/useJobWords';
import { whenOf } from '../../format/when';
import type { HistoryEntry, SupportBundle, SupportLine } from '../../generated/answers';
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
