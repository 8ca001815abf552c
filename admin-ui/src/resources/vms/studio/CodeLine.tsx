import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { OfferList } from './OfferList';
import type { Offers } from './offers';
import { tokensOf, type Mark } from './tokens';

interface Props {
  value: string;
  label: string;
  marks?: readonly Mark[];
  /** Leaves the text in one colour. */
  isPlain?: boolean;
  isReadOnly: boolean;
  isInvalid: boolean;
  describedBy: string | undefined;
  placeholder?: string;
  offersAt: (value: string, caret: number, isAsked: boolean) => Offers | undefined;
  onChange: (value: string) => void;
  /** Tells where in the text the caret stands. */
  onCaret?: (at: number) => void;
}

/** A program to type, with its colours, what is wrong with it underlined, and what could be typed below it. */
export const CodeLine = (props: Props) => {
  const { value, label, marks = [], isPlain, isReadOnly, isInvalid, describedBy, placeholder, onChange } = props;
  const list = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const caretAfter = useRef<number>(undefined);
  const [offers, setOffers] = useState<Offers>();
  const [active, setActive] = useState(0);
  useEffect(() => {
    if (caretAfter.current === undefined) return;
    area.current?.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = undefined;
  });
  const look = (text: string, caret: number, isRequested: boolean) => {
    setOffers(props.offersAt(text, caret, isRequested));
    setActive(0);
  };
  const insert = (text: string) => {
    if (!offers) return;
    caretAfter.current = offers.from + text.length;
    onChange(value.slice(0, offers.from) + text + value.slice(offers.to));
    setOffers(undefined);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const caret = event.currentTarget.selectionStart;
    if (event.key === ' ' && event.ctrlKey) look(value, caret, true);
    else if (offers && event.key === 'ArrowDown') setActive((active + 1) % offers.list.length);
    else if (offers && event.key === 'ArrowUp') setActive((active + offers.list.length - 1) % offers.list.length);
    else if (offers && event.key === 'Escape') setOffers(undefined);
    else if (offers && event.key === 'Enter' && !event.ctrlKey) insert(offers.list[active]?.text ?? '');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const offered = offers && { 'aria-controls': list, 'aria-activedescendant': `${list}-${active}` };
  return (
    <span className={`st-code ${isInvalid ? 'bad' : ''}`}>
      <span className="st-look" aria-hidden="true">
        {tokensOf(value, marks).map(({ text, look: kind, mark = '' }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
          <span key={i} className={`${isPlain ? '' : kind} ${mark && `mark-${mark}`}`}>
            {text}
          </span>
        ))}
        {'\u200b'}
      </span>
      <textarea
        ref={area}
        rows={1}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        aria-autocomplete="list"
        {...offered}
        placeholder={placeholder}
        readOnly={isReadOnly}
        value={value}
        onChange={event => {
          onChange(event.target.value);
          look(event.target.value, event.target.selectionStart, false);
        }}
        onKeyDown={isReadOnly ? undefined : press}
        onSelect={event => props.onCaret?.(event.currentTarget.selectionStart)}
        onBlur={() => setOffers(undefined)}
      />
      {offers && <OfferList id={list} offers={offers} active={active} anchor={area} onChoose={insert} />}
    </span>
  );
};
