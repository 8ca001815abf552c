import type { SupportMessage } from '../../generated/answers';

/** An application that a VMS refused at its second attempt. */
export const message: SupportMessage = {
  id: 4,
  messageId: 'A-1-1',
  direction: 'outbound',
  entity: 'APPLICATION',
  entityId: 9,
  state: 'FAILED',
  reason: '',
  failure: 'VMS_VALIDATION',
  detail: '422',
  tries: 2,
  connection: 'Norrsken',
  at: '2026-11-27T14:02:11.400Z',
  mappingNumber: 7,
  mappingId: 3,
  liveNumber: 7,
  connectionId: 5,
  rule: 0,
  target: '',
  mended: false,
  same: 2,
  others: [],
  later: { id: 0, messageId: '', state: '' },
  attempts: [
    { number: 1, at: '2026-11-27T14:02:11.470Z', status: 503, durationMs: 1200, outcome: 'VMS_UNAVAILABLE' },
    { number: 2, at: '2026-11-27T14:02:13.182Z', status: 422, durationMs: 600, outcome: 'VMS_VALIDATION' },
  ],
};
