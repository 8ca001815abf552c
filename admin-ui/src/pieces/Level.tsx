import './level.css';

/** More than this many segments say nothing at a glance; a bar takes over. */
const segmentsAtMost = 10;

interface Props {
  on: number;
  of: number;
  tone?: 'accent' | 'ok' | 'bad';
}

/** The house gauge for countable things. The number stands beside it, so it is silent for readers. */
export const Level = ({ on, of, tone = 'accent' }: Props) => {
  if (of > segmentsAtMost) {
    return <Bar parts={[{ share: on / of, tone }]} isShort />;
  }
  return (
    <span className="lv" aria-hidden="true">
      {Array.from({ length: of }, (_, i) => (
        <i key={i} className={i < on ? `on ${tone}` : ''} />
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
  <svg className={`bar ${isShort ? 'short' : ''} ${isThin ? 'sm' : ''}`} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    {parts.map(({ share, tone }, i) => {
      const from = parts.slice(0, i).reduce((sum, part) => sum + part.share, 0);
      return <rect key={i} className={tone} x={from * 100} width={Math.max(0, share * 100)} height="8" />;
    })}
  </svg>
);
