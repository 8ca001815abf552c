import { Component, type ReactNode } from 'react';
import { HttpError } from '../providers/httpError';
import { ErrorPage } from '../screens/ErrorPage';

interface Props {
  /** A new address gets a new try. */
  address: string;
  /** It stands around the bar and the sidebar, and catches everything. */
  isPublic?: boolean;
  children: ReactNode;
}

interface State {
  error: Error | undefined;
  address: string;
}

/** Catches what a screen throws, so that the bar and the sidebar stay. A 403 takes them away: it is let through. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { error: undefined, address: this.props.address };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ address }: Props, state: State): Partial<State> | null {
    return address === state.address ? null : { error: undefined, address };
  }

  override render() {
    const { error } = this.state;
    const { isPublic = false, children } = this.props;
    if (!error) return children;
    if (!isPublic && error instanceof HttpError && error.status === 403) throw error;
    return <ErrorPage error={error} isPublic={isPublic} />;
  }
}
