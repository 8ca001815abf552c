import type { ComponentType } from 'react';
import type { FilterMeta } from '../../meta';
import { ChoiceFilter } from './ChoiceFilter';
import { DateFilter } from './DateFilter';
import type { FilterProps } from './FilterProps';
import { ClientFilter, RefFilter } from './RefFilter';
import { TextFilter } from './TextFilter';

const controls: Partial<Record<FilterMeta['kind'], ComponentType<FilterProps>>> = {
  client: ClientFilter,
  ref: RefFilter,
  enum: ChoiceFilter,
  bool: ChoiceFilter,
  date: DateFilter,
  instant: DateFilter,
};

/** The control of a filter. Whatever is not a choice, a day or a record is a text. */
export const filterControl = (filter: FilterMeta) => controls[filter.kind] ?? TextFilter;
