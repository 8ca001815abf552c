import { useEffect, useRef, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { useTranslate } from 'ra-core';
import type { Option } from './Combobox';
import type { SearchState } from './useSearch';
import { layerOf } from './layer';
import { usePlace } from './usePlace';
import './menu.css';

interface Props {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  options: Option[];
  at: number;
  state: SearchState;
  onChoose: (option: Option) => void;
  onPoint: (at: number) => void;
}

/** What a combobox found. The focus stays in the input; the pointer must not take it. */
export const ComboboxList = ({ id, anchor, options, at, state, onChoose, onPoint }: Props) => {
  const t = useTranslate();
  const place = usePlace(anchor, true);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView?.({ block: 'nearest' });
  }, [at]);
  if (!place) return null;
  const say = options.length > 0 ? undefined : t(words[state]);
  return createPortal(
    <div className="menu" style={{ ...place, maxHeight: Math.min(320, place.maxHeight) }}>
      <div ref={list} id={id} role="listbox" aria-label={t('panel.pick.found')}>
        {options.map((option, i) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the input holds the focus and the keys
          <div
            key={option.value}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === at}
            className={`it ${i === at ? 'hov' : ''}`}
            onPointerDown={event => event.preventDefault()}
            onPointerMove={() => onPoint(i)}
            onClick={() => onChoose(option)}
          >
            <span className="grow">{option.label}</span>
            {option.sub && <span className="sub">{option.sub}</span>}
          </div>
        ))}
      </div>
      <div role="status" className={say ? 'say' : ''}>
        {say}
      </div>
    </div>,
    layerOf(anchor.current),
  );
};

const words: Record<SearchState, string> = {
  busy: 'panel.pick.busy',
  failed: 'panel.pick.failed',
  done: 'panel.pick.nothing',
};
