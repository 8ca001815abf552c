import { useLocale, useTranslate } from 'ra-core';
import { useMutation } from '@tanstack/react-query';
import { retryOf } from '../../../engine/form/retryOf';
import { Refusal } from '../../../engine/list/dialogs/Refusal';
import type { VmsConnection } from '../../../generated/resources';
import { whenOf } from '../../../format/when';
import type { VmsSetup } from '../../../generated/answers';
import { request } from '../../../providers/http';
import { Button } from '../../../ui/Button';
import { Note } from '../../../ui/Note';
import { isSandboxAt, SandboxLink } from './SandboxLink';

interface Props {
  connection: VmsConnection;
  /** The address of the sandbox beside the product; '' where there is none. */
  sandbox: string;
  /** The last call, where it did not show whom it is from. */
  refused: VmsSetup['refused'];
}

/** Waits for the first message of a VMS; the sandbox is made to send one. */
export const AnswerStep = ({ connection, sandbox, refused }: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const answer = useMutation({
    mutationFn: () => request('POST', `/api/vms/connection/${connection.id}/sandboxAnswer`, { body: {} }),
  });
  const isSandbox = isSandboxAt(connection, sandbox);
  return (
    <>
      <p aria-live="polite">{t(`panel.vms.setup.answer.${isSandbox && !answer.isSuccess ? 'ready' : 'waits'}`)}</p>
      {refused && (
        <Note tone="bad" isNews>
          {t('panel.vms.setup.answer.refused', { at: whenOf(locale, refused.at) })}{' '}
          {t(`enum.vmsRefusedWhy.${refused.why}`)}
        </Note>
      )}
      {answer.error && <Refusal error={answer.error} onRetry={retryOf(answer)} />}
      {isSandbox && (
        <div className="vsu-do">
          <Button look="primary" icon="play" isBusy={answer.isPending} onClick={() => answer.mutate()}>
            {t('panel.vms.setup.answer.submit')}
          </Button>
          <SandboxLink address={sandbox} />
        </div>
      )}
    </>
  );
};
