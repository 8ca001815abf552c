import { useTranslate } from 'ra-core';
import { Checkbox } from '../../ui/Checkbox';
import { Select } from '../../ui/Select';

/** A column of a file: its heading, its first cells and what it is taken for; '' leaves it out. */
interface ChosenColumn<F extends string> {
  heading: string;
  cells: readonly string[];
  field: F | '';
  /** Whether its empty cells clear the field. */
  clears: boolean;
}

interface Props<F extends string, C extends ChosenColumn<F>> {
  columns: readonly C[];
  choices: readonly { value: F; label: string }[];
  /** Whether empty cells of a column may clear its field at all. */
  canClear: (field: F) => boolean;
  onChange: (columns: C[]) => void;
}

/** What each column of a file is taken for. A field is one column's only: choosing it takes it from another one. */
export const ColumnChoices = <F extends string, C extends ChosenColumn<F>>(props: Props<F, C>) => {
  const { columns, choices, canClear, onChange } = props;
  const t = useTranslate();
  const change = (at: number, part: Partial<ChosenColumn<F>>) =>
    onChange(
      columns.map((one, i) => {
        if (i === at) return { ...one, ...part };
        return part.field && one.field === part.field ? { ...one, field: '' } : one;
      }),
    );
  return (
    <>
      <h4>{t('panel.pool.file.columns')}</h4>
      <ul className="lines">
        {columns.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same heading; their places do not change
          <li key={at}>
            <span className="grow name">
              {one.heading}
              <span className="of">{one.cells.join(' · ')}</span>
            </span>
            {one.field && canClear(one.field) && (
              <Checkbox
                label={t('panel.pool.file.clears', { name: one.heading })}
                isOn={one.clears}
                onChange={clears => change(at, { clears })}
              />
            )}
            <Select
              small
              label={t('panel.pool.file.column', { name: one.heading })}
              empty={t('panel.pool.file.leftOut')}
              value={one.field}
              choices={[...choices]}
              onChange={value => change(at, { field: choices.find(choice => choice.value === value)?.value ?? '' })}
            />
          </li>
        ))}
      </ul>
    </>
  );
};
