import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { TextInput } from '../../../ui/TextInput';
import { PlanDialog } from './PlanDialog';
import { type TextFilter, usePlanning } from './planning';
import { CheckboxGroup } from './CheckboxGroup';

interface Props {
  filter: TextFilter;
  sub: string;
  onClose: () => void;
}

const nothing = { find: '', with: '', matchCase: false, wholeWord: false, isPattern: false, force: false };
const ticks = ['matchCase', 'wholeWord', 'isPattern', 'force'] as const;

/** Replaces words in everything that the filter matches: each place is shown first, and can be left out. */
export const ReplaceDialog = ({ filter, sub, onClose }: Props) => {
  const t = useTranslate();
  const [typed, setTyped] = useState(nothing);
  const [input, setInput] = useState<object & typeof nothing>();
  const planning = usePlanning('replace', input);
  const change = (part: Partial<typeof nothing>) => {
    setTyped({ ...typed, ...part });
    setInput(undefined);
  };
  const look = () => setInput({ ...typed, ...{ filters: filter } });
  return (
    <PlanDialog
      title={t('panel.texts.batch.replace')}
      sub={sub}
      planning={planning}
      label={count => t('panel.texts.batch.replaceCount', { smart_count: count })}
      none={t('panel.texts.batch.replaceNone')}
      unsaved={typed.find || typed.with ? 1 : 0}
      onClose={onClose}
      first={
        !input && (
          <Button
            look="primary"
            refusal={typed.find === '' ? t('panel.texts.batch.findFirst') : undefined}
            onClick={look}
          >
            {t('panel.texts.batch.look')}
          </Button>
        )
      }
    >
      <div className="g2">
        <Field label={t('panel.texts.batch.find')} isRequired>
          <TextInput value={typed.find} onChange={find => change({ find })} />
        </Field>
        <Field label={t('panel.texts.batch.with')}>
          <TextInput value={typed.with} onChange={value => change({ with: value })} />
        </Field>
      </div>
      <CheckboxGroup names={ticks} typed={typed} onChange={(name, isOn) => change({ [name]: isOn })} />
    </PlanDialog>
  );
};
