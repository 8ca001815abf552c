import { useTranslate } from 'ra-core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { retryOf } from '../../../engine/form/retryOf';
import { Refusal } from '../../../engine/list/dialogs/Refusal';
import type { VmsTestSending } from '../../../generated/answers';
import { request } from '../../../providers/http';
import { Link } from '../../../router/Link';
import { Button } from '../../../ui/Button';
import { Note } from '../../../ui/Note';
import { prettyJson } from '../prettyJson';
import { SendFailure } from './SendFailure';

interface Props {
  connectionId: number;
  mappingId: number;
  onDelivered: () => void;
}

/** Shows what the rules make of a test application, and sends it. */
export const SendStep = ({ connectionId, mappingId, onDelivered }: Props) => {
  const t = useTranslate();
  const path = `/api/vms/connection/${connectionId}/testApplication`;
  const call = async (dryRun: boolean, signal?: AbortSignal) =>
    (await request<VmsTestSending>('POST', path, { body: { mappingId, dryRun }, ...(signal && { signal }) })).data;
  const preview = useQuery({
    queryKey: ['vms', 'setup', 'preview', mappingId],
    queryFn: ({ signal }) => call(true, signal),
    gcTime: 0,
  });
  const send = useMutation({
    mutationFn: () => call(false),
    onSuccess: ({ delivered }) => {
      if (delivered) onDelivered();
    },
  });
  const studio = `/platform/vms/mappings/${mappingId}/try`;
  const wrong = send.data ?? preview.data;
  return (
    <>
      {preview.error && <Refusal error={preview.error} onRetry={retryOf(preview)} />}
      {preview.data && (
        <>
          <h3>{t('panel.vms.setup.send.body')}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
          <pre tabIndex={0}>{prettyJson(preview.data.rendered) ?? preview.data.rendered}</pre>
        </>
      )}
      <div aria-live="polite">{wrong && <SendFailure connectionId={connectionId} sending={wrong} />}</div>
      {send.error && <Refusal error={send.error} onRetry={retryOf(send)} />}
      {wrong && (!wrong.ok || (wrong.failure && !wrong.why)) && (
        <Note tone="accent">{t('panel.vms.setup.send.mend')}</Note>
      )}
      <div className="vsu-do">
        {preview.data?.ok && (
          <Button look="primary" icon="send" isBusy={send.isPending} onClick={() => send.mutate()}>
            {t('panel.vms.setup.send.submit')}
          </Button>
        )}
        <Link to={studio}>{t('panel.vms.setup.send.studio')}</Link>
      </div>
    </>
  );
};
