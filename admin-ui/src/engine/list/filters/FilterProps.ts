import type { FilterMeta } from '../../../meta';

/** What every filter control gets. */
export interface FilterProps {
  filter: FilterMeta;
  /** The word inside the control. */
  label: string;
}
