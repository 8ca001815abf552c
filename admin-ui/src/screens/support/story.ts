import type {
  HistoryEntry,
  IndexStanding,
  SupportAttempt,
  SupportBundle,
  SupportLine,
  SupportMail,
  SupportMessage,
  SupportRun,
} from '../../generated/answers';

type Job = SupportBundle['jobs'][number];

/** How a step went: as it should, with another attempt to come, badly, or badly but put right since. */
type StepState = 'ok' | 'waits' | 'failed' | 'mended';

interface Timed {
  key: string;
  /** An instant; "" for what has none, which comes last. */
  at: string;
  ms: number;
  state: StepState;
}

/** One thing that happened because of a request, with what it is about. */
export type Step = Timed &
  (
    | { part: 'api'; line: SupportLine }
    | { part: 'record'; entry: HistoryEntry }
    | { part: 'job'; job: Job }
    | { part: 'run'; run: SupportRun }
    | { part: 'message'; message: SupportMessage; attempt: SupportAttempt | undefined }
    | { part: 'mail'; mail: SupportMail }
    | { part: 'index'; index: IndexStanding }
  );

const span = (from: string | null, to: string | null) => (from && to ? Date.parse(to) - Date.parse(from) : 0);

const states: Record<string, StepState> = {
  FAILED: 'failed',
  TIMED_OUT: 'failed',
  QUARANTINED: 'failed',
  STALE: 'failed',
  MISSING: 'failed',
  COMPLETED_WITH_CONFLICTS: 'failed',
  RETRY: 'waits',
  QUEUED: 'waits',
  RECEIVED: 'waits',
};
const stateOf = (state: string): StepState => states[state] ?? 'ok';

/** Whether what a message could not deliver was delivered by a later one. */
export const isDeliveredSince = ({ later }: SupportMessage) => later.state === 'PROCESSED';

const messageState = (message: SupportMessage): StepState => {
  const state = stateOf(message.state);
  return state === 'failed' && isDeliveredSince(message) ? 'mended' : state;
};

const messageSteps = (message: SupportMessage): Step[] => {
  const last = message.attempts.at(-1);
  const steps = message.attempts.map(
    (attempt): Step => ({
      part: 'message',
      key: `message ${message.id} ${attempt.number}`,
      at: attempt.at,
      ms: attempt.durationMs,
      state: attempt === last ? messageState(message) : attempt.outcome ? 'waits' : 'ok',
      message,
      attempt,
    }),
  );
  if (steps.length > 0) return steps;
  const state = messageState(message);
  return [{ part: 'message', key: `message ${message.id}`, at: message.at, ms: 0, state, message, attempt: undefined }];
};

/** What happened because of a request, in its order: call, records, jobs, messages attempt by attempt, mails, index. */
export const storyOf = ({ lines, entries, jobs, runs, messages, mails, index }: SupportBundle): Step[] => {
  const steps: Step[] = [
    ...lines
      .filter(({ level, facts }) => level !== 'DEBUG' || facts?.['call'])
      .map(
        (line, n): Step => ({
          part: 'api',
          key: `line ${n}`,
          at: line.at,
          ms: 0,
          state: line.level === 'ERROR' || line.text === 'refused' ? 'failed' : 'ok',
          line,
        }),
      ),
    ...entries.map(
      (entry): Step => ({ part: 'record', key: `entry ${entry.id}`, at: entry.at, ms: 0, state: 'ok', entry }),
    ),
    ...jobs.map(
      (job): Step => ({
        part: 'job',
        key: job.jobId,
        at: job.startedAt ?? job.createdAt,
        ms: span(job.startedAt, job.finishedAt),
        state: stateOf(job.state),
        job,
      }),
    ),
    ...runs.map(
      (run): Step => ({
        part: 'run',
        key: run.id,
        at: run.at,
        ms: run.durationMs ?? 0,
        state: stateOf(run.state),
        run,
      }),
    ),
    ...messages.flatMap(messageSteps),
    ...mails.map(
      (mail): Step => ({ part: 'mail', key: `mail ${mail.id}`, at: mail.at, ms: 0, state: stateOf(mail.state), mail }),
    ),
    ...index.map(
      (one): Step => ({
        part: 'index',
        key: `${one.entity} ${one.id}`,
        at: '',
        ms: 0,
        state: stateOf(one.state),
        index: one,
      }),
    ),
  ];
  const order = ({ at }: Step) => (at ? Date.parse(at) : Number.MAX_SAFE_INTEGER);
  return steps.sort((a, b) => order(a) - order(b));
};

/** From when to when the steps of a story went, in milliseconds. */
export const spanOf = (steps: Step[]) => {
  const timed = steps.filter(({ at }) => at !== '');
  const from = Math.min(...timed.map(({ at }) => Date.parse(at)));
  const to = Math.max(...timed.map(({ at, ms }) => Date.parse(at) + ms));
  return timed.length > 0 ? { from, to } : { from: 0, to: 0 };
};

const going = new Set(['QUEUED', 'RUNNING', 'RECEIVED', 'RETRY', 'SENDING']);

/** Whether anything of a story still goes on by itself, so that it is worth reading again. */
export const isGoing = ({ jobs, runs, messages, mails }: SupportBundle) =>
  [...jobs, ...runs, ...messages, ...mails].some(({ state }) => going.has(state));
