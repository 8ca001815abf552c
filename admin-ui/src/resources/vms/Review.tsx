import { useTranslate } from 'ra-core';
import type { VmsReview, VmsReviewGroup } from '../../generated/answers';
import { useCanOpen } from '../../meta/useCanOpen';
import { Link } from '../../router/Link';
import { Difference } from '../../ui/Difference';
import { LinkButton } from '../../ui/LinkButton';
import { Note } from '../../ui/Note';

interface Props {
  seen: VmsReview;
  onMore: (() => void) | undefined;
}

/** What a draft makes of the last messages that the version in use makes otherwise, group by group. */
export const Review = ({ seen, onMore }: Props) => {
  const t = useTranslate();
  const { stored, reviewed, same, groups } = seen;
  if (stored === 0) return <p>{t('panel.vms.review.none')}</p>;
  const fails = groups.some(({ outcome }) => outcome === 'FAILS');
  const isAll = same === reviewed;
  return (
    <>
      <Note tone={fails ? 'bad' : 'accent'} icon={fails ? 'alert' : 'done'} isNews>
        {isAll
          ? t('panel.vms.review.all', { smart_count: reviewed })
          : t('panel.vms.review.same', { same, count: reviewed })}{' '}
        {reviewed < stored && t('panel.vms.review.short', { reviewed, stored })}
      </Note>
      {groups.length > 0 && (
        <section className="vms-part" aria-label={t('panel.vms.review.title')}>
          <h3>{t('panel.vms.review.title')}</h3>
          {groups.map(group => (
            <Group key={`${group.outcome} ${JSON.stringify(group.fields)}`} group={group} />
          ))}
          {onMore && <LinkButton onClick={onMore}>{t('panel.vms.review.more')}</LinkButton>}
        </section>
      )}
    </>
  );
};

const Group = ({ group }: { group: VmsReviewGroup }) => {
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
        <Example key={example.id} example={example} />
      ))}
    </details>
  );
};

const Example = ({ example }: { example: VmsReviewGroup['examples'][number] }) => {
  const t = useTranslate();
  const canOpen = useCanOpen();
  const to = `/platform/vms/inbound/${example.id}`;
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
