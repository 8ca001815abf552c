import { useTranslate } from 'ra-core';
import './status.css';

/** What would happen: counts by name, or counts by state under a name. */
export type ImpactMap = Record<string, number | boolean | string | Record<string, number>>;

/** One counted consequence. */
interface Count {
  name: string;
  count: number;
  parts: [string, number][];
}

/** The consequences that can be counted and are not nothing. */
export const countsOf = (impact: ImpactMap = {}): Count[] =>
  Object.entries(impact).flatMap(([name, value]) => {
    if (typeof value === 'boolean') return value ? [{ name, count: 1, parts: [] }] : [];
    if (typeof value === 'number') return value > 0 ? [{ name, count: value, parts: [] }] : [];
    if (typeof value === 'string') return [];
    const parts = Object.entries(value).filter(([, count]) => count > 0);
    const count = parts.reduce((sum, [, part]) => sum + part, 0);
    return count > 0 ? [{ name, count, parts }] : [];
  });

interface Props {
  /** Where the texts of the consequences begin: project → project.impact.applicationsWithdrawn. */
  base: string;
  impact: ImpactMap;
  /** Consequences that are said elsewhere. */
  without?: readonly string[];
}

/** What will happen, counted by the service. */
export const Impact = ({ base, impact, without = [] }: Props) => {
  const t = useTranslate();
  const counts = countsOf(impact).filter(({ name }) => !without.includes(name));
  if (counts.length === 0) return null;
  return (
    <dl className="imp">
      {counts.map(({ name, count, parts }) => (
        <div key={name}>
          <dt>{t(`${base}.impact.${name}`)}</dt>
          <dd>
            <Counted text={t(`${base}.impactText.${name}`, { smart_count: count })} count={count} />
            {parts.length > 0 && (
              <span className="t2">
                {' '}
                {parts.map(([state, part]) => t(`${base}.impactPart.${state}`, { smart_count: part })).join(', ')}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
};

interface CountedProps {
  text: string;
  count: number;
}

/** A sentence with its number in bold. */
const Counted = ({ text, count }: CountedProps) => {
  const [before = '', ...after] = text.split(String(count));
  if (after.length === 0) return <>{text}</>;
  return (
    <>
      {before}
      <b>{count}</b>
      {after.join(String(count))}
    </>
  );
};
