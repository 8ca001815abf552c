import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormState } from '../../engine/form/FormContext';
import type { VmsEffect } from '../../generated/answers';
import { request } from '../../providers/http';
import { documentOf } from './studio/rules';
import { useStill } from '../../engine/useStill';

/** What is wrong with a rule, or may be. */
export interface Problem {
  rule: number;
  target: string;
  /** Of the rule; empty where it is not to blame. */
  field: string;
  code: string;
  /** In English. */
  message: string;
  /** Text key. */
  text: string;
  params: Record<string, unknown> | null;
}

/** What became of one rule. */
interface Step {
  rule: number;
  target: string;
  value: unknown;
  skipped: boolean;
  error: { code: string; message: string } | null;
}

/** A value that two results do not share. */
export interface TrialDifference {
  path: string;
  live: string | null;
  draft: string | null;
}

/** What the rules would make of a message, as the service says. */
export interface Tried {
  ok: boolean;
  output: unknown;
  trace: Step[];
  errors: Problem[];
  warnings: Problem[];
  missingRequired: string[];
  unusedInput: string[];
  diff: TrialDifference[];
  /** What outbound rules were given: the application and all around it. */
  input: Record<string, Record<string, unknown> | null> | null;
  /** Of an inbound message. */
  inboundEffect: VmsEffect | null;
}

/** What a result is compared with. */
export type VmsCompare = 'LIVE' | 'LAST_SENT';

/** How long nothing is typed before the rules are tried; the service allows thirty trials a minute. */
const pauseMs = 2_000;

/** An application, real or invented, or a message: one that is stored, as it came, or a text. */
interface TrialSample {
  applicationId?: number;
  isExample?: boolean;
  payload?: string;
  messageId?: number | undefined;
  compareWith?: VmsCompare;
}

/** Tries the mapping out as it stands in the form, on an application or on a message; on neither nothing is asked. */
export const useTrial = (on: TrialSample) => {
  const { values, base } = useFormState();
  const mode = String(values['direction']);
  const mapping = useStill(JSON.stringify(documentOf(values)), pauseMs);
  const payload = useStill(on.payload ?? '', pauseMs);
  const inbound = on.messageId === undefined ? { payload } : { messageId: on.messageId };
  const outbound = on.isExample ? { isExample: true } : { applicationId: on.applicationId };
  const message = mode === 'outbound' ? outbound : inbound;
  const compareWith = on.compareWith ?? 'LIVE';
  const tried = useQuery({
    // once the version is put in use, it is that which others are compared with
    queryKey: ['vmsMapping', 'trial', base['state'], mode, mapping, message, compareWith],
    queryFn: async ({ signal }) => {
      const body = {
        connectionId: values['connectionId'],
        mapping: JSON.parse(mapping),
        compareWith,
        ...message,
      };
      const path = `/api/projectApplication/testTransformation?mode=${mode}`;
      return (await request<Tried>('POST', path, { body, signal })).data;
    },
    enabled: mode === 'outbound' ? on.isExample || on.applicationId !== undefined : payload !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  // While somebody types, and until the answer is there, what is shown is of what stood there before.
  const isStill = mapping === JSON.stringify(documentOf(values)) && payload === (on.payload ?? '');
  return { ...tried, isCurrent: isStill && !tried.isPlaceholderData };
};
