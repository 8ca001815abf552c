import type { Application } from '../../generated/resources';

/** One try to send an application, as the record lists them. */
export type Attempt = Application['attempts'][number];

/** One condition of sending an application. */
export type Check = Application['readiness'][number];
