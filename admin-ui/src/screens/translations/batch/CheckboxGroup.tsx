import { useTranslate } from 'ra-core';
import { Checkbox } from '../../../ui/Checkbox';

interface Props<Name extends string> {
  names: readonly Name[];
  typed: Record<Name, boolean>;
  onChange: (name: Name, isOn: boolean) => void;
}

/** What is yes or no about a batch. */
export const CheckboxGroup = <Name extends string>({ names, typed, onChange }: Props<Name>) => {
  const t = useTranslate();
  return (
    <div className="tx-plan-ticks">
      {names.map(name => (
        <Checkbox
          key={name}
          label={t(`panel.texts.batch.${name}`)}
          isOn={typed[name]}
          onChange={isOn => onChange(name, isOn)}
        />
      ))}
    </div>
  );
};
