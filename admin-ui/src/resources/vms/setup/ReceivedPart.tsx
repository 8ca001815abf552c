import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { retryOf } from '../../../engine/form/retryOf';
import { Refusal } from '../../../engine/list/dialogs/Refusal';
import type { VmsSetupMapping, VmsSetupMessage } from '../../../generated/answers';
import type { VmsConnection } from '../../../generated/resources';
import { request } from '../../../providers/http';
import { Link } from '../../../router/Link';
import { Note } from '../../../ui/Note';
import { ProblemText } from '../ProblemText';
import type { Tried } from '../useTrial';

interface Props {
  connection: VmsConnection;
  entity: string;
  mapping: VmsSetupMapping;
  message: VmsSetupMessage;
}

/** What the rules make of the first message that has come in, and what is wrong where they cannot read it. */
export const ReceivedPart = ({ connection, entity, mapping, message }: Props) => {
  const t = useTranslate();
  const tried = useQuery({
    queryKey: ['vms', 'setup', 'received', mapping.id, message.id],
    queryFn: async ({ signal }) => {
      const body = {
        connectionId: connection.id,
        entity,
        mappingVersion: mapping.number,
        messageId: message.id,
        compareWith: 'NONE',
      };
      const path = '/api/projectApplication/testTransformation?mode=inbound';
      return (await request<Tried>('POST', path, { body, signal })).data;
    },
    gcTime: 0,
    retry: false,
  });
  const { data } = tried;
  return (
    <>
      <h3>{t('panel.vms.setup.received.title', { number: mapping.number })}</h3>
      {tried.error && <Refusal error={tried.error} onRetry={retryOf(tried)} />}
      {data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <pre tabIndex={0}>{JSON.stringify(data.output, null, 2)}</pre>
      )}
      {data && !data.ok && (
        <Note tone="bad">
          {data.errors.map(problem => (
            <p key={`${problem.rule} ${problem.code}`}>
              <code>{problem.target}</code> <ProblemText problem={problem} />
            </p>
          ))}
          {data.missingRequired.map(target => (
            <p key={target}>{t('panel.vms.setup.send.missing', { target })}</p>
          ))}
          <p>
            <Link to={`/platform/vms/mappings/${mapping.id}/try`}>{t('panel.vms.setup.send.studio')}</Link>
          </p>
        </Note>
      )}
    </>
  );
};
