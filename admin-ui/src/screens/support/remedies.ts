import type { SupportMessage } from '../../generated/answers';
import { filtered } from '../../resources/vms/connection/filtered';
import type { Remedy } from './RemedyButton';
import { isDeliveredSince } from './story';

/** Why the same would fail once more: its key, and what it mentions. */
interface Lock {
  key: string;
  version: number;
  rule: number;
}

/** A failure that its mapping caused. */
const isByMapping = ({ failure, reason }: SupportMessage) =>
  failure === 'MAPPING' || reason === 'MAPPING' || reason === 'LOOKUP';

/** What keeps messages from being sent again: the version that made them, or another one with the same rule, is in use. */
const lockOf = ({ mappingNumber, liveNumber, rule, mended }: SupportMessage): Lock | undefined => {
  if (liveNumber === 0 || mappingNumber === 0 || mended) return undefined;
  const isSame = mappingNumber === liveNumber;
  return { key: isSame ? 'panel.support.sameVersion' : 'panel.support.sameRule', version: liveNumber, rule };
};

/** Why one message would fail again; one that the VMS refused may be accepted now. */
export const lockOfOne = (message: SupportMessage): Lock | undefined => {
  if (message.later.id > 0) return { key: 'panel.support.sentSince', version: 0, rule: 0 };
  return isByMapping(message) ? lockOf(message) : undefined;
};

/** Why all that failed for the same would fail again: a rule that is to blame is still the same. */
export const lockOfAll = (message: SupportMessage) =>
  isByMapping(message) || message.rule > 0 ? lockOf(message) : undefined;

/** Reads one message anew or sends it again; undefined for what goes by itself, and for what was delivered since. */
export const remedyOfOne = (message: SupportMessage): Remedy | undefined => {
  if (isDeliveredSince(message)) return undefined;
  const { id, direction, entity, entityId } = message;
  if (direction === 'inbound') {
    const path = `/api/vms/message/${id}/replay`;
    return { name: 'replay', needs: ['vms.message.replay'], method: 'POST', path, body: {} };
  }
  if (entity !== 'APPLICATION') return undefined;
  const path = `/api/projectApplication/${entityId}/status`;
  return { name: 'send', needs: mayResend, method: 'PUT', path, body: { status: 'sp' } };
};

const mayResend = ['application.status', 'application.resend'];

/** The records of a message and of those that failed for the same, each once: what a remedy of all is about. */
export const idsOfAll = ({ id, entityId, direction, later, others }: SupportMessage) => {
  const isInbound = direction === 'inbound';
  const own = later.id > 0 ? [] : [isInbound ? id : entityId];
  return [...new Set([...own, ...others.map(one => (isInbound ? one.id : one.entityId))])];
};

/** Reads all that wait for the same anew, or sends them again; undefined where there is one alone. */
export const remedyOfAll = (message: SupportMessage): Remedy | undefined => {
  const ids = idsOfAll(message);
  if (ids.length < 2) return undefined;
  const body = { filters: { id: ids }, dryRun: false };
  if (message.direction === 'inbound') {
    const path = '/api/bulk/vmsInbound/replay';
    return { name: 'replayAll', needs: ['vms.message.replay'], method: 'POST', path, body: { ...body, input: {} } };
  }
  if (message.entity !== 'APPLICATION') return undefined;
  const path = '/api/bulk/application/changeStatus';
  return { name: 'sendAll', needs: mayResend, method: 'POST', path, body: { ...body, input: { status: 'sp' } } };
};

/** The list of all messages that wait or have failed for the same, this one too. */
export const sameList = ({ direction, connectionId, state, entity, failure, reason, detail }: SupportMessage) => {
  const why =
    direction === 'inbound' ? { ...(reason && { reason: [reason] }) } : { ...(failure && { failure: [failure] }) };
  return filtered(`/platform/vms/${direction}`, {
    connectionId,
    state: [state],
    entity: [entity],
    ...why,
    ...(detail && { detail }),
  });
};

/** Where a rule stands in the studio; the mapping alone where no rule is to blame. */
export const mappingPath = ({ mappingId, rule }: SupportMessage) =>
  `/platform/vms/mappings/${mappingId}/try${rule > 0 ? `?rule=${rule}` : ''}`;
