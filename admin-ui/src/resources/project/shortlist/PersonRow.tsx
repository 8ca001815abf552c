import { LinkBase, useLocaleState, useTranslate } from 'ra-core';
import { formatDate, nameOf } from '../../../format/format';
import type { Shortlist, ShortlistCandidate } from '../../../generated/answers';
import { Checkbox } from '../../../ui/Checkbox';
import { Bar } from '../../../ui/Level';
import { AskedRate } from './AskedRate';
import { Reasons } from './Reasons';

interface Props {
  list: Shortlist;
  person: ShortlistCandidate;
  isChosen: boolean;
  isCursor: boolean;
  onToggle: () => void;
  onCursor: () => void;
}

/** One person with the score, the reasons, the rate and when he or she is free. */
export const PersonRow = ({ list, person, isChosen, isCursor, onToggle, onCursor }: Props) => {
  const t = useTranslate();
  const [locale] = useLocaleState();
  const place = [person.city, person.country && nameOf(locale, 'region', person.country)].filter(Boolean).join(', ');
  const provider = person.mspName || t('project.shortlist.direct');
  return (
    <tr className={`${isChosen ? 'sel' : ''} ${isCursor ? 'cur' : ''}`} onFocus={onCursor} onMouseEnter={onCursor}>
      <td className="sl-check">
        <Checkbox
          label={<span className="vh">{t('project.shortlist.choose', { name: person.name })}</span>}
          isOn={isChosen}
          onChange={onToggle}
        />
      </td>
      <th scope="row">
        <LinkBase to={`/users/freelancers/${person.freelancerId}`}>{person.name}</LinkBase>
        <div className="s12 t2">{[place, provider].filter(Boolean).join(' · ')}</div>
      </th>
      <td className="sl-score">
        <b>{person.score}</b>
        <Bar parts={[{ share: person.score / 100, tone: 'accent' }]} isThin />
      </td>
      <td className="sl-why">
        <Reasons list={list} person={person} />
      </td>
      <td className="sl-terms">
        <AskedRate person={person} />
        <div className="s12 t2">
          {person.availabilityFrom ? formatDate(locale, person.availabilityFrom) : t('project.shortlist.anyTime')}
          {person.availabilityPct !== null && `, ${person.availabilityPct} %`}
        </div>
      </td>
    </tr>
  );
};
