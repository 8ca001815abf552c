import type { Application } from '../../generated/resources';

/** What every tab of an application gets. */
export interface TabProps {
  application: Application;
  /** Asks for the application again: something about it has changed. */
  onChanged: () => void;
}
