import { useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { retryOf } from '../../engine/form/retryOf';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import type { Ticket } from '../../generated/answers';
import { request } from '../../providers/http';
import { Button } from '../../ui/Button';

/** Fetches a message with all that was said for it, as it is shown, in one file. */
export const MessageDownload = ({ id }: { id: number }) => {
  const t = useTranslate();
  const file = useMutation({
    mutationFn: async () => (await request<Ticket>('POST', `/api/vms/message/${id}/download`, { body: {} })).data,
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <>
      {file.error && <Refusal error={file.error} onRetry={retryOf(file)} />}
      <span>
        <Button icon="download" isBusy={file.isPending} onClick={() => file.mutate()}>
          {t('panel.vms.exchange.download')}
        </Button>
      </span>
    </>
  );
};
