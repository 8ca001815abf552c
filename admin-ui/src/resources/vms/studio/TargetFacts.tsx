import { useTranslate } from 'ra-core';
import type { Rule } from './rules';
import { useStudio } from './StudioContext';
import { useKindText } from './useKindText';

interface Props {
  rule: Rule;
  isChanged: boolean;
}

/** What may stand at the target of a rule: kind, limit, and whether it must; from the declaration that checks it. */
export const TargetFacts = ({ rule, isChanged }: Props) => {
  const t = useTranslate();
  const kindOf = useKindText();
  const { guide } = useStudio();
  const place = guide?.targets.find(({ path }) => path === rule.target);
  const limits = [place?.maxLength ?? 0, rule.maxLength].filter(limit => limit > 0);
  const values = place && place.values.length > 0 ? t('panel.vms.studio.oneOf', { count: place.values.length }) : '';
  const facts = [
    values || (place && kindOf(place.kind)),
    limits.length > 0 && t('panel.vms.studio.atMost', { max: Math.min(...limits) }),
    (rule.required || place?.required) && t('panel.vms.studio.required'),
    rule.when && t('panel.vms.studio.sometimes'),
  ].filter(Boolean);
  return (
    <span className="st-facts">
      {facts.join(', ')}
      {rule.off && <em>{t('panel.vms.studio.off')}</em>}
      {isChanged && <em>{t('panel.field.changed')}</em>}
    </span>
  );
};
