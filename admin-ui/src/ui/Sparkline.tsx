import './sparkline.css';

const box = { width: 60, height: 24, edge: 2 };

/** Where the values stand in the box, the smallest at the bottom; all in the middle when they are alike. */
const pointsOf = (values: number[]) => {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const inner = box.height - 2 * box.edge;
  return values.map((value, at) => ({
    x: box.edge + (at * (box.width - 2 * box.edge)) / Math.max(1, values.length - 1),
    y: box.edge + inner * (high === low ? 0.5 : (high - value) / (high - low)),
  }));
};

/** How a number went, oldest value first. The words beside it say the same, so it is silent for readers. */
export const Sparkline = ({ values }: { values: number[] }) => {
  const points = pointsOf(values);
  const line = points.map(({ x, y }) => `${x},${y}`).join(' ');
  const last = points.at(-1);
  if (!last) return null;
  return (
    <svg className="spark" viewBox={`0 0 ${box.width} ${box.height}`} aria-hidden="true">
      <polygon points={`${box.edge},${box.height} ${line} ${last.x},${box.height}`} />
      <polyline points={line} />
      <circle cx={last.x} cy={last.y} r={box.edge} />
    </svg>
  );
};
