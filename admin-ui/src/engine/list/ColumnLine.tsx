import { useWords } from '../useWords';
import '../../ui/tick.css';

interface Props {
  text: string;
  isOn: boolean;
  /** The title: always there and in front. */
  isFixed: boolean;
  isDragged: boolean;
  onToggle: () => void;
  onMove: (step: number) => void;
  onGrab: () => void;
  onOver: () => void;
  onDrop: () => void;
}

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** One column of the chooser: a handle to move it by pointer or by arrow keys, and a box to tick. */
export const ColumnLine = ({ text, isOn, isFixed, isDragged, onToggle, onMove, onGrab, onOver, onDrop }: Props) => {
  const { t } = useWords();
  return (
    <li
      className={isDragged ? 'drag' : ''}
      draggable={!isFixed}
      onDragStart={event => {
        event.dataTransfer.effectAllowed = 'move';
        onGrab();
      }}
      onDragOver={event => {
        event.preventDefault();
        if (!isFixed) onOver();
      }}
      onDragEnd={onDrop}
      onDrop={onDrop}
    >
      <button
        type="button"
        className="grip"
        aria-label={t('panel.columns.move', { column: text })}
        disabled={isFixed}
        onKeyDown={event => {
          const step = steps[event.key];
          if (step === undefined) return;
          event.preventDefault();
          onMove(step);
        }}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01" />
        </svg>
      </button>
      <label>
        <input type="checkbox" className="cb" checked={isOn} disabled={isFixed} onChange={onToggle} />
        <span className="grow">{text}</span>
        {isFixed && <span className="always">{t('panel.columns.always')}</span>}
      </label>
    </li>
  );
};
