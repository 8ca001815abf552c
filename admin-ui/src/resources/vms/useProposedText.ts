import { useCallback } from 'react';
import { useTranslate } from 'ra-core';
import { useValueText } from '../../engine/form/useValueText';
import type { Project } from '../../generated/resources';
import { fieldLabel, fieldOf, findResource, useMeta } from '../../meta';
import { unitSuffix } from '../application/unitSuffix';

/** The amounts that are paid for each unit of time. */
const rates = new Set(['rateMin', 'rateMax', 'talentRate', 'payRate', 'billRate']);

type Unit = NonNullable<Project['rateUnit']>;
const isUnit = (unit: unknown): unit is Unit => typeof unit === 'string' && unit !== '';

/** The values that are proposed, or differ, and the name of their field, as people read them; `record` is there where it is at hand. */
export const useProposedText = (about: 'project' | 'application' = 'project') => {
  const t = useTranslate();
  const meta = useMeta();
  const say = useValueText();
  const resource = findResource(meta, about);
  const label = useCallback((name: string) => (resource ? t(fieldLabel(resource, name)) : name), [resource, t]);
  const text = useCallback(
    (name: string, value: unknown, record?: Record<string, unknown>) => {
      const field = resource && fieldOf(resource, name);
      const isAmount = field?.kind === 'money' && !record; // in which currency, only the record says
      const around = record && { currency: record['currency'] };
      const written = say(isAmount ? { ...field, kind: 'decimal' } : field, value, around);
      const unit = record?.['rateUnit'];
      return written !== '' && rates.has(name) && isUnit(unit) ? `${written} ${t(unitSuffix(unit))}` : written;
    },
    [resource, say, t],
  );
  return { label, text };
};

/** A value as the service keeps it: JSON, or a text that stands for itself. */
export const parsedOf = (written: string): unknown => {
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
};

/** The name of the field that a proposal or a difference is about, or one of its two values, where that record is not at hand. */
export const useProposalPart = (proposal: Record<string, unknown>, name: string) => {
  const { label, text } = useProposedText('applicationId' in proposal ? 'application' : 'project');
  const about = String(proposal['field'] ?? '');
  const own = proposal['projectCurrency'] ?? proposal['currency']; // a difference has but one
  const currency = (name === 'proposed' && proposal['currency']) || own;
  const around = currency ? { currency, rateUnit: proposal['rateUnit'] } : undefined;
  return name === 'field' ? label(about) : text(about, parsedOf(String(proposal[name] ?? '')), around);
};
