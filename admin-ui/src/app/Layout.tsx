import type { ReactNode } from 'react';
import { Shell } from '../layout/Shell';
import { useLocation } from '../router/useLocation';
import { PageBoundary } from './PageBoundary';

interface Props {
  children: ReactNode;
}

/** The shell around the screen at hand; what the screen throws leaves the shell standing. */
export const Layout = ({ children }: Props) => {
  const { pathname } = useLocation();
  return (
    <Shell>
      <PageBoundary address={pathname}>{children}</PageBoundary>
    </Shell>
  );
};
