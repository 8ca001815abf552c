import { useTranslate } from 'ra-core';
import type { VmsReview, VmsReviewGroup } from '../../generated/answers';
import { useCanOpen } from '../../meta/useCanOpen';
import { Link } from '../../router/Link';
import { Difference } from '../../ui/Difference';
import { LinkButton } from '../../ui/LinkButton';
import { Note } from '../../ui/Note';

interface Props {
  seen: VmsReview;
  isOutbound: boolean;
  onMore: (() => void) | undefined;
}

/** What a draft makes of the last messages that the version in use makes otherwise: by field, and group by group. */
export const Review = ({ seen, isOutbound, onMore }: Props) => {
  const t = useTranslate();
  const { stored, reviewed, same, fields, groups } = seen;
  if (stored === 0) return <p>{t('panel.vms.review.none')}</p>;
  const fails = groups.some(({ outcome }) => outcome === 'FAILS');
  const isAll = same === reviewed;
  return (
    <>
      {isOutbound && <p>{t('panel.vms.review.outbound')}</p>}
      <Note tone={fails ? 'bad' : 'accent'} icon={fails ? 'alert' : 'done'} isNews>
        {isAll
          ? t('panel.vms.review.all', { smart_count: reviewed })
          : t('panel.vms.review.same', { same, count: reviewed, smart_count: reviewed })}{' '}
        {reviewed < stored && t('panel.vms.review.short', { reviewed, stored })}
      </Note>
      <FieldCounts fields={fields} />
      {groups.length > 0 && (
        <section className="vms-part" aria-label={t('panel.vms.review.title')}>
          <h3>{t('panel.vms.review.title')}</h3>
          {groups.map(group => (
            <Group
              key={`${group.outcome} ${JSON.stringify(group.fields)}`}
              group={group}
              messages={`/platform/vms/${isOutbound ? 'outbound' : 'inbound'}`}
            />
          ))}
          {onMore && <LinkButton onClick={onMore}>{t('panel.vms.review.more')}</LinkButton>}
        </section>
      )}
    </>
  );
};

/** How many messages change at each field. */
const FieldCounts = ({ fields }: { fields: VmsReview['fields'] }) => {
  const t = useTranslate();
  const title = t('panel.vms.review.fields');
  if (fields.length === 0) return null;
  return (
    <section className="vms-part" aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {fields.map(({ field, count }) => (
          <li key={field}>
            <code>{field}</code> · {t('panel.vms.review.count', { smart_count: count })}
          </li>
        ))}
      </ul>
    </section>
  );
};

interface GroupProps {
  group: VmsReviewGroup;
  messages: string;
}

const Group = ({ group, messages }: GroupProps) => {
  const t = useTranslate();
  const { outcome, fields, count, examples } = group;
  const isCoded = outcome !== 'DIFFERS';
  return (
    <details className="vms-group">
      <summary>
        {t(`enum.vmsReviewOutcome.${outcome}`)} · {t('panel.vms.review.count', { smart_count: count })}
        <ul>
          {fields.map(({ field, code }) => (
            <li key={`${field} ${code}`}>
              <code>{field}</code> {isCoded && t(code ? `detail.${code}` : 'panel.vms.review.required')}
            </li>
          ))}
        </ul>
      </summary>
      {examples.map(example => (
        <Example key={example.id} example={example} to={`${messages}/${example.id}`} />
      ))}
    </details>
  );
};

interface ExampleProps {
  example: VmsReviewGroup['examples'][number];
  to: string;
}

const Example = ({ example, to }: ExampleProps) => {
  const t = useTranslate();
  const canOpen = useCanOpen();
  const name = t('panel.vms.review.example', { name: example.messageId });
  return (
    <>
      {canOpen(to) ? <Link to={to}>{name}</Link> : name}
      <dl>
        {example.diff.map(({ path, live, draft }) => (
          <div key={path}>
            <dt>{path}</dt>
            <dd>
              <Difference before={live ?? ''} after={draft ?? ''} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
};
