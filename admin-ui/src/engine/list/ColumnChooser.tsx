import { useState, type RefObject } from 'react';
import { Icon } from '../../ui/Icon';
import { LinkButton } from '../../ui/LinkButton';
import { Popup } from '../../ui/Popup';
import { useWords } from '../useWords';
import { ColumnLine } from './ColumnLine';
import { useArrangement } from './useArrangement';
import { useHeadText } from './useHeadText';
import './columnChooser.css';

interface Props {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Which columns the list shows, and in what order. */
export const ColumnChooser = ({ anchor, onClose }: Props) => {
  const { t } = useWords();
  const text = useHeadText();
  const { lines, shown, title, toggle, move, reset, isCompact, setCompact } = useArrangement();
  const [typed, setTyped] = useState('');
  const [dragged, setDragged] = useState<string>();
  const [news, setNews] = useState('');
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
  return (
    <Popup className="chooser" label={t('panel.columns.title')} anchor={anchor} onClose={onClose}>
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
      <label className="compact">
        <input
          type="checkbox"
          className="cb"
          checked={isCompact}
          onChange={event => setCompact(event.target.checked)}
        />
        <span>{t('panel.columns.compact')}</span>
      </label>
      <footer>
        <span>
          {t('panel.columns.count', { shown: lines.filter(line => shown.has(line.name)).length, all: lines.length })}
        </span>
        <LinkButton onClick={reset}>{t('panel.columns.reset')}</LinkButton>
      </footer>
      <span className="vh" role="status">
        {news}
      </span>
    </Popup>
  );
};
