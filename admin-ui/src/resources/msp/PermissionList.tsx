import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { Checkbox } from '../../ui/Checkbox';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';
import type { Grants } from './useGrants';
import { useGrantWords } from './useGrantWords';

interface Props {
  grants: Grants;
}

/** The same as the grid for a small screen: one place at a time. */
export const PermissionList = ({ grants }: Props) => {
  const t = useTranslate();
  const { catalogue, places, boxOf, toggle } = grants;
  const [chosen, setChosen] = useState('0');
  const { nameOf, reasonOf } = useGrantWords();
  const place = places[Number(chosen)] ?? places[0];
  if (!place) return null;
  return (
    <>
      <Field label={t('msp.permissions.place')}>
        <Select
          value={chosen}
          choices={places.map((each, i) => ({ value: String(i), label: nameOf(each) }))}
          onChange={setChosen}
        />
      </Field>
      <div className="glist">
        {catalogue.map(({ name, textKey }) => {
          const box = boxOf(name, place);
          const reason = reasonOf(box);
          return (
            <Checkbox
              key={name}
              label={t(textKey)}
              hint={reason}
              isOn={box.isOn}
              isOff={reason !== undefined}
              isChanged={box.isChanged}
              onChange={() => toggle(box.key)}
            />
          );
        })}
      </div>
    </>
  );
};
