import { useId, useState } from 'react';
import Switch from '@mui/material/Switch';
import { useTranslate } from 'ra-core';
import { useFormState } from '../../../engine/form/FormContext';
import { Icon } from '../../../ui/Icon';
import { Menu } from '../../../ui/Menu';
import type { MenuLine } from '../../../ui/menuLine';
import { CodeLine } from './CodeLine';
import { marksOf } from './faults';
import { programOffers, targetOffers } from './offers';
import { RuleMore } from './RuleMore';
import { RuleProblems } from './RuleProblems';
import type { Rule } from './rules';
import { sentenceOf } from './sentence';
import { useStudio } from './StudioContext';
import { TargetFacts } from './TargetFacts';
import { useRowDrag } from './useRowDrag';

interface Props {
  rule: Rule;
  index: number;
  isChanged: boolean;
  isReadOnly: boolean;
  isSentence: boolean;
  lines: readonly MenuLine[];
  onChange: (rule: Rule) => void;
  onMove: (from: number, to: number) => void;
}

/** One rule in a row: where its value goes, how it is made, whether it counts; below it what is wrong. */
export const RuleRow = ({ rule, index, isChanged, isReadOnly, isSentence, lines, onChange, onMove }: Props) => {
  const t = useTranslate();
  const descriptionId = useId();
  const { row, grip, isOver } = useRowDrag(index, onMove);
  const [isOpen, setOpen] = useState(false);
  const number = index + 1;
  const more: MenuLine = {
    label: t(isOpen ? 'panel.vms.studio.less' : 'panel.vms.studio.more'),
    icon: isOpen ? 'up' : 'down',
    onSelect: () => setOpen(!isOpen),
  };
  const look = `${rule.off ? 'off' : ''} ${isChanged ? 'changed' : ''} ${isOver ? 'over' : ''}`;
  return (
    <li
      ref={row}
      className={`st-rule ${look}`}
      data-rule={index}
      tabIndex={-1}
      aria-label={t('panel.vms.studio.rule', { number })}
    >
      <span ref={grip} className="st-grip" aria-hidden="true">
        {!isReadOnly && <Icon name="menu" small />}
      </span>
      <span className="st-no">{number}</span>
      <span className="st-target">
        <TargetInput rule={rule} number={number} isReadOnly={isReadOnly} onChange={onChange} says={descriptionId} />
        <TargetFacts rule={rule} isChanged={isChanged} />
      </span>
      {isSentence ? (
        <p className="st-sentence">{sentenceOf(rule, t)}</p>
      ) : (
        <Program rule={rule} index={index} isReadOnly={isReadOnly} onChange={onChange} says={descriptionId} />
      )}
      <Switch
        checked={!rule.off}
        disabled={isReadOnly}
        slotProps={{ input: { 'aria-label': t('panel.vms.studio.isOn', { number }) } }}
        onChange={(_, isOn) => onChange({ ...rule, off: !isOn })}
      />
      <Menu small label={t('panel.vms.studio.actions', { number })} lines={[more, ...lines]} />
      <RuleProblems id={descriptionId} rule={rule} index={index} onChange={isReadOnly ? undefined : onChange} />
      {isOpen && <RuleMore rule={rule} index={index} onChange={onChange} />}
    </li>
  );
};

interface InputProps {
  rule: Rule;
  isReadOnly: boolean;
  /** The id of what is said of the rule. */
  says: string;
  onChange: (rule: Rule) => void;
}

/** Whether a refused save has found a field of a rule wrong. */
const useRefused = (index: number, field: 'target' | 'jq') => `rules[${index}].${field}` in useFormState().errors;

const TargetInput = ({ rule, number, isReadOnly, says, onChange }: InputProps & { number: number }) => {
  const t = useTranslate();
  const { guide, problems } = useStudio();
  const isRefused = useRefused(number - 1, 'target');
  const targets = (guide?.targets ?? []).map(({ path, kind, example }) => ({ text: path, kind, value: example }));
  const isWrong = isRefused || problems.some(one => one.rule === number - 1 && one.field === 'target');
  return (
    <CodeLine
      isPlain
      value={rule.target}
      label={t('panel.vms.studio.target', { number })}
      isReadOnly={isReadOnly}
      isInvalid={isWrong}
      describedBy={says}
      placeholder={t('panel.vms.studio.targetHint')}
      offersAt={(text, caret, isRequested) => targetOffers(text, caret, targets, isRequested)}
      onChange={target => onChange({ ...rule, target: target.replace(/\s/g, '') })}
    />
  );
};

const Program = ({ rule, index, isReadOnly, says, onChange }: InputProps & { index: number }) => {
  const t = useTranslate();
  const { guide, places, lookups, problems, warnings, onCaret } = useStudio();
  const isRefused = useRefused(index, 'jq');
  const names = { places, lookups, functions: guide?.functions ?? [] };
  const isHere = (one: { rule: number; field: string }) => one.rule === index && one.field === 'jq';
  const wrong = problems.filter(isHere);
  return (
    <CodeLine
      value={rule.jq}
      label={t('panel.vms.studio.jq', { number: index + 1 })}
      marks={marksOf(rule.jq, wrong, warnings.filter(isHere))}
      isReadOnly={isReadOnly}
      isInvalid={isRefused || wrong.length > 0}
      describedBy={says}
      placeholder=".application.handle"
      offersAt={(text, caret, isAsked) => programOffers(text, caret, names, isAsked)}
      onChange={jq => onChange({ ...rule, jq })}
      onCaret={at => onCaret(index, at)}
    />
  );
};
