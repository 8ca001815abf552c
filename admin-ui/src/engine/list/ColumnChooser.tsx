import { useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../../pieces/Icon';
import { LinkButton } from '../../pieces/LinkButton';
import { useFocusTrap } from '../../pieces/useFocusTrap';
import { useLeave } from '../../pieces/useLeave';
import { usePlace, type Place } from '../../pieces/usePlace';
import { useWords } from '../useWords';
import { ColumnLine } from './ColumnLine';
import { useArrangement } from './useArrangement';
import { useHeadText } from './useHeadText';
import './columnChooser.css';

interface Props {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

const width = 280;

/** Which columns the list shows, and in what order. */
export const ColumnChooser = (props: Props) => {
  const place = usePlace(props.anchor, true);
  return place && <Placed {...props} place={place} />;
};

const Placed = ({ anchor, onClose, place }: Props & { place: Place }) => {
  const { t } = useWords();
  const text = useHeadText();
  const box = useRef<HTMLDivElement>(null);
  const { lines, shown, title, toggle, move, reset } = useArrangement();
  const [typed, setTyped] = useState('');
  const [dragged, setDragged] = useState<string>();
  const [news, setNews] = useState('');
  useFocusTrap(box);
  useLeave(box, anchor, onClose);
  const press = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key !== 'Escape') return;
    onClose();
    anchor.current?.querySelector('button')?.focus();
  };
  const shift = (name: string, to: number) => {
    move(name, to);
    const line = lines.find(each => each.name === name);
    if (line)
      setNews(
        t('panel.columns.moved', {
          column: text(line),
          place: Math.min(Math.max(to, 1), lines.length - 1) + 1,
          of: lines.length,
        }),
      );
  };
  const wanted = typed.trim().toLocaleLowerCase();
  const left = Math.max(8, place.left + place.width - width);
  return createPortal(
    <div
      ref={box}
      className="menu chooser"
      role="dialog"
      aria-label={t('panel.columns.title')}
      style={{ ...place, left, width }}
      onKeyDown={press}
    >
      <label className="f">
        <Icon name="search" />
        <span className="vh">{t('panel.columns.find')}</span>
        <input
          data-autofocus
          placeholder={t('panel.columns.find')}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
      </label>
      <ul>
        {lines.map(
          (line, i) =>
            text(line).toLocaleLowerCase().includes(wanted) && (
              <ColumnLine
                key={line.name}
                text={text(line)}
                isOn={shown.has(line.name)}
                isFixed={line.name === title}
                isDragged={dragged === line.name}
                onToggle={() => toggle(line)}
                onMove={step => shift(line.name, i + step)}
                onGrab={() => setDragged(line.name)}
                onOver={() => dragged && dragged !== line.name && move(dragged, i)}
                onDrop={() => setDragged(undefined)}
              />
            ),
        )}
      </ul>
      <footer>
        <span>
          {t('panel.columns.count', { shown: lines.filter(line => shown.has(line.name)).length, all: lines.length })}
        </span>
        <LinkButton onClick={reset}>{t('panel.columns.reset')}</LinkButton>
      </footer>
      <span className="vh" role="status">
        {news}
      </span>
    </div>,
    document.body,
  );
};
