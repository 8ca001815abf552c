import { recordAtHand } from '../engine/recordAtHand';
import { fits, type Line } from './line';

/** What can be done with the record that is open, with the same dialogs as its menu; what its state forbids is left out. */
export const useActions = (wanted: string): Line[] => {
  const { title = '', lines = [] } = recordAtHand() ?? {};
  return lines
    .filter(({ label, refusal }) => refusal === undefined && fits(`${label} ${title}`, wanted))
    .map(({ label, icon = 'arrow', onSelect }) => ({
      id: `action ${label}`,
      icon,
      label,
      sub: title,
      to: '',
      run: onSelect,
    }));
};
