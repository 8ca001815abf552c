import MuiSlider from '@mui/material/Slider';
import { useTranslate } from 'ra-core';
import type { Shortlist, ShortlistCandidate, ShortlistWeights } from '../../../generated/answers';
import { Button } from '../../../ui/Button';
import { Bar } from '../../../ui/Level';
import { parts, rebalance } from './weights';

interface Props {
  list: Shortlist;
  weights: ShortlistWeights;
  /** Whose score is explained. */
  person: ShortlistCandidate | undefined;
  onWeights: (weights: ShortlistWeights | undefined, isFinal: boolean) => void;
}

/** How much each part counts, and how the score of one person comes about. */
export const WeightPanel = ({ list, weights, person, onWeights }: Props) => {
  const t = useTranslate();
  const label = (part: string) => t(`enum.shortlistPart.${part}`);
  return (
    <aside className="sl-side" aria-label={t('project.shortlist.weights')}>
      <div className="sl-head">
        <h3>{t('project.shortlist.weights')}</h3>
        <Button look="ghost" small onClick={() => onWeights(undefined, true)}>
          {t('project.shortlist.reset')}
        </Button>
      </div>
      <p className="t2 s12">{t('project.shortlist.weightsHint', { smart_count: list.remain })}</p>
      {parts.map(part => (
        <div key={part} className="sl-weight">
          <span>{label(part)}</span>
          <b>{weights[part]}</b>
          <MuiSlider
            size="small"
            aria-label={label(part)}
            value={weights[part]}
            onChange={(_, value) => onWeights(rebalance(weights, part, Number(value)), false)}
            onChangeCommitted={(_, value) => onWeights(rebalance(weights, part, Number(value)), true)}
          />
        </div>
      ))}
      {person && (
        <>
          <h3 className="sl-how">{t('project.shortlist.how', { name: person.name, score: person.score })}</h3>
          <ul className="sl-points">
            {person.points.map(({ part, points, most }) => (
              <li key={part}>
                <span>{label(part)}</span>
                <Bar parts={[{ share: most === 0 ? 0 : points / most, tone: 'accent' }]} isThin />
                <span className="num">{t('project.shortlist.pointsOf', { points, most })}</span>
              </li>
            ))}
            <li className="sum">
              <span>{t('project.shortlist.score')}</span>
              <span />
              <b className="num">{person.score}</b>
            </li>
          </ul>
        </>
      )}
      <p className="t2 s12">{t('project.shortlist.neverRead')}</p>
    </aside>
  );
};
