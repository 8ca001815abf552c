import { Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { Shell } from '../layout/Shell';
import { isEditingTexts, onTextMarks } from '../providers/textMarks';
import { useLocation } from '../router/useLocation';
import { lazyPart } from '../ui/lazyPart';
import { PageBoundary } from './PageBoundary';

const InPlace = lazyPart(() => import('../screens/inPlace/InPlace').then(m => m.InPlace));

interface Props {
  children: ReactNode;
}

/** The shell around the screen at hand; what the screen throws leaves the shell standing, unless it may not be there either. */
export const Layout = ({ children }: Props) => {
  const { pathname } = useLocation();
  const isEditing = useSyncExternalStore(onTextMarks, isEditingTexts);
  return (
    <PageBoundary address={pathname} isPublic>
      <Shell>
        <PageBoundary address={pathname}>{children}</PageBoundary>
        <Suspense fallback={null}>{isEditing && <InPlace />}</Suspense>
      </Shell>
    </PageBoundary>
  );
};
