import { useTranslate } from 'ra-core';
import { useQuery } from '@tanstack/react-query';
import { useFormState } from '../../engine/form/FormContext';
import { useCan } from '../../meta';
import type { Project } from '../../generated/resources';
import { request } from '../../providers/http';
import { breakdownOf } from './breakdown';
import { useLimits } from './useLimits';

const computed = ['payRate', 'billRate'] as const;
const amountOf = (value: unknown) =>
  value === null || value === undefined || value === '' ? undefined : Number(value);

/** The rates of the form that would be somebody's own once it is saved: those set now, and those of before. */
export const useHandRates = (): readonly string[] => {
  const { base, values } = useFormState();
  const isTakenBack = base['rateOverride'] === true && values['rateOverride'] === false;
  const kept = isTakenBack ? [] : (breakdownOf(base['rateBreakdown'])?.byHand ?? []);
  return computed.filter(name => {
    const amount = amountOf(values[name]);
    return amount !== undefined && (kept.includes(name) || amount !== amountOf(base[name]));
  });
};

/** Says that a rate of the form lies outside of what its project allows; undefined where it does not, or nobody here may know. */
export const useOutside = (name: string) => {
  const t = useTranslate();
  const { values } = useFormState();
  const mayRead = useCan('project.read');
  const { data: project } = useQuery({
    queryKey: ['project', values['projectId'], 'limits'],
    queryFn: async ({ signal }) =>
      (await request<Project>('GET', `/api/project/${String(values['projectId'])}`, { signal })).data,
    enabled: mayRead && name === 'billRate' && Boolean(values['projectId']),
  });
  const limits = useLimits({ currency: project?.currency ?? null });
  const amount = amountOf(values[name]);
  if (!project || amount === undefined || name !== 'billRate') return undefined;
  if (project.rateUnit !== values['rateUnit'] || project.currency !== values['currency']) return undefined;
  const [min, max] = [amountOf(project.rateMin), amountOf(project.rateMax)];
  if ((min === undefined || amount >= min) && (max === undefined || amount <= max)) return undefined;
  return `${t('detail.RATE_OUT_OF_RANGE')} ${limits({ min, max })}`;
};
