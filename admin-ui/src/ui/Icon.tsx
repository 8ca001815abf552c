import './icon.css';

const ring = 'M8 2.25a5.75 5.75 0 1 1 0 11.5 5.75 5.75 0 0 1 0-11.5z';
const cross = 'M6 6l4 4M10 6l-4 4';

/** Lines of every icon in a box of 16, drawn 1.5 wide. `fill` is solid, `bold` is drawn 2 wide, `dash` makes the line broken. */
interface Shape {
  line?: string;
  fill?: string;
  bold?: string;
  check?: string;
  isDashed?: boolean;
}

const shapes = {
  alert: { line: 'M8 2.3 14.3 13H1.7zM8 6.5v3M8 11.2v.01' },
  archive: {
    line: 'M3.3 3h9.4q.8 0 .8.8v1.4q0 .8-.8.8H3.3q-.8 0-.8-.8V3.8q0-.8.8-.8zM3.5 6v6.2q0 .8.8.8h7.4q.8 0 .8-.8V6M6.5 9h3',
  },
  arrow: { line: 'M3 8h10M9 4l4 4-4 4' },
  bookmark: { line: 'M4 2.5h8v11L8 10.5 4 13.5z' },
  calendar: {
    line: 'M3.3 3.5h9.4q.8 0 .8.8v8.4q0 .8-.8.8H3.3q-.8 0-.8-.8V4.3q0-.8.8-.8zM2.5 6.8h11M5.3 2v2.8M10.7 2v2.8',
  },
  case: {
    line: 'M3.3 5h9.4q1.3 0 1.3 1.3v5.9q0 1.3-1.3 1.3H3.3Q2 13.5 2 12.2V6.3Q2 5 3.3 5zM5.5 5V3.5q0-.8.8-.8h3.4q.8 0 .8.8V5M2 9h12',
  },
  check: { line: 'm3.5 8.3 3 3 6-6.6' },
  clock: { line: `${ring}M8 4.8V8l2.2 1.6` },
  code: { line: 'm5.5 5-3 3 3 3M10.5 5l3 3-3 3' },
  columns: { line: 'M3.5 3h9q1.5 0 1.5 1.5v7q0 1.5-1.5 1.5h-9Q2 13 2 11.5v-7Q2 3 3.5 3zM6 3v10M10 3v10' },
  copy: {
    line: 'M6.7 5.5h5.6q1.2 0 1.2 1.2v5.6q0 1.2-1.2 1.2H6.7q-1.2 0-1.2-1.2V6.7q0-1.2 1.2-1.2zM3.5 10.5h-1v-8h8v1',
  },
  dashed: { line: ring, isDashed: true },
  device: { line: 'M2.5 3h11v7.5h-11zM6 13.2h4M8 10.5v2.7' },
  dots: { bold: 'M3.5 8h.01M8 8h.01M12.5 8h.01' },
  down: { line: 'm4 6 4 4 4-4' },
  download: { line: 'M8 2.5V10m-3-3 3 3 3-3M3 13h10' },
  edit: { line: 'M10.8 3.2 12.8 5.2 5.6 12.4 2.8 13.2 3.6 10.4zM9.3 4.7l2 2' },
  external: { line: 'M9.5 2.5h4v4M13.5 2.5 8 8M11.5 9v3.5q0 1-1 1h-7q-1 0-1-1v-7q0-1 1-1H7' },
  filter: { line: 'M2.5 4h11M4.5 8h7M6.5 12h3' },
  half: { line: ring, fill: 'M8 4.2a3.8 3.8 0 0 1 0 7.6z' },
  home: { line: 'M2.5 7.5 8 2.8l5.5 4.7M4 6.5v6.7h8V6.5' },
  index: {
    line: 'M2.5 4c0-1 2-1.7 4.5-1.7s4.5.7 4.5 1.7-2 1.7-4.5 1.7S2.5 5 2.5 4zM2.5 4v7.5c0 .9 1.6 1.5 3.6 1.7M2.5 7.7c0 .8 1.5 1.5 3.5 1.6M11.5 4v2.5M10.5 8.2a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6zm1.7 4 1.8 1.8',
  },
  info: { line: `${ring}M8 7.3v3.5M8 5.2v.01` },
  key: { line: 'M10.5 2.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM8.3 7.7l-5.5 5.5M4.6 11.4l1.7 1.7' },
  left: { line: 'm10 4-4 4 4 4' },
  lock: {
    line: 'M4.7 7h6.6q1.2 0 1.2 1.2v4.1q0 1.2-1.2 1.2H4.7q-1.2 0-1.2-1.2V8.2Q3.5 7 4.7 7zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  },
  logout: { line: 'M6 2.8H3.8q-1 0-1 1v8.4q0 1 1 1H6M10.2 5 13.2 8l-3 3M13 8H6.2' },
  menu: { line: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11' },
  minus: { line: 'M3.5 8h9' },
  moon: { line: 'M13 9.6A5.4 5.4 0 0 1 6.4 3a5.4 5.4 0 1 0 6.6 6.6z' },
  done: { fill: 'M8 1.6a6.4 6.4 0 1 1 0 12.8A6.4 6.4 0 0 1 8 1.6z', check: 'm5.2 8.2 2 2 3.7-4' },
  pause: { line: `${ring}M6.6 6v4M9.4 6v4` },
  play: { line: ring, fill: 'M6.8 5.7v4.6L10.4 8z' },
  plus: { line: 'M8 3v10M3 8h10' },
  pool: {
    line: 'M2 6.5c1.2 0 1.8-1 3-1s1.8 1 3 1 1.8-1 3-1 1.8 1 3 1M2 10.5c1.2 0 1.8-1 3-1s1.8 1 3 1 1.8-1 3-1 1.8 1 3 1',
  },
  question: { line: `${ring}M6.3 6.4a1.75 1.75 0 1 1 2.5 1.7c-.5.2-.8.5-.8 1.1M8 11.2v.01` },
  refresh: { line: 'M13 8a5 5 0 1 1-1.6-3.7L13 5.8M13 2.8v3h-3' },
  right: { line: 'm6 4 4 4-4 4' },
  search: { line: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zm3.5 8L14 14' },
  send: { line: 'M14 2.2 7 9.2M14 2.2 9.6 13.8 7 9.2 2.2 6.6z' },
  server: {
    line: 'M3.5 2.8h9q1 0 1 1v2.4q0 1-1 1h-9q-1 0-1-1V3.8q0-1 1-1zM3.5 8.8h9q1 0 1 1v2.4q0 1-1 1h-9q-1 0-1-1V9.8q0-1 1-1z',
    bold: 'M5 5h.01M5 11h.01',
  },
  sun: {
    line: 'M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6zM8 1.8v1M8 13.2v1M1.8 8h1M13.2 8h1M3.6 3.6l.7.7M11.7 11.7l.7.7M12.4 3.6l-.7.7M4.3 11.7l-.7.7',
  },
  swap: { line: 'M3 5.5h9.5M10 3l2.5 2.5L10 8M13 10.5H3.5M6 8l-2.5 2.5L6 13' },
  tasks: { line: 'm2.3 4.2 1.1 1.1 2-2.2M8 4.2h5.7M2.3 8.4l1.1 1.1 2-2.2M8 8.4h5.7M2.6 12.6h2.4M8 12.6h5.7' },
  text: { line: 'M2.5 4h7M6 2.5V4M8 4c-.4 2.8-2.4 5-5.3 6.2M4 6.2c.8 1.7 2.1 2.9 4 3.6M8 13.5l3-7 3 7M9 11.3h4' },
  trash: { line: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.3 4.5l.6 8.1q0 .9.9.9h4.4q.9 0 .9-.9l.6-8.1' },
  undo: { line: 'M5.5 3 2.8 5.7l2.7 2.7M3 5.7h6.2a3.6 3.6 0 0 1 0 7.2H6' },
  up: { line: 'm4 10 4-4 4 4' },
  upload: { line: 'M8 10V2.5m-3 3 3-3 3 3M3 13h10' },
  users: {
    line: 'M6 3a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM1.8 13.2c.3-2.5 2-3.9 4.2-3.9s3.9 1.4 4.2 3.9M10.5 3.2a2.5 2.5 0 0 1 0 4.6M12 9.7c1.3.6 2.1 1.8 2.3 3.5',
  },
  x: { line: 'm4 4 8 8M12 4l-8 8' },
  xCircle: { line: `${ring}${cross}` },
  xSquare: { line: `M4.5 2.5h7q2 0 2 2v7q0 2-2 2h-7q-2 0-2-2v-7q0-2 2-2z${cross}` },
} satisfies Record<string, Shape>;

/** The names of the house icons. */
export type IconName = keyof typeof shapes;

/** All of them. */
// The keys of a literal are exactly its names.
export const iconNames = Object.keys(shapes) as IconName[];

interface Props {
  name: IconName;
  /** 14 px instead of 16, for chips and hints. */
  small?: boolean;
  className?: string;
}

/** A house icon in the colour of the text around it. It is decoration: the word beside it carries the meaning. */
export const Icon = ({ name, small, className = '' }: Props) => {
  const shape: Shape = shapes[name];
  return (
    <svg className={`i ${small ? 'i-14' : ''} ${className}`} viewBox="0 0 16 16" aria-hidden="true">
      {shape.line && <path d={shape.line} strokeDasharray={shape.isDashed ? '2.2 2.3' : undefined} />}
      {shape.fill && <path d={shape.fill} fill="currentColor" stroke="none" />}
      {shape.check && <path d={shape.check} className="i-check" />}
      {shape.bold && <path d={shape.bold} strokeWidth={2} />}
    </svg>
  );
};
