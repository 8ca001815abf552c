import { useTranslate } from 'ra-core';
import type { PoolTagCluster } from '../../generated/answers';
import { Checkbox } from '../../ui/Checkbox';
import { Select } from '../../ui/Select';
import '../../engine/list/dialogs/choices.css';

/** Which spellings become which one. */
export interface Choice {
  tags: string[];
  into: string;
}

interface Props {
  cluster: PoolTagCluster;
  choice: Choice;
  onChange: (choice: Choice) => void;
}

/** Spellings of one tag, each of which may be left out. */
export const TagCluster = ({ cluster: { spellings }, choice, onChange }: Props) => {
  const t = useTranslate();
  const { tags, into } = choice;
  const first = spellings[0]?.tag ?? '';
  return (
    <fieldset className="choices">
      <legend>{first}</legend>
      {spellings.map(({ tag, count }) => (
        <Checkbox
          key={tag}
          label={`${tag} (${count})`}
          isOn={tags.includes(tag)}
          onChange={isOn => onChange({ into, tags: isOn ? [...tags, tag] : tags.filter(one => one !== tag) })}
        />
      ))}
      <Select
        label={t('panel.pool.tags.into', { name: first })}
        value={into}
        choices={spellings.map(({ tag }) => ({ value: tag, label: tag }))}
        onChange={next => onChange({ tags, into: next })}
      />
    </fieldset>
  );
};
