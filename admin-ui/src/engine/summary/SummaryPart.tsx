import type { ReactNode } from 'react';
import '../../ui/lines.css';
import './summary.css';

interface Props {
  title: string;
  count?: number | undefined;
  /** Its lines are on their way: what stands below is not shown before they are there, so that nothing moves. */
  isBusy?: boolean;
  /** Stands at the end of the title. */
  more?: ReactNode;
  children: ReactNode;
}

/** One part of what matters of a record: its title, how many there are, and its lines. */
export const SummaryPart = ({ title, count, isBusy, more, children }: Props) => (
  <section className="sum-p" aria-label={title} aria-busy={isBusy || undefined}>
    <h3>
      {title}
      {count !== undefined && <span className="sum-n">{count}</span>}
      {more && <span className="end">{more}</span>}
    </h3>
    {children}
  </section>
);
