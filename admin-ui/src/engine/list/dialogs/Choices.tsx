import { Radio } from '../../../ui/Radio';
import './choices.css';

interface Props<Value extends string> {
  label: string;
  name: string;
  chosen: Value;
  onChange: (value: Value) => void;
  /** The words of each value. */
  texts: Partial<Record<Value, string>>;
}

/** A question with a few answers, one of which holds. */
export const Choices = <Value extends string>({ label, name, chosen, onChange, texts }: Props<Value>) => (
  <fieldset className="choices">
    <legend>{label}</legend>
    {(Object.keys(texts) as Value[]).map(
      value => ( // keys of a record are those of its type
        <Radio key={value} name={name} value={value} isOn={value === chosen} onChange={() => onChange(value)}>
          {texts[value]}
        </Radio>
      ),
    )}
  </fieldset>
);
