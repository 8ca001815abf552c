import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { currentMessages } from '../../providers/messages';
import { TextInput } from '../../ui/TextInput';
import { Field } from '../../ui/Field';

interface Props {
  keys: readonly string[];
  onPick: (key: string) => void;
}

/** Several texts to choose one from: those of a control, or of the whole page. */
export const TextList = ({ keys, onPick }: Props) => {
  const t = useTranslate();
  const [wanted, setWanted] = useState('');
  const { texts } = currentMessages();
  const isMatch = (key: string) => `${key} ${texts[key] ?? ''}`.toLowerCase().includes(wanted.toLowerCase());
  return (
    <>
      <Field label={t('panel.texts.inPlace.find')}>
        <TextInput type="search" value={wanted} onChange={setWanted} />
      </Field>
      <ul className="ip-list" aria-label={t('panel.texts.inPlace.page')}>
        {keys.filter(isMatch).map(key => (
          <li key={key}>
            <button type="button" className="it" onClick={() => onPick(key)}>
              <span className="grow">{texts[key]}</span>
              <span className="sub mono">{key}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
};
