import { Icon } from '../../../ui/Icon';

/** What a line to pick says: its words, and whether it is chosen. */
export const PickLine = ({ text, isChosen }: { text: string; isChosen: boolean }) => (
  <>
    <span className="grow">{text}</span>
    {isChosen && <Icon name="check" small />}
  </>
);
