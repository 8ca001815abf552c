import type { AsideProps } from '../../engine/override';
import type { VmsConnection } from '../../generated/resources';
import { Changed } from './Changed';
import { Silent } from './Silent';

/** What stands above the form of a connection: that it hears too little, or something else than before. */
export const ConnectionAlarms = (props: AsideProps<VmsConnection>) => (
  <>
    <Silent {...props} />
    <Changed {...props} />
  </>
);
