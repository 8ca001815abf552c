import type { ReactNode } from 'react';
import { useFormState } from '../../../engine/form/FormContext';
import { lookupsOf } from './lookups';
import { placesOf, type SeenPlace } from './offers';
import { StudioContext } from './StudioContext';
import { useFaults } from './useFaults';
import { useGuide } from './useGuide';

interface Props {
  /** What the rules see of the sample; null without one. */
  input: unknown;
  onCaret?: (rule: number, at: number) => void;
  children: ReactNode;
}

const unheard = () => undefined;

/** Brings to the rules what may stand in them and what is wrong with them. */
export const StudioProvider = ({ input, onCaret = unheard, children }: Props) => {
  const { values } = useFormState();
  const { data: guide } = useGuide(values['entity']);
  const { problems, warnings } = useFaults();
  const seen = placesOf(input);
  const valueAt = new Map(seen.map(({ path, value }) => [path, value]));
  const declared: SeenPlace[] = (guide?.sources ?? []).map(({ path, kind }) => ({
    path,
    kind,
    value: valueAt.get(path) ?? '',
  }));
  const places = [...declared, ...seen.filter(({ path }) => !declared.some(one => one.path === path))];
  const lookups = Object.keys(lookupsOf(values['lookups']));
  return <StudioContext value={{ guide, places, lookups, problems, warnings, onCaret }}>{children}</StudioContext>;
};
