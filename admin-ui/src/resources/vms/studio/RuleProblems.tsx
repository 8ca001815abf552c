import { useTranslate } from 'ra-core';
import { useFormState } from '../../../engine/form/FormContext';
import { Icon } from '../../../ui/Icon';
import { LinkButton } from '../../../ui/LinkButton';
import { ProblemText } from '../ProblemText';
import type { Problem } from '../useTrial';
import { mended, missingLookup, suggestionOf } from './faults';
import { begunLookup, lookupsOf } from './lookups';
import type { Rule } from './rules';
import { useStudio } from './StudioContext';

interface Props {
  id: string;
  rule: Rule;
  index: number;
  onChange: ((rule: Rule) => void) | undefined;
}

/** What is wrong with a rule, and what may be, each with the name that was suggested and a button that puts it there. */
export const RuleProblems = ({ id, rule, index, onChange }: Props) => {
  const { errors } = useFormState();
  const { problems, warnings } = useStudio();
  const isHere = (one: Problem) => one.rule === index;
  const wrong = problems.filter(isHere);
  const saved = Object.entries(errors).filter(([path]) => path.startsWith(`rules[${index}].`));
  const isRefused = wrong.length === 0 && saved.length > 0;
  return (
    <div id={id} className="st-says" {...(isRefused && { 'data-wrong': true, tabIndex: -1 })}>
      {wrong.map(one => (
        <RuleProblem key={`${one.field} ${one.message}`} problem={one} tone="bad" rule={rule} onChange={onChange} />
      ))}
      {isRefused &&
        saved.map(([path, text]) => (
          <p key={path} className="bad">
            <Icon name="xCircle" small />
            {text}
          </p>
        ))}
      {warnings.filter(isHere).map(one => (
        <RuleProblem key={`${one.field} ${one.message}`} problem={one} tone="warn" rule={rule} onChange={onChange} />
      ))}
    </div>
  );
};

interface RuleProblemProps {
  problem: Problem;
  tone: 'bad' | 'warn';
  rule: Rule;
  onChange: ((rule: Rule) => void) | undefined;
}

const parts = ['target', 'jq', 'default', 'when'] as const;

const RuleProblem = ({ problem, tone, rule, onChange }: RuleProblemProps) => {
  const t = useTranslate();
  const { values, set } = useFormState();
  const { guide } = useStudio();
  const suggested = suggestionOf(problem);
  const lookup = missingLookup(problem);
  const part = parts.find(name => name === problem.field);
  const mend = () => {
    if (!part) return;
    onChange?.({ ...rule, [part]: part === 'target' ? suggested : mended(rule[part], problem) });
  };
  const addLookup = () =>
    set('lookups', { ...lookupsOf(values['lookups']), [lookup]: begunLookup(rule.jq, lookup, guide?.sources ?? []) });
  return (
    <p className={tone}>
      <Icon name={tone === 'bad' ? 'xCircle' : 'alert'} small />
      <span className="grow">
        <ProblemText problem={problem} /> {suggested && t('panel.vms.studio.meant', { name: suggested })}
      </span>
      {suggested && onChange && (
        <LinkButton onClick={mend}>{t('panel.vms.studio.use', { name: suggested })}</LinkButton>
      )}
      {lookup && onChange && <LinkButton onClick={addLookup}>{t('panel.vms.studio.addLookup')}</LinkButton>}
    </p>
  );
};
