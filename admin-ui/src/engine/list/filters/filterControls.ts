import type { ComponentType } from 'react';
import type { FilterMeta, Kind } from '../../../meta';
import { AmountFilter } from './AmountFilter';
import { ChoiceFilter } from './ChoiceFilter';
import { DateFilter } from './DateFilter';
import type { FilterProps } from './FilterProps';
import { NamedFilter, RefFilter } from './RefFilter';
import { StaffFilter } from './StaffFilter';
import { TextFilter } from './TextFilter';

/** How each kind is filtered by. A new kind does not compile until it has an entry. */
const byKind: Record<Kind, ComponentType<FilterProps>> = {
  ref: RefFilter,
  enum: ChoiceFilter,
  bool: ChoiceFilter,
  date: DateFilter,
  instant: DateFilter,
  id: TextFilter,
  text: TextFilter,
  longtext: TextFilter,
  html: TextFilter,
  int: TextFilter,
  decimal: TextFilter,
  money: AmountFilter,
  percent: TextFilter,
  object: TextFilter,
  json: TextFilter,
  messageKey: TextFilter,
  email: TextFilter,
  phone: TextFilter,
  url: TextFilter,
  country: TextFilter,
  currency: TextFilter,
  locale: TextFilter,
  code: TextFilter,
  file: TextFilter,
  image: TextFilter,
  staff: StaffFilter,
};

const controls = new Map<string, ComponentType<FilterProps>>(Object.entries(byKind));

/** The control of a filter. A kind that is none of a field's names the resource whose records are looked up. */
export const filterControl = (filter: FilterMeta) => controls.get(filter.kind) ?? NamedFilter;
