import './logo.css';

interface Props {
  isLarge?: boolean;
}

/** The mark, a P that holds water, and the name beside it. */
export const Logo = ({ isLarge }: Props) => (
  <span className={`mark ${isLarge ? 'lg' : ''}`}>
    <svg viewBox="0 0 20 24" aria-hidden="true">
      <path d="M5 8.5V21H9.4" />
      <circle cx="11.5" cy="8.5" r="6.5" />
      <path className="water" d="M7.7 9a3.8 3.8 0 0 0 7.6 0z" />
    </svg>
    <span>Poolkeeper</span>
  </span>
);
