import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslate } from 'ra-core';
import { KeyCap } from '../../../ui/KeyCap';
import type { Offers } from './offers';
import { useKindText } from './useKindText';

interface Props {
  id: string;
  offers: Offers;
  active: number;
  anchor: RefObject<HTMLElement | null>;
  onChoose: (text: string) => void;
}

/** In px. */
const width = 372;
const height = 260;

/** Where the list has room: below its field, or above it. */
const placeOf = (field: DOMRect) => {
  const isAbove = field.bottom + height > innerHeight && field.top > height;
  const left = Math.max(8, Math.min(field.left, innerWidth - width - 8));
  return { left, ...(isAbove ? { bottom: innerHeight - field.top + 4 } : { top: field.bottom + 4 }) };
};

/** What could be typed, over everything else so that no column cuts it. */
export const OfferList = ({ id, offers, active, anchor, onChoose }: Props) => {
  const t = useTranslate();
  const kindOf = useKindText();
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<ReturnType<typeof placeOf>>();
  useLayoutEffect(() => {
    if (anchor.current) setPlace(placeOf(anchor.current.getBoundingClientRect()));
  }, [anchor]);
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    <span className="st-offers" style={place}>
      <div ref={list} role="listbox" id={id} aria-label={t('panel.vms.studio.offers')}>
        {offers.list.map(({ text, kind, value }, i) => (
          <div
            key={text}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === active}
            onPointerDown={event => {
              event.preventDefault(); // the field keeps the focus
              onChoose(text);
            }}
          >
            <code>{text}</code>
            <span className="st-value">{value}</span>
            <span className="t2">{kindOf(kind)}</span>
          </div>
        ))}
      </div>
      <p aria-hidden="true">
        <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> {t('panel.vms.studio.choose')} <KeyCap>Enter</KeyCap>{' '}
        {t('panel.vms.studio.insert')}
      </p>
    </span>
  );
};
