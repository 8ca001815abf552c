import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useTranslate } from 'ra-core';
import { TextInput } from '../../ui/TextInput';
import { searchWords } from '../../ui/FoundOption';
import { useSearch } from '../../ui/useSearch';
import type { Option } from '../../ui/option';
import type { NotePerson } from '../../generated/answers';
import { mentionAt } from './mentionText';
import { searchPeople } from '../people/searchPeople';
import type { Beside } from './noteCalls';
import { PeopleList } from './PeopleList';

interface Props {
  beside: Beside;
  value: string;
  onChange: (value: string) => void;
  /** Somebody was chosen, whose name stands in the text now. */
  onMention: (person: NotePerson) => void;
  /** Ctrl+Enter. */
  onSave: () => void;
  onCancel?: (() => void) | undefined;
}

/** Several lines of text, in which @ offers the staff who may read the record. */
export const MentionInput = ({ beside, value, onChange, onMention, onSave, onCancel }: Props) => {
  const t = useTranslate();
  const listId = useId();
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [isShut, setShut] = useState(false);
  const [at, setAt] = useState(0);
  const typed = isShut ? undefined : mentionAt(value, caret);
  const found = useSearch(`note/${beside.entity}/${beside.id}`, typed?.name, searchPeople(beside));
  const isOpen = typed !== undefined;
  const people = isOpen ? found.options : [];
  const choose = ({ value: id, label }: Option) => {
    if (!typed) return;
    const before = `${value.slice(0, typed.start)}@${label} `;
    // at once: what is typed next goes behind the name
    flushSync(() => {
      onChange(before + value.slice(caret).trimStart());
      onMention({ id: Number(id), name: label });
      setCaret(before.length);
    });
    input.current?.setSelectionRange(before.length, before.length);
  };
  const press = (event: KeyboardEvent) => {
    const chosen = people[Math.min(at, people.length - 1)];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave();
    else if (step && people.length > 0) setAt((Math.min(at, people.length - 1) + step + people.length) % people.length);
    else if (chosen && (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(chosen);
    else if (event.key === 'Escape' && isOpen) setShut(true);
    else if (event.key === 'Escape' && onCancel) onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation(); // the dialog around it stays, and its own button is not pressed
  };
  return (
    <span className="nt-in">
      <TextInput
        ref={input}
        rows={3}
        value={value}
        placeholder={t('panel.notes.placeholder')}
        {...(people.length > 0 && { offers: { list: listId, active: `${listId}-${Math.min(at, people.length - 1)}` } })}
        onKeyDown={press}
        onChange={text => {
          setCaret(input.current?.selectionStart ?? text.length);
          setShut(false);
          setAt(0);
          onChange(text);
        }}
      />
      {isOpen && (
        <PeopleList
          id={listId}
          people={people}
          at={Math.min(at, people.length - 1)}
          state={t(searchWords[found.state])}
          onChoose={choose}
        />
      )}
    </span>
  );
};
