import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { nameOf } from '../../format/format';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { BlastRadius } from './BlastRadius';
import { defaultSet } from './calls';
import { isRefused, longest, problemsOf } from './check';
import type { Work } from './desk';
import { FormFields } from './FormFields';
import { fieldsFor, joinForms, splitForms } from './forms';
import { ProblemLines } from './ProblemLines';
import { SeenOn } from './SeenOn';
import type { Shown } from './sheet';

/** Where one goes on after a text: to the next open cell, nowhere, out of the field, or by an arrow. */
export type Then = 'next' | 'stay' | 'leave' | { arrow: string };

interface Props {
  client: number;
  messageKey: string;
  shown: Shown;
  work: Work | undefined;
  limit: number | undefined;
  /** Takes what was typed; undefined when nothing was changed. */
  onSave: (value: string | undefined, then: Then, isForced: boolean) => void;
  onCancel: () => void;
  onTakeTheirs: () => void;
  onHistory: () => void;
}

/** The field a text is written in, with what stands against it below. */
export const Editor = ({
  client,
  messageKey,
  shown,
  work,
  limit = longest,
  onSave,
  onCancel,
  onTakeTheirs,
  onHistory,
}: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const stored = (shown.text ?? shown.inherited)?.messageValue ?? '';
  const begun = fieldsFor(shown.locale, work && work.status !== 'saved' ? work.value : stored, shown.source);
  const [typed, setTyped] = useState(begun);
  const field = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    frame.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' }); // newer browsers answer a promise
  }, []);
  const problems = problemsOf(typed, shown.source, limit);
  const value = joinForms(typed);
  const kept = typed.length > 1 ? joinForms(splitForms(stored)) : stored;
  const isTouched = value !== kept || work?.status === 'failed';
  const language = nameOf(locale, 'language', shown.locale);
  const isWrong = isTouched && (problems.mismatch !== undefined || isRefused(problems));
  const save = (then: Then, isForced = false) => {
    if (!isTouched) onSave(undefined, then, false);
    else if (isRefused(problems) || (problems.mismatch && !isForced)) field.current?.focus();
    else onSave(value, then, isForced);
  };
  const press = (event: KeyboardEvent) => {
    event.stopPropagation(); // the keys of the grid are about cells
    const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (isSave) save(event.shiftKey ? 'stay' : 'next');
    else if (event.key === 'Escape') onCancel();
    else if (event.altKey && event.key.startsWith('Arrow')) save({ arrow: event.key });
    else return;
    event.preventDefault();
  };
  const insert = (name: string) => {
    const at = field.current?.selectionStart ?? 0;
    setTyped(([first = '', ...others]) => [`${first.slice(0, at)}%{${name}}${first.slice(at)}`, ...others]);
    field.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hands on the keys of the field and its buttons
    <div ref={frame} className="tx-editor" onKeyDown={press} onClick={event => event.stopPropagation()}>
      <FormFields
        ref={field}
        locale={shown.locale}
        label={t('panel.texts.field', { language, key: messageKey })}
        isInvalid={isWrong}
        values={typed}
        onChange={setTyped}
      />
      <div className="tx-below" id="tx-below">
        <ProblemLines
          problems={isTouched ? problems : undefined}
          work={work}
          source={shown.source}
          onInsert={insert}
          onTakeTheirs={onTakeTheirs}
        />
        {client === defaultSet && <BlastRadius messageKey={messageKey} locale={shown.locale} />}
        <SeenOn messageKey={messageKey} locale={shown.locale} />
        <div className="row">
          {shown.text && <IconButton small icon="clock" label={t('panel.texts.history')} onClick={onHistory} />}
          <span className="grow s12 t2">{shown.text && `#${shown.text.id}`}</span>
          <SaveButtons isAsking={isWrong && !isRefused(problems)} isWrong={isWrong} onCancel={onCancel} onSave={save} />
        </div>
      </div>
    </div>
  );
};

interface SaveButtonsProps {
  /** It differs from its source in a way that may be meant. */
  isAsking: boolean;
  isWrong: boolean;
  onCancel: () => void;
  onSave: (then: Then, isForced?: boolean) => void;
}

const SaveButtons = ({ isAsking, isWrong, onCancel, onSave }: SaveButtonsProps) => {
  const t = useTranslate();
  return (
    <>
      <Button small look="ghost" onClick={onCancel}>
        {t('panel.modal.cancel')}
      </Button>
      {isAsking && (
        <Button small onClick={() => onSave('stay', true)}>
          {t('panel.texts.saveAnyway')}
        </Button>
      )}
      <Button
        small
        look="primary"
        refusal={isWrong ? t('panel.texts.mend') : undefined}
        onClick={() => onSave('leave')}
      >
        {t('panel.texts.save')}
      </Button>
    </>
  );
};
