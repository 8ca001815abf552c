import { useState } from 'react';
import { useTranslate } from 'ra-core';
import type { PoolTagCluster, PoolTagSpelling } from '../../generated/answers';
import { Checkbox } from '../../ui/Checkbox';
import { Field } from '../../ui/Field';
import { LinkButton } from '../../ui/LinkButton';
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
  /** Members who keep their tags. */
  but: readonly number[];
  onChange: (choice: Choice) => void;
  onKeep: (but: number[]) => void;
}

/** Spellings of one tag, each of which may be left out, and so may single members who have it. */
export const TagCluster = ({ cluster: { spellings }, choice, but, onChange, onKeep }: Props) => {
  const t = useTranslate();
  const { tags, into } = choice;
  const first = spellings[0]?.tag ?? '';
  return (
    <fieldset className="choices">
      <legend>{first}</legend>
      {spellings.map(one => (
        <div key={one.tag}>
          <Checkbox
            label={`${one.tag} (${one.count})`}
            isOn={tags.includes(one.tag)}
            onChange={isOn => onChange({ into, tags: isOn ? [...tags, one.tag] : tags.filter(tag => tag !== one.tag) })}
          />
          {tags.includes(one.tag) && one.tag !== into && <Members spelling={one} but={but} onKeep={onKeep} />}
        </div>
      ))}
      <Field label={t('panel.pool.tags.into', { name: first })}>
        <Select
          value={into}
          choices={spellings.map(({ tag }) => ({ value: tag, label: tag }))}
          onChange={next => onChange({ tags, into: next })}
        />
      </Field>
    </fieldset>
  );
};

interface MembersProps extends Pick<Props, 'but' | 'onKeep'> {
  spelling: PoolTagSpelling;
}

/** Who has a spelling that is to change, on demand. */
const Members = ({ spelling: { tag, count, members }, but, onKeep }: MembersProps) => {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  if (members.length === 0) return null;
  const stored = members.filter(({ id }) => but.includes(id)).length;
  return (
    <>
      <p className="help">
        <LinkButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('panel.pool.tags.members', { tag })}
        </LinkButton>{' '}
        {stored > 0 && t('panel.pool.tags.kept', { smart_count: stored })}
      </p>
      {isOpen && (
        <fieldset className="choices within" aria-label={t('panel.pool.tags.members', { tag })}>
          {members.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              isOn={!but.includes(id)}
              onChange={isOn => onKeep(isOn ? but.filter(one => one !== id) : [...but, id])}
            />
          ))}
          <p className="help">
            {count > members.length && t('panel.pool.tags.fewer', { count: members.length })}{' '}
            {t('panel.pool.tags.keepAll')}
          </p>
        </fieldset>
      )}
    </>
  );
};
