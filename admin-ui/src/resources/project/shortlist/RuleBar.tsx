import { useLocaleState, useTranslate } from 'ra-core';
import { formatDate, formatNumber } from '../../../format/format';
import type { Shortlist } from '../../../generated/answers';
import { Icon } from '../../../ui/Icon';
import { formatMoney } from '../../../ui/money';
import type { Rule } from './useShortlist';

/** All conditions, in the order in which they are tried. */
const rules: Rule[] = ['skills', 'languages', 'rightToWork', 'available', 'rate', 'notYetSent', 'consent'];

interface Props {
  list: Shortlist;
  off: Rule[];
  onToggle: (rule: Rule) => void;
  onMust: (must: string[]) => void;
}

/** The hard rules, each with how many people it takes out; a click drops or applies one. Below, which skills are a must. */
export const RuleBar = ({ list, off, onToggle, onMust }: Props) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const facts = {
    skills: list.must.join(', '),
    date: formatDate(locale, list.start),
    rate: list.limit === null ? '' : formatMoney(locale, list.limit, list.currency),
  };
  const out = (rule: Rule) => list.rules.find(each => each.rule === rule)?.count;
  const isShown = (rule: Rule) => off.includes(rule) || out(rule) !== undefined;
  const toggleMust = (skill: string) =>
    onMust(list.must.includes(skill) ? list.must.filter(each => each !== skill) : [...list.must, skill]);
  return (
    <div className="sl-rules">
      <fieldset aria-label={t('project.shortlist.rules')}>
        <b>{t('project.shortlist.rules')}</b>
        {rules.filter(isShown).map(rule => (
          <button
            key={rule}
            type="button"
            className="sl-rule"
            aria-pressed={!off.includes(rule)}
            disabled={rule === 'skills'}
            onClick={() => onToggle(rule)}
          >
            <span>
              <Icon name={off.includes(rule) ? 'x' : 'lock'} small />
              {t(`project.shortlist.rule.${rule}`, facts)}
            </span>
            <span>
              {off.includes(rule)
                ? t('project.shortlist.ruleOff')
                : t('project.shortlist.out', {
                    smart_count: out(rule) ?? 0,
                    count: formatNumber(locale, out(rule) ?? 0),
                  })}
            </span>
          </button>
        ))}
      </fieldset>
      {list.skills.length > 0 && (
        <fieldset aria-label={t('project.shortlist.must')}>
          <b>{t('project.shortlist.must')}</b>
          {list.skills.map(skill => (
            <button
              key={skill}
              type="button"
              className="sl-skill"
              aria-pressed={list.must.includes(skill)}
              onClick={() => toggleMust(skill)}
            >
              {list.must.includes(skill) && <Icon name="lock" small />}
              {skill}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
};
