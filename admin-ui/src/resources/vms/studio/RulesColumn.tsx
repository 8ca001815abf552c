import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useFormState } from '../../../engine/form/FormContext';
import { Button } from '../../../ui/Button';
import { Chip } from '../../../ui/Chip';
import { FieldGuide } from './FieldGuide';
import { LookupsPart } from './LookupsPart';
import { emptyRule, rulesOf } from './rules';
import { RuleTable } from './RuleTable';
import { useStudio } from './StudioContext';
import { Templates } from './Templates';
import '../../../ui/segment.css';

interface Props {
  /** Takes the message of a template as the sample. */
  onSample: (payload: string) => void;
  /** Has its title and landmark from the section around it. */
  isInSection?: boolean;
}

/** The rules with what is wrong with them, as programs or as sentences. */
export const RulesColumn = ({ onSample, isInSection }: Props) => {
  const t = useTranslate();
  const { values, set, isReadOnly } = useFormState();
  const { problems, warnings } = useStudio();
  const [isSentence, setSentence] = useState(false);
  const [isGuideOpen, setGuideOpen] = useState(false);
  const rules = rulesOf(values['rules']);
  const title = t('panel.vms.studio.rules');
  const Frame = isInSection ? 'div' : 'section';
  return (
    <Frame className="st-column" {...(!isInSection && { 'aria-label': title })}>
      <header>
        {!isInSection && (
          <h3>
            {title} <span className="t2">{rules.length}</span>
          </h3>
        )}
        {problems.length > 0 && (
          <Chip tone="bad" icon="xCircle" isLoud>
            {t('panel.vms.studio.faults', { smart_count: problems.length })}
          </Chip>
        )}
        {warnings.length > 0 && (
          <Chip tone="warn" icon="alert">
            {t('panel.vms.studio.warnings', { smart_count: warnings.length })}
          </Chip>
        )}
        <span className="grow" />
        <Looks isSentence={isSentence} onChange={setSentence} />
        <Button small icon="search" onClick={() => setGuideOpen(true)}>
          {t('panel.vms.studio.guide')}
        </Button>
        {!isReadOnly && (
          <Button small icon="plus" onClick={() => set('rules', [...rules, emptyRule])}>
            {t('panel.vms.studio.add')}
          </Button>
        )}
      </header>
      {rules.length === 0 && !isReadOnly && <Templates onSample={onSample} />}
      <RuleTable isSentence={isSentence} />
      {!isInSection && <LookupsPart />}
      <p className="st-keys t2">{t('panel.vms.studio.keys')}</p>
      {isGuideOpen && <FieldGuide onClose={() => setGuideOpen(false)} />}
    </Frame>
  );
};

const Looks = ({ isSentence, onChange }: { isSentence: boolean; onChange: (isSentence: boolean) => void }) => {
  const t = useTranslate();
  return (
    <span className="segc" role="radiogroup" aria-label={t('panel.vms.studio.look')}>
      {[false, true].map(each => (
        <label key={String(each)}>
          <input
            type="radio"
            className="vh"
            name="st-look"
            checked={isSentence === each}
            onChange={() => onChange(each)}
          />
          {t(each ? 'panel.vms.studio.sentences' : 'panel.vms.studio.programs')}
        </label>
      ))}
    </span>
  );
};
