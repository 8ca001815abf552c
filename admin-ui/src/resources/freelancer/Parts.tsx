import type { ReactNode } from 'react';
import { useTranslate } from 'ra-core';
import type { FreelancerPart } from '../../generated/answers';

interface Props {
  title: string;
  parts: readonly FreelancerPart[];
  /** Lines before those of the parts. */
  children?: ReactNode;
}

/** What goes, stays or moves, with its numbers. */
export const Parts = ({ title, parts, children }: Props) => {
  const t = useTranslate();
  if (parts.length === 0 && !children) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {children}
        {parts.map(({ key, count }) => (
          <li key={key}>{t(`freelancer.kept.${key}`, { smart_count: count })}</li>
        ))}
      </ul>
    </section>
  );
};
