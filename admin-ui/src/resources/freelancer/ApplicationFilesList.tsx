import { LinkBase, useLocaleState, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../format/format';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { fetchPage } from '../../engine/fetchPage';
import type { Application } from '../../generated/resources';
import { FileLine } from '../../ui/FileLine';
import { Skeleton } from '../../ui/Skeleton';
import { filesOf, type ApplicationFiles } from './filesOf';

const atMost = 100;

/** The files of somebody's applications, each once, with the applications that it belongs to and when they were sent. */
export const ApplicationFilesList = ({ freelancerId }: { freelancerId: number }) => {
  const t = useTranslate();
  const query = useQuery({
    queryKey: ['freelancer', freelancerId, 'files'],
    queryFn: ({ signal }) =>
      fetchPage<ApplicationFiles>('/api/projectApplication/files', { filter: { freelancerId }, limit: atMost, signal }),
    retry: false,
  });
  if (query.error) return <Refusal error={query.error} onRetry={retryOf(query)} />;
  if (!query.data) return <Skeleton width={320} />;
  const files = filesOf(query.data.results);
  if (files.length === 0) return <p className="t2">{t('freelancer.files.none')}</p>;
  return (
    <ul className="lines">
      {files.map(({ id, kind, applications }) => (
        <li key={id} className="fr-file">
          <div className="grow">
            <span className="of">{t(`resources.application.fields.${kind}`)}</span>
            <FileLine id={id} />
          </div>
          <ul>
            {applications.map(application => (
              <li key={application.id}>
                <Use application={application} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
};

/** An application that names a file: which, and when it was sent to which client. */
const Use = ({ application }: { application: Pick<Application, 'id' | 'projectTitle' | 'clientName' | 'sentAt'> }) => {
  const t = useTranslate();
  const [locale = 'en'] = useLocaleState();
  const { id, projectTitle, clientName, sentAt } = application;
  return (
    <>
      <LinkBase to={`/projects/applications/${id}`}>{projectTitle}</LinkBase>{' '}
      <span className="t2">
        {sentAt
          ? t('freelancer.files.sent', { client: clientName, day: formatDate(locale, sentAt) })
          : t('freelancer.files.notSent', { client: clientName })}
      </span>
    </>
  );
};
