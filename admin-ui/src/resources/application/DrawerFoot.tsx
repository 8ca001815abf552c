import type { Application } from '../../generated/resources';
import { NextSteps } from './NextSteps';

interface Props {
  application: Application;
  onDone: () => void;
}

/** The next step, and the way to all the others. */
export const DrawerFoot = ({ application, onDone }: Props) => (
  <footer>
    <NextSteps application={application} onDone={onDone} />
  </footer>
);
