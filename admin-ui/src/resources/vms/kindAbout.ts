import type { VmsInbound } from '../../generated/resources';

/** The resource whose record a message is about. */
export const kindAbout = (entity: VmsInbound['entity']) =>
  entity === 'JOB' || entity === 'JOB_STATUS' ? 'project' : 'application';
