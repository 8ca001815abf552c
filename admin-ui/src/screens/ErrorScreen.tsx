import { useResetErrorBoundaryOnLocationChange } from 'ra-core';
import { ErrorPage } from './ErrorPage';

interface Props {
  error: Error;
  resetErrorBoundary: (...args: unknown[]) => void;
}

/** The error page outside of the shell, for what no screen caught. */
export const ErrorScreen = ({ error, resetErrorBoundary }: Props) => {
  useResetErrorBoundaryOnLocationChange(resetErrorBoundary);
  return <ErrorPage error={error} isPublic />;
};
