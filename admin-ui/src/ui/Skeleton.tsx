import './plain.css';

interface Props {
  /** Width in px; without one it fills its place. */
  width?: number;
  height?: number;
}

/** Stands where a text will be. It does not move. */
export const Skeleton = ({ width, height }: Props) => (
  <svg className="sk" width={width ?? '100%'} height={height ?? 10} aria-hidden="true">
    <rect width="100%" height="100%" rx="3" />
  </svg>
);
