import { useState } from 'react';
import { useTranslate } from 'ra-core';
import type { VmsPlace } from '../../../generated/answers';
import { enumText, useMeta } from '../../../meta';
import { Modal } from '../../../ui/Modal';
import { TextInput } from '../../../ui/TextInput';
import { Field } from '../../../ui/Field';
import { useStudio } from './StudioContext';
import { useKindText } from './useKindText';

interface Props {
  onClose: () => void;
}

/** Every field that a mapping may read or write and every function of ours, to search in. */
export const FieldGuide = ({ onClose }: Props) => {
  const t = useTranslate();
  const { guide } = useStudio();
  const [typed, setTyped] = useState('');
  const has = (text: string) => text.toLowerCase().includes(typed.trim().toLowerCase());
  // written as rules have them: a program reads from a dot
  const sources = (guide?.sources ?? []).map(place => ({ ...place, path: `.${place.path}` }));
  const places = [...(guide?.targets ?? []), ...sources];
  const found = places.filter(({ path }) => has(path));
  const own = (guide?.own ?? []).filter(has);
  return (
    <Modal
      size="wide"
      isTall
      title={t('panel.vms.studio.guide')}
      cancelLabel={t('panel.modal.close')}
      onClose={onClose}
    >
      <Field
        label={t('panel.vms.studio.search')}
        hint={t('panel.vms.studio.found', { count: found.length, of: places.length })}
      >
        <TextInput type="search" value={typed} onChange={setTyped} />
      </Field>
      <div className="st-guide">
        <table>
          <thead>
            <tr>
              {['field', 'kind', 'limit', 'example'].map(head => (
                <th key={head} scope="col">
                  {t(`panel.vms.studio.head.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.map(place => (
              <PlaceRow key={place.path} place={place} />
            ))}
          </tbody>
        </table>
        {own.length > 0 && <h3>{t('panel.vms.studio.functions')}</h3>}
        <dl>
          {own.map(name => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{t(`vmsMapping.function.${name}`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Modal>
  );
};

const PlaceRow = ({
  place: { path, kind, isMany, maxLength, maxItems, required, values, enum: words, example },
}: {
  place: VmsPlace;
}) => {
  const t = useTranslate();
  const meta = useMeta();
  const kindOf = useKindText();
  const limits = [
    required && t('panel.vms.studio.required'),
    maxLength > 0 && t('panel.vms.studio.atMost', { max: maxLength }),
    maxItems > 0 && t('panel.vms.studio.mostItems', { smart_count: maxItems }),
    values.map(value => (words ? `${value} (${t(enumText(meta, words, value))})` : value)).join(', '),
  ].filter(Boolean);
  return (
    <tr>
      <th scope="row">
        <code>{path}</code>
      </th>
      <td>{isMany ? t('panel.vms.studio.listOf', { kind: kindOf(kind) }) : kindOf(kind)}</td>
      <td>{limits.join(', ')}</td>
      <td>
        <code>{example}</code>
      </td>
    </tr>
  );
};
