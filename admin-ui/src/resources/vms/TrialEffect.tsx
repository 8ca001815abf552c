import { useTranslate } from 'ra-core';
import type { VmsEffect } from '../../generated/answers';
import { findResource, resourceLabel, useMeta } from '../../meta';
import { useCanOpen } from '../../meta/useCanOpen';
import { Link } from '../../router/Link';
import { kindAbout } from './kindAbout';
import { useDetailText } from './useDetailText';
import { parsedOf, useProposedText } from './useProposedText';

interface Props {
  effect: VmsEffect;
}

/** What a message would do if it came now. */
export const TrialEffect = ({ effect }: Props) => {
  const t = useTranslate();
  const kind = kindAbout(effect.entity);
  const { label, text } = useProposedText(kind);
  const textOf = (field: string, value: string) => text(field, parsedOf(value)) || t('panel.vms.try.nothing');
  const { statusChange, fieldChanges, proposals } = effect;
  const title = t('panel.vms.effect.title');
  const status = statusChange && { field: 'status', from: statusChange.from, to: statusChange.to };
  const proposed = new Set(proposals);
  return (
    <section className="vms-part" aria-label={title}>
      <h3>{title}</h3>
      <Outcome effect={effect} />
      <dl>
        {[...(status ? [status] : []), ...fieldChanges, ...proposals].map(each => (
          <div key={each.field}>
            <dt>
              {label(each.field)}
              {proposed.has(each) && ` (${t('panel.vms.effect.proposed')})`}
            </dt>
            <dd>
              <del>{textOf(each.field, each.from)}</del> <ins>{textOf(each.field, each.to)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

/** The record that it would be about, or why it would be about none. */
const Outcome = ({ effect }: Props) => {
  const t = useTranslate();
  const detail = useDetailText();
  const canOpen = useCanOpen();
  const about = findResource(useMeta(), kindAbout(effect.entity));
  const name = about ? t(resourceLabel(about, 'name')) : '';
  const to = about && effect.matchedId ? `${about.route}/${effect.matchedId}` : '';
  return (
    <p>
      {effect.reason && (
        <span className="vms-bad">
          {t('panel.vms.effect.held', { reason: t(`enum.vmsReason.${effect.reason}`) })} {detail(effect.detail)}
        </span>
      )}
      {effect.wouldCreate && t('panel.vms.effect.creates', { record: name })}
      {to && (canOpen(to) ? <Link to={to}>{`${name} ${effect.matchedId}`}</Link> : `${name} ${effect.matchedId}`)}
    </p>
  );
};
