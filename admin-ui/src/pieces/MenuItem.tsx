import { Icon } from './Icon';
import { KeyCap } from './KeyCap';
import type { MenuLine } from './Menu';
import './menu.css';

interface Props {
  line: MenuLine;
  onClose: () => void;
}

/** A line of a menu. One that is refused keeps its place and gives the reason. */
export const MenuItem = ({ line, onClose }: Props) => (
  <button
    type="button"
    role="menuitem"
    tabIndex={-1}
    className={`it ${line.isDanger ? 'bad' : ''}`}
    aria-disabled={line.refusal ? true : undefined}
    onClick={() => {
      if (line.refusal) return;
      onClose(); // first, so that what opens next can take the focus
      line.onSelect();
    }}
  >
    {line.icon ? <Icon name={line.icon} /> : <span className="no-i" />}
    <span className="grow">
      {line.label}
      {line.refusal && <span className="why-not">{line.refusal}</span>}
    </span>
    {line.hotkey && <KeyCap>{line.hotkey}</KeyCap>}
  </button>
);
