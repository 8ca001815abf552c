import { useTranslate } from 'ra-core';
import type { Shortlist, ShortlistCandidate } from '../../../generated/answers';
import { Empty } from '../../../ui/Empty';
import { PersonRow } from './PersonRow';

interface Props {
  list: Shortlist;
  caption: string;
  chosen: readonly ShortlistCandidate[];
  /** Whose score is explained. */
  cursor: number | undefined;
  onToggle: (person: ShortlistCandidate) => void;
  onCursor: (freelancerId: number) => void;
}

/** The ranked people, best first. */
export const PeopleTable = ({ list, caption, chosen, cursor, onToggle, onCursor }: Props) => {
  const t = useTranslate();
  if (list.results.length === 0) {
    return (
      <Empty icon="users" title={t('project.shortlist.nobody')}>
        {t('project.shortlist.nobodyText')}
      </Empty>
    );
  }
  return (
    <table className="sl-table">
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="vh">{t('project.shortlist.chooseColumn')}</span>
          </th>
          <th scope="col">{t('project.shortlist.person')}</th>
          <th scope="col" aria-sort="descending">
            {t('project.shortlist.score')}
          </th>
          <th scope="col">{t('project.shortlist.reasons')}</th>
          <th scope="col">{t('project.shortlist.terms')}</th>
        </tr>
      </thead>
      <tbody>
        {list.results.map(person => (
          <PersonRow
            key={person.freelancerId}
            list={list}
            person={person}
            isChosen={chosen.some(({ freelancerId }) => freelancerId === person.freelancerId)}
            isCursor={person.freelancerId === cursor}
            onToggle={() => onToggle(person)}
            onCursor={() => onCursor(person.freelancerId)}
          />
        ))}
      </tbody>
    </table>
  );
};
