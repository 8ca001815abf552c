import { useState } from 'react';
import { useNotify } from 'ra-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { idempotencyKeys } from '../../engine/form/idempotencyKeys';
import { toastStays } from '../../engine/form/useDone';
import { useFailureText } from '../../engine/form/useFailureText';
import type { MailDraft, WrittenMail } from '../../generated/answers';
import type { Freelancer } from '../../generated/resources';
import { request } from '../../providers/http';
import { HttpError } from '../../providers/httpError';
import { UndoMail } from './UndoMail';

/** The words of a mail that somebody has written. */
export type Words = Pick<MailDraft, 'subject' | 'body'>;

/** Sends what was written, and offers to stop it while it waits. */
export const useSendMail = (record: Freelancer, path: string, onDone: () => void) => {
  const notify = useNotify();
  const client = useQueryClient();
  const say = useFailureText();
  const [keyFor] = useState(idempotencyKeys);
  const send = useMutation({
    mutationFn: async (body: Words & { template: string | null }) => {
      const headers = { 'idempotency-key': keyFor(JSON.stringify([record.id, body])) };
      return (await request<WrittenMail>('POST', path, { body, headers })).data;
    },
    onSuccess: ({ mailId }) => {
      void client.invalidateQueries({ queryKey: ['timeline'] });
      notify(<UndoMail id={mailId} />, { type: 'success', multiLine: true, autoHideDuration: toastStays });
      onDone();
    },
  });
  const refused = send.error instanceof HttpError ? send.error : undefined;
  const wrong = (field: string) => {
    const message = refused?.sayingOf(field);
    return message && say(message.key, message.params);
  };
  return { ...send, wrong, isFields: refused?.status === 422 };
};
