import { useTranslate } from 'ra-core';
import { useValueText } from '../../engine/form/useValueText';
import { fieldOf, useResourceMeta } from '../../meta';
import type { Freelancer } from '../../generated/resources';
import type { MergeChoice } from '../../generated/answers';
import '../../ui/tick.css';

interface Props {
  here: Freelancer;
  there: Freelancer;
  fields: readonly MergeChoice[];
  onChange: (name: string, from: MergeChoice['from']) => void;
}

/** The fields in which two records differ, side by side; one value of each stays. */
export const MergeFields = ({ here, there, fields, onChange }: Props) => {
  const t = useTranslate();
  const meta = useResourceMeta('freelancer');
  const textOf = useValueText();
  const sides = { this: { ...here } as Record<string, unknown>, other: { ...there } as Record<string, unknown> };
  return (
    <table className="picks">
      <thead>
        <tr>
          <th scope="col">{t('freelancer.merge.field')}</th>
          <th scope="col">
            {here.name} <span className="mono t3">{here.handle}</span>
          </th>
          <th scope="col">
            {there.name} <span className="mono t3">{there.handle}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, from }) => {
          const label = t(`resources.freelancer.fields.${name}`);
          const field = fieldOf(meta, name);
          return (
            <tr key={name}>
              <th scope="row">{label}</th>
              {(['this', 'other'] as const).map(side => (
                <td key={side}>
                  <label>
                    <input
                      type="radio"
                      className="cb"
                      name={`merge-${name}`}
                      checked={from === side}
                      onChange={() => onChange(name, side)}
                    />
                    {textOf(field, sides[side][name], sides[side]) || '–'}
                  </label>
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};
