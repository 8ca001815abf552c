import { useRef, type KeyboardEvent } from 'react';
import { useTranslate } from 'ra-core';
import { isSame } from '../../../engine/form/changes';
import { useFormState } from '../../../engine/form/FormContext';
import type { MenuLine } from '../../../ui/menuLine';
import { RuleRow } from './RuleRow';
import { copiedTarget, emptyRule, movedRule, rulesOf, type Rule } from './rules';
import { useStudio } from './StudioContext';
import { useRuleInAddress } from './useRuleInAddress';

interface Props {
  isSentence: boolean;
}

/** The rules of the mapping in the form, one a row, in their order. */
export const RuleTable = ({ isSentence }: Props) => {
  const t = useTranslate();
  const { values, base, isReadOnly, isNew } = useFormState();
  const list = useRef<HTMLOListElement>(null);
  const rules = rulesOf(values['rules']);
  const stored = rulesOf(base['rules']);
  const changes = useRuleChanges(list);
  const linesOf = useRuleLines(rules, changes);
  const press = useRuleKeys(list, rules, changes);
  useRuleInAddress(list, rules.length);
  if (rules.length === 0) return <p className="st-none t2">{t('panel.vms.studio.noRules')}</p>;
  return (
    <ol ref={list} className="st-rules" aria-label={t('panel.vms.studio.rules')} onKeyDown={press}>
      {rules.map((rule, i) => (
        <RuleRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no identity but their place
          key={i}
          rule={rule}
          index={i}
          isChanged={!isNew && !isSame(rule, stored.find(({ target }) => target === rule.target) ?? emptyRule)}
          isReadOnly={isReadOnly}
          isSentence={isSentence}
          lines={isReadOnly ? [] : linesOf(i)}
          onChange={changed => changes.set(rules.map((one, at) => (at === i ? changed : one)))}
          onMove={(from, to) => changes.set(movedRule(rules, from, to), to)}
        />
      ))}
    </ol>
  );
};

type Changes = ReturnType<typeof useRuleChanges>;

/** Changes the rules, and leaves the focus in one of them where it is told to. */
const useRuleChanges = (list: React.RefObject<HTMLElement | null>) => {
  const { set } = useFormState();
  const focus = (index: number, part = 1) =>
    setTimeout(() =>
      list.current?.querySelectorAll<HTMLElement>('.st-rule')[index]?.querySelectorAll('textarea')[part]?.focus(),
    );
  return {
    focus,
    set: (rules: readonly Rule[], focused?: number) => {
      set('rules', rules);
      if (focused !== undefined) focus(focused);
    },
  };
};

const duplicated = (rules: readonly Rule[], i: number) => {
  const rule = rules[i] ?? emptyRule;
  return [...rules.slice(0, i + 1), { ...rule, target: copiedTarget(rule.target, rules) }, ...rules.slice(i + 1)];
};

/** What can be done with each rule. */
const useRuleLines = (rules: readonly Rule[], { set }: Changes) => {
  const t = useTranslate();
  const atEdge = t('panel.vms.studio.atEdge');
  return (i: number): MenuLine[] => [
    {
      label: t('panel.vms.studio.up'),
      icon: 'up',
      hotkey: 'Alt ↑',
      refusal: i === 0 ? atEdge : undefined,
      onSelect: () => set(movedRule(rules, i, i - 1), i - 1),
    },
    {
      label: t('panel.vms.studio.down'),
      icon: 'down',
      hotkey: 'Alt ↓',
      refusal: i === rules.length - 1 ? atEdge : undefined,
      onSelect: () => set(movedRule(rules, i, i + 1), i + 1),
    },
    {
      label: t('panel.vms.studio.duplicate'),
      icon: 'copy',
      hotkey: 'Ctrl D',
      onSelect: () => set(duplicated(rules, i), i + 1),
    },
    {
      label: t('panel.vms.studio.remove'),
      icon: 'trash',
      isDanger: true,
      onSelect: () => set(rules.filter((_, at) => at !== i)),
    },
  ];
};

/**
 * J and K go from rule to rule, Enter into its program; Alt and an arrow moves a rule, Ctrl D copies it, F8 goes to the next
 * that something is wrong with.
 */
const useRuleKeys = (list: React.RefObject<HTMLElement | null>, rules: readonly Rule[], { set, focus }: Changes) => {
  const { isReadOnly } = useFormState();
  const { problems, warnings } = useStudio();
  const indexOf = (target: EventTarget) =>
    Number((target instanceof Element && target.closest('[data-rule]')?.getAttribute('data-rule')) || 0);
  const rowAt = (i: number) => list.current?.querySelectorAll<HTMLElement>('.st-rule')[i];
  const focusRow = (i: number) => rowAt(i)?.focus();
  return (event: KeyboardEvent) => {
    const i = indexOf(event.target);
    const isMove = event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown');
    const to = i + (event.key === 'ArrowUp' ? -1 : 1);
    const isWrong = [...new Set([...problems, ...warnings].map(({ rule }) => rule))].sort((a, b) => a - b);
    const step = isTyping(event.target) ? undefined : steps[event.key.toLowerCase()];
    if (step !== undefined) focusRow(Math.min(Math.max(i + step, 0), rules.length - 1));
    else if (event.key === 'Enter' && event.target === rowAt(i)) focus(i);
    else if (event.key === 'F8' && isWrong.length > 0) focus(isWrong.find(rule => rule > i) ?? isWrong[0] ?? 0);
    else if (isReadOnly || !list.current) return;
    else if (isMove && to >= 0 && to < rules.length) set(movedRule(rules, i, to), to);
    else if (event.ctrlKey && event.key.toLowerCase() === 'd') set(duplicated(rules, i), i + 1);
    else return;
    event.preventDefault();
  };
};

const steps: Record<string, number> = { j: 1, k: -1 };

/** Whether a key writes where the focus is. */
const isTyping = (target: EventTarget) =>
  target instanceof Element && target.matches('textarea, input:not([type="checkbox"])');
