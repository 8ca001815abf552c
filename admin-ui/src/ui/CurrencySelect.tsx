import { currencies, defaultCurrency, symbolOf } from './money';
import { Select } from './Select';

interface Props {
  value: string | null | undefined;
  onChange: (currency: string) => void;
  onBlur?: () => void;
  /** The currencies a client allows; all of ours without it. */
  allowed?: readonly string[];
  label?: string;
}

const nameOf = (code: string) => (symbolOf(code) === code ? code : `${code} ${symbolOf(code)}`);

/** A currency; euro unless one is chosen. */
export const CurrencySelect = ({ value, allowed = Object.keys(currencies), ...rest }: Props) => (
  <Select
    {...rest}
    value={value ?? defaultCurrency}
    choices={allowed.map(code => ({ value: code, label: nameOf(code) }))}
  />
);
