import { useState } from 'react';
import { useTranslate } from 'ra-core';
import { useQueryClient } from '@tanstack/react-query';
import { idempotencyKeys } from '../../../engine/form/idempotencyKeys';
import { useErrorTexts } from '../../../engine/form/useFailureText';
import type { Shortlist, ShortlistCandidate } from '../../../generated/answers';
import type { Application, Project } from '../../../generated/resources';
import { request } from '../../../providers/http';
import { useErrorToast } from '../../../engine/useErrorToast';
import { firstValues, type Outcome, type TypedRate } from './firstValues';

/** Makes an application for each person, one after the other; who has one already is not asked for twice. */
export const useApply = (project: Project, list: Shortlist) => {
  const t = useTranslate();
  const client = useQueryClient();
  const errorTexts = useErrorTexts();
  const showError = useErrorToast();
  const [keyOf] = useState(idempotencyKeys);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const store = (freelancerId: number, outcome: Outcome) => setOutcomes(old => new Map(old).set(freelancerId, outcome));
  const made = [...outcomes].flatMap(([freelancerId, outcome]) =>
    'application' in outcome ? [{ freelancerId, application: outcome.application }] : [],
  );
  const applyOne = async (person: ShortlistCandidate, rate: TypedRate): Promise<Outcome> => {
    const body = firstValues(project, list, person, rate);
    try {
      const headers = { 'idempotency-key': keyOf(JSON.stringify(body)) };
      return { application: (await request<Application>('POST', '/api/projectApplication', { body, headers })).data };
    } catch (error) {
      return { refusal: errorTexts(error).join(' ') };
    }
  };
  const withdraw = async ({ id, version }: Application) => {
    const body = { status: 'w', reason: 'OTHER', comment: t('project.shortlist.undoComment') };
    await request('PUT', `/api/projectApplication/${id}/status`, { body, headers: { 'if-match': `"${version}"` } });
  };
  /** Does something one after the other; what it changes is asked for again at the end, even where it fails. */
  const work = async <T>(all: readonly T[], step: (one: T) => Promise<void>) => {
    setBusy(true);
    try {
      for (const one of all) await step(one);
    } catch (error) {
      showError(error);
    }
    setBusy(false);
    await client.invalidateQueries({ queryKey: ['application'] });
  };
  const apply = (people: readonly ShortlistCandidate[], rates: ReadonlyMap<number, TypedRate>) =>
    work(people, async person => {
      store(person.freelancerId, await applyOne(person, rates.get(person.freelancerId) ?? null));
    });
  /** Withdraws what was made, which also stops the mails that have not left. */
  const undo = () =>
    work(made, async ({ freelancerId, application }) => {
      await withdraw(application);
      store(freelancerId, { isUndone: true });
    });
  return { outcomes, made: made.map(({ application }) => application.id), isBusy, apply, undo };
};
