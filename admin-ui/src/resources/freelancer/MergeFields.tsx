import { useTranslate } from 'ra-core';
import { useValueText } from '../../engine/form/useValueText';
import { fieldOf, useResourceMeta } from '../../meta';
import type { Freelancer } from '../../generated/resources';
import type { MergeChoice } from '../../generated/answers';
import { MergePick } from './MergePick';

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
        {fields.map(({ name, from, many }) => {
          const pick = (side: MergeChoice['from'], text: string) => (
            <MergePick name={`merge-${name}`} isOn={from === side} onPick={() => onChange(name, side)}>
              {text}
            </MergePick>
          );
          const valueAt = (side: 'this' | 'other') =>
            textOf(fieldOf(meta, name), sides[side][name], sides[side]) || '–';
          return (
            <tr key={name}>
              <th scope="row">
                {t(`resources.freelancer.fields.${name}`)}
                {many && pick('both', t('freelancer.merge.both'))}
              </th>
              <td>{pick('this', valueAt('this'))}</td>
              <td>{pick('other', valueAt('other'))}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};
