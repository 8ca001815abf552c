import { useLocale, useTranslate } from 'ra-core';
import { whenOf } from '../../format/when';
import { useMinute } from '../../engine/useMinute';
import type { RecordOf } from '../../meta';
import { Note } from '../../ui/Note';
import './mail.css';

/** The text of a mail as it goes out, and until when it is held back. */
export const MailText = ({ mail }: { mail: RecordOf<'mail'> }) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const now = useMinute();
  const isHeld = mail.state === 'QUEUED' && mail.attempts === 0 && Date.parse(mail.sendAt ?? '') > now;
  return (
    <>
      {isHeld && <Note>{t('panel.mail.held', { at: whenOf(locale, mail.sendAt ?? '') })}</Note>}
      {mail.recipient.includes('•••') && <Note>{t('panel.mail.masked')}</Note>}
      <section className="mail" aria-label={t('panel.mail.text')} lang={mail.locale || 'en'}>
        <h3>{mail.subject}</h3>
        <p>{mail.body}</p>
      </section>
    </>
  );
};
