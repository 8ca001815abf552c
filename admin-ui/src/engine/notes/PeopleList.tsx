import { useTranslate } from 'ra-core';
import type { Option } from '../../ui/option';

interface Props {
  id: string;
  people: readonly Option[];
  /** The line that Enter takes. */
  at: number;
  /** What stands there while there is nobody. */
  state: string;
  onChoose: (person: Option) => void;
}

/** The staff that a text can mention, below the input that keeps the focus. */
export const PeopleList = ({ id, people, at, state, onChoose }: Props) => {
  const t = useTranslate();
  if (people.length === 0) return <p className="nt-people say">{state}</p>;
  return (
    <div id={id} className="nt-people" role="listbox" aria-label={t('panel.notes.people')}>
      {people.map((person, i) => (
        // The keys of the list are those of the input, which keeps the focus.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        <div
          key={person.value}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === at}
          onMouseDown={event => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          {person.label}
        </div>
      ))}
    </div>
  );
};
