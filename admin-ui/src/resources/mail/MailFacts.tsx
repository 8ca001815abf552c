import { useTranslate } from 'ra-core';
import { useValueText } from '../../engine/form/useValueText';
import { fieldLabel, fieldOf, findResource, useMeta, useResourceMeta, type RecordOf } from '../../meta';
import { useCanOpen } from '../../meta/useCanOpen';
import { Link } from '../../router/Link';
import '../audit/audit.css';

const shown = [
  'recipient',
  'reason',
  'error',
  'attempts',
  'dueAt',
  'sentAt',
  'created',
  'sendAt',
  'locale',
  'clientId',
];

/** What a mail says of itself, as far as it says it, and the way to its record. */
export const MailFacts = ({ mail }: { mail: RecordOf<'mail'> }) => {
  const t = useTranslate();
  const meta = useResourceMeta();
  const say = useValueText();
  const canOpen = useCanOpen();
  const record: Record<string, unknown> = { ...mail };
  const about = findResource(useMeta(), mail.entity);
  const to = about?.route && mail.entityId ? `${about.route}/${mail.entityId}` : '';
  const facts = shown.flatMap(name => {
    const text = record[name] === 0 ? '' : say(fieldOf(meta, name), record[name], record);
    return text ? [{ name, text }] : [];
  });
  return (
    <dl className="audit-facts">
      {facts.map(({ name, text }) => (
        <div key={name}>
          <dt>{t(fieldLabel(meta, name))}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      <div>
        <dt>{t(fieldLabel(meta, 'entity'))}</dt>
        <dd>
          {t(`resources.${mail.entity}.name`)} {mail.entityId}{' '}
          {canOpen(to) && <Link to={to}>{t('panel.mail.openRecord')}</Link>}
        </dd>
      </div>
    </dl>
  );
};
