import { useTranslate } from 'ra-core';
import { enumText, useMeta } from '../../meta';
import type { MergeApplication, MergeApplications as Contested } from '../../generated/answers';
import { MergePick } from './MergePick';

interface Props {
  projects: readonly Contested[];
  onChange: (projectId: number, from: 'this' | 'other') => void;
}

/** The projects that both have applied for: one application goes on, the other is withdrawn. */
export const MergeApplications = ({ projects, onChange }: Props) => {
  const t = useTranslate();
  const meta = useMeta();
  const say = (list: readonly MergeApplication[]) =>
    list.map(({ handle, status }) => `${handle} · ${t(enumText(meta, 'applicationStatus', status))}`).join(', ');
  return (
    <section aria-label={t('freelancer.merge.applications')}>
      <h3>{t('freelancer.merge.applications')}</h3>
      <p className="t2 s13">{t('freelancer.merge.applicationsText')}</p>
      <table className="picks">
        <tbody>
          {projects.map(({ projectId, projectTitle, this: here, other, from, fixed }) => (
            <tr key={projectId}>
              <th scope="row">
                {projectTitle}
                {fixed && <p className="t2 s13">{t('freelancer.merge.fixed')}</p>}
              </th>
              {(['this', 'other'] as const).map(side => (
                <td key={side}>
                  <MergePick
                    name={`merge-project-${projectId}`}
                    isOn={from === side}
                    isFixed={fixed === true}
                    onPick={() => onChange(projectId, side)}
                  >
                    {say(side === 'this' ? here : other)}
                  </MergePick>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
