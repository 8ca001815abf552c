import type { ComponentType } from 'react';
import { CountrySelect } from '../../ui/CountrySelect';
import { CurrencySelect } from '../../ui/CurrencySelect';
import { useLanguages } from '../../providers/useLanguages';
import { LocalesSelect } from '../../ui/LocalesSelect';
import { NumberInput } from '../../ui/NumberInput';
import { symbolOf } from '../../ui/money';
import { Select } from '../../ui/Select';
import { TextInput } from '../../ui/TextInput';
import { fieldOf, useResourceMeta, type Kind } from '../../meta';
import { LazyDay, LazyMoment } from './DateInputs';
import { EnumInput } from './EnumInput';
import { LazyFiles, LazyImage } from './FileKindInputs';
import { StaffInput } from '../people/StaffInput';
import { JsonInput } from './JsonInput';
import { ReadOnlyInput } from './ReadOnlyInput';
import { RefInput } from './RefInput';
import { useFormState } from './FormContext';
import type { KindInputProps } from './KindInputProps';

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));

type LineType = 'text' | 'email' | 'tel' | 'url';

/** A line of text. One that is never shown again is a secret, and is not shown while one types either. */
const Line = ({ field, value, onChange, type, isMono }: KindInputProps & { type?: LineType; isMono?: boolean }) => (
  <TextInput
    {...(field.writeOnly ? { type: 'password', autoComplete: 'off' } : { type })}
    isMono={isMono}
    value={text(value)}
    onChange={onChange}
  />
);

const Area = ({ value, onChange, rows }: KindInputProps & { rows: number }) => (
  <TextInput rows={rows} value={text(value)} onChange={onChange} />
);

const Figure = ({ value, onChange, unit, isWhole }: KindInputProps & { unit?: string; isWhole?: boolean }) => {
  const number = typeof value === 'number' || typeof value === 'string' ? value : null;
  return <NumberInput value={number} onChange={onChange} isWhole={isWhole} unit={unit} />;
};

const Money = (props: KindInputProps) => <Figure {...props} unit={symbolOf(text(useFormState().values['currency']))} />;

/** A language of the record's client; where there is no client, one that the panel's texts are in. */
const LanguageInput = ({ value, onChange }: KindInputProps) => {
  const { values } = useFormState();
  const hasClient = fieldOf(useResourceMeta(), 'clientId') !== undefined;
  if (!hasClient) return <Language value={text(value)} onChange={onChange} />;
  return <LocalesSelect client={text(values['clientName'])} value={text(value)} onChange={onChange} />;
};

const Language = ({ value, onChange }: { value: string; onChange: (locale: string) => void }) => {
  const { languages } = useLanguages(value);
  return <Select value={value} choices={languages} onChange={onChange} />;
};

/** How each plain kind is edited. A new kind does not compile until it has an entry. */
export const kindInputs: Record<Exclude<Kind, 'object'>, ComponentType<KindInputProps>> = {
  id: ReadOnlyInput,
  text: Line,
  longtext: props => <Area {...props} rows={4} />,
  html: props => <Area {...props} rows={6} />,
  int: props => <Figure {...props} isWhole />,
  decimal: Figure,
  money: Money,
  percent: props => <Figure {...props} unit="%" />,
  bool: () => null, // a checkbox is its own field: FieldInput draws it
  date: LazyDay,
  instant: LazyMoment,
  enum: EnumInput,
  ref: RefInput,
  json: JsonInput,
  messageKey: props => <Line {...props} isMono />,
  email: props => <Line {...props} type="email" />,
  phone: props => <Line {...props} type="tel" />,
  url: props => <Line {...props} type="url" />,
  country: ({ value, onChange }) => <CountrySelect value={text(value)} onChange={onChange} />,
  currency: ({ value, onChange }) => <CurrencySelect value={text(value) || null} onChange={onChange} />,
  locale: LanguageInput,
  code: props => <Line {...props} isMono />,
  file: LazyFiles,
  image: LazyImage,
  staff: StaffInput,
};
