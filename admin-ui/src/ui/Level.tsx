import './level.css';

/** More than this many segments say nothing at a glance; a bar takes over. */
const segmentsAtMost = 10;

interface Props {
  value: number;
  max: number;
  tone?: 'accent' | 'ok' | 'bad';
}

/** The house gauge for countable things. The number stands beside it, so it is silent for readers. */
export const Level = ({ value, max, tone = 'accent' }: Props) => {
  if (max > segmentsAtMost) {
    return <Bar parts={[{ share: value / max, tone }]} isShort />;
  }
  return (
    <span className="lv" aria-hidden="true">
      {Array.from({ length: max }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place
        <i key={i} className={i < value ? `on ${tone}` : ''} />
      ))}
    </span>
  );
};

interface BarProps {
  /** Shares between 0 and 1, left to right. */
  parts: { share: number; tone: 'accent' | 'ok' | 'warn' | 'bad' | 'info' | 'neutral' | 'violet' }[];
  isShort?: boolean;
  isThin?: boolean;
}

/** The house gauge for shares and progress. */
export const Bar = ({ parts, isShort, isThin }: BarProps) => (
  <svg
    className={`bar ${isShort ? 'short' : ''} ${isThin ? 'sm' : ''}`}
    viewBox="0 0 100 8"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    {parts.map(({ share, tone }, i) => {
      const from = parts.slice(0, i).reduce((sum, part) => sum + part.share, 0);
      return (
        <rect key={`${tone}${from}`} className={tone} x={from * 100} width={Math.max(0, share * 100)} height="8" />
      );
    })}
  </svg>
);
