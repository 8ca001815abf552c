import { useState } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { Refusal } from '../../engine/list/dialogs/Refusal';
import { retryOf } from '../../engine/form/retryOf';
import type { DialogProps } from '../../engine/overrideProps';
import { useOnline } from '../../engine/useOnline';
import { shownEmail } from '../../format/email';
import { nameOf } from '../../format/format';
import type { MailDraft, MailDrafts } from '../../generated/answers';
import type { Freelancer } from '../../generated/resources';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Modal } from '../../ui/Modal';
import { Select } from '../../ui/Select';
import { Skeleton } from '../../ui/Skeleton';
import { TextInput } from '../../ui/TextInput';
import { request } from '../../providers/http';
import { hasOwnWords } from './hasOwnWords';
import { useSendMail, type Words } from './useSendMail';

const title = 'resources.freelancer.actions.writeMail.title';

/** Where a mail gets its link when it is sent. */
const placeholder = '%{link}';

/** Writes a mail to somebody on the texts of a template, in the language of the recipient. */
export const WriteMail = (props: DialogProps<Freelancer>) => {
  const t = useTranslate();
  const { record, onClose } = props;
  const path = `/api/freelancer/${record.id}/mail`;
  const query = useQuery({
    queryKey: ['freelancer', record.id, 'drafts'],
    queryFn: async ({ signal }) => (await request<MailDrafts>('GET', path, { signal })).data,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false, // it would take what was written
  });
  const [first] = query.data?.drafts ?? [];
  if (query.data && first) return <Letter {...props} path={path} offered={query.data} first={first} />;
  return (
    <Modal title={t(title)} sub={record.name} isTall cancelLabel={t('panel.modal.close')} onClose={onClose}>
      {query.error ? <Refusal error={query.error} onRetry={retryOf(query)} /> : <Skeleton width={320} />}
    </Modal>
  );
};

interface LetterProps extends DialogProps<Freelancer> {
  path: string;
  offered: MailDrafts;
  first: MailDraft;
}

const Letter = ({ record, path, offered, first, onClose, onDone }: LetterProps) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const isOnline = useOnline();
  const [template, choose] = useState(first.template);
  const [written, setWritten] = useState<Record<string, Words>>({}); // by template: choosing another one loses nothing
  const draft = offered.drafts.find(one => one.template === template) ?? first;
  const { subject, body } = written[draft.template] ?? draft;
  const write = (words: Partial<Words>) => setWritten({ ...written, [draft.template]: { subject, body, ...words } });
  const send = useSendMail(record, path, onDone);
  const { wrong } = send;
  const label = (name: string) => t(`resources.freelancer.actions.writeMail.fields.${name}`);
  const isFrame = draft.isFrame && !hasOwnWords(body, draft.body);
  const isWritten = subject.trim() !== '' && body.trim() !== '';
  const missing =
    isWritten && !isFrame ? undefined : t(`freelancer.mails.${isWritten ? 'onlyFrame' : 'nothingWritten'}`);
  return (
    <Modal
      title={t(title)}
      sub={record.name}
      isTall
      isBusy={send.isPending}
      unsaved={Object.keys(written).length}
      note={t('freelancer.mails.delay')}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          icon="send"
          refusal={isOnline ? missing : t('panel.list.offline')}
          isBusy={send.isPending}
          onClick={() => send.mutate({ template: draft.template, subject, body })}
        >
          {t('resources.freelancer.actions.writeMail.submit')}
        </Button>
      }
    >
      {send.error && !send.isFields && <Refusal error={send.error} onRetry={retryOf(send)} />}
      <div className="stack">
        <p>
          {t('freelancer.mails.to', {
            address: shownEmail(offered.to),
            language: nameOf(locale, 'language', offered.locale || 'en'),
            replyTo: shownEmail(offered.replyTo),
          })}
        </p>
        <Field label={label('template')} error={wrong('template')}>
          <Select
            value={draft.template}
            onChange={value => choose(value as typeof template)} // one of the choices below
            choices={offered.drafts.map(one => ({
              value: one.template,
              label: t(`enum.mailTemplate.${one.template}`),
            }))}
          />
        </Field>
        <Field label={label('subject')} error={wrong('subject')} isRequired>
          <TextInput value={subject} onChange={value => write({ subject: value })} />
        </Field>
        <Field
          label={label('body')}
          error={wrong('body')}
          hint={draft.hasLink ? t('freelancer.mails.link', { placeholder }) : undefined}
          isRequired
        >
          <TextInput rows={12} value={body} onChange={value => write({ body: value })} />
        </Field>
      </div>
    </Modal>
  );
};
