import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useLocale, useTranslate } from 'ra-core';
import { nameOf } from '../../format/format';
import { IconButton } from '../../ui/IconButton';
import { BlastRadius } from './BlastRadius';
import { defaultSet } from './calls';
import { isDoubtful, isRefused, longest, problemsOf } from './check';
import type { Work } from './desk';
import { FindingLines } from './FindingLines';
import { FormFields } from './FormFields';
import { fieldsFor, joinForms, splitForms } from './forms';
import type { Then } from './place';
import { ProblemLines } from './ProblemLines';
import { SaveButtons } from './SaveButtons';
import { SeenOn } from './SeenOn';
import { StaleLines } from './StaleLines';
import type { Shown } from './sheet';

interface Props {
  client: number;
  messageKey: string;
  shown: Shown;
  work: Work | undefined;
  limit: number | undefined;
  /** Takes what was typed; undefined when nothing was changed. */
  onSave: (value: string | undefined, then: Then, isForced: boolean) => void;
  onCancel: () => void;
  /** Says that a stale text is right as it is. */
  onConfirm: () => void;
  onTakeTheirs: () => void;
  onHistory: () => void;
}

/** Shows the frame of a field that opens, with the caret at the end of what stands in it: browsers begin at its start. */
const useBegin = (field: RefObject<HTMLTextAreaElement | null>) => {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    frame.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' }); // newer browsers answer a promise
    const end = field.current?.value.length ?? 0;
    field.current?.setSelectionRange(end, end);
  }, [field]);
  return frame;
};

/** The field a text is written in, with what prevents it below. */
export const Editor = ({
  client,
  messageKey,
  shown,
  work,
  limit = longest,
  onSave,
  onCancel,
  onConfirm,
  onTakeTheirs,
  onHistory,
}: Props) => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const stored = (shown.text ?? shown.inherited)?.messageValue ?? '';
  const begun = fieldsFor(shown.locale, work && work.status !== 'saved' ? work.value : stored, shown.source);
  const [typed, setTyped] = useState(begun);
  const field = useRef<HTMLTextAreaElement>(null);
  const frame = useBegin(field);
  const problems = problemsOf(typed, shown, limit);
  const value = joinForms(typed);
  const remaining = typed.length > 1 ? joinForms(splitForms(stored)) : stored;
  const isTouched = value !== remaining || work?.status === 'failed';
  const language = nameOf(locale, 'language', shown.locale);
  const isWrong = isTouched && (isDoubtful(problems) || isRefused(problems));
  const save = (then: Then, isForced = false) => {
    if (!isTouched) onSave(undefined, then, false);
    else if (isRefused(problems) || (isDoubtful(problems) && !isForced)) field.current?.focus();
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
          problems={isTouched || shown.state === 'BROKEN' ? problems : undefined}
          work={work}
          source={shown.source}
          onInsert={insert}
          onTakeTheirs={onTakeTheirs}
        />
        {!isTouched && <StaleLines {...{ client, messageKey, shown, onConfirm }} />}
        <FindingLines client={client} messageKey={messageKey} shown={shown} value={isTouched ? value : stored} />
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
