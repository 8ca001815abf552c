import type { ReactNode } from 'react';

interface Props {
  /** What is chosen. The choice names itself to readers. */
  label: string;
  children: ReactNode;
}

/** How the panel is for one person: a name, and what there is to choose. */
export const Preference = ({ label, children }: Props) => (
  <div className="pref">
    <span className="t2 s12" aria-hidden="true">
      {label}
    </span>
    {children}
  </div>
);
