import { createContext, useContext } from 'react';
import type { ComponentType } from 'react';
import type { IconName } from '../ui/Icon';
import type { ActionName, RecordOf, ResourceName } from '../meta';
import type { FilterProps } from './list/filters/FilterProps';
import type {
  AsideProps,
  BulkInputProps,
  CellProps,
  ChosenProps,
  DetailProps,
  DialogProps,
  FormProps,
  InputProps,
  RefusedProps,
  ViewProps,
} from './overrideProps';

/** One more tab in the dialog of a record. */
interface TabOverride<T = Record<string, unknown>> {
  name: string;
  /** Text key. */
  label: string;
  count?: (record: T) => number | undefined;
  /** Permissions without which it is not offered. */
  needs?: string[];
  /** Takes the whole width of the screen. */
  isFull?: boolean;
  /** Stands before the form and is what the address of a record alone means. */
  isFirst?: boolean;
  Body: ComponentType<AsideProps<T>>;
}

/** Where a condition that prevents a move can be mended. */
interface Remedy<T = Record<string, unknown>> {
  /** Text key. */
  label: string;
  to: (record: T) => string;
}

/** One more line in the menu of a record, in its row and in its dialog. */
interface RowMenuItem<T = Record<string, unknown>> {
  label: string;
  icon?: IconName;
  to: (record: T) => string;
  /** The permission without which the line is not there. */
  needs?: string;
  /** Whether the state of the record allows it; what is left out stands for all. */
  when?: (record: T) => boolean;
  /** Whether it means anything for such a record: else the line is not there. */
  isFor?: (record: T) => boolean;
}

/** One more address over the list: `compare/:ids`. */
interface PageOverride {
  path: string;
  Page: ComponentType;
}

/** How a column differs from what its kind gives. Everything is optional but at least one thing should differ. */
interface CellOverride<T = Record<string, unknown>> {
  Cell?: ComponentType<CellProps<T>> | ComponentType<CellProps>;
  /** Text key of the head. */
  label?: string;
  /** Width in px. */
  width?: number;
  align?: 'end';
  /** Fields that it shows beside its own: a file has them as columns, too. */
  shows?: readonly string[];
  /** Columns of rank 3 leave first when the room gets narrow. */
  rank?: 1 | 2 | 3;
  /** Leads the second line on a small screen: what calls for somebody, or nothing. */
  Line?: ComponentType<CellProps<T>> | ComponentType<CellProps>;
  /** Takes its place on the card of a board. */
  Card?: ComponentType<CellProps<T>> | ComponentType<CellProps>;
}

/** What a resource may replace. Everything left out is drawn from the metadata. */
export interface Override<R extends ResourceName> {
  cells?: { [F in keyof RecordOf<R> & string]?: CellOverride<RecordOf<R>> };
  inputs?: { [F in keyof RecordOf<R> & string]?: ComponentType<InputProps> };
  /** By the name of the filter. */
  filters?: { [filter: string]: ComponentType<FilterProps> };
  dialogs?: { [A in ActionName<R> | 'delete' | 'restore']?: ComponentType<DialogProps<RecordOf<R>>> };
  /** Stands above the form. */
  aside?: ComponentType<AsideProps<RecordOf<R>>>;
  /** Takes the place of the rows alone: `useListContext` has the records. */
  List?: ComponentType;
  /** Takes the place of the columns by status, and of the days. */
  Board?: ComponentType<ViewProps>;
  Calendar?: ComponentType<ViewProps>;
  /** Takes the place of the sections with their inputs, of a new record and of a stored one. */
  Form?: ComponentType<FormProps>;
  /** Stands above the list: the tabs that lead to the lists beside it, what is to be done first. */
  Above?: ComponentType;
  /** More buttons beside the name of the list. */
  Tools?: ComponentType;
  /** What the line under the title of a record says besides state, handle and client. */
  Head?: ComponentType<AsideProps<RecordOf<R>>>;
  /** Buttons beside the menu of a record: what is done with it most often. */
  RecordTools?: ComponentType<AsideProps<RecordOf<R>>>;
  /** How a field above the tabs is shown where its kind says too little. */
  facts?: { [F in keyof RecordOf<R> & string]?: ComponentType<CellProps<RecordOf<R>>> };
  /** The first tab of a record, with which it opens: what matters of it. */
  Overview?: ComponentType<AsideProps<RecordOf<R>>>;
  tabs?: TabOverride<RecordOf<R>>[];
  /** By the key of the condition. */
  remedies?: { [key: string]: Remedy<RecordOf<R>> };
  /** Yes-or-no inputs of the change of status, each with the consequence it decides over: asked where that would follow. */
  declinable?: { [input: string]: string };
  rowMenu?: RowMenuItem<RecordOf<R>>[];
  bulk?: { [A in ActionName<R>]?: ComponentType<BulkInputProps> };
  /** Takes the place of the form at the address of a record. */
  Detail?: ComponentType<DetailProps>;
  /** Whether that stands beside the list, which makes room for it, rather than over it. */
  isBeside?: boolean;
  /** Stands in the form of a new record once that was refused. */
  Refused?: ComponentType<RefusedProps>;
  pages?: PageOverride[];
  /** One more button for the chosen rows. */
  Chosen?: ComponentType<ChosenProps>;
  /** Gives the function that names a record in its row, where its title is a code or shared by others. */
  useRowTitle?: () => (record: RecordOf<R>) => string;
}

/** All overrides, by resource. */
export type Overrides = { [R in ResourceName]?: Override<R> };

/** An override seen by the engine, which knows no resource by name. */
export interface AnyOverride {
  cells?: Partial<Record<string, CellOverride>>;
  inputs?: Partial<Record<string, ComponentType<InputProps>>>;
  filters?: Partial<Record<string, ComponentType<FilterProps>>>;
  dialogs?: Partial<Record<string, ComponentType<DialogProps>>>;
  aside?: ComponentType<AsideProps>;
  List?: ComponentType;
  Board?: ComponentType<ViewProps>;
  Calendar?: ComponentType<ViewProps>;
  Form?: ComponentType<FormProps>;
  Above?: ComponentType;
  Tools?: ComponentType;
  Head?: ComponentType<AsideProps>;
  RecordTools?: ComponentType<AsideProps>;
  facts?: Partial<Record<string, ComponentType<CellProps>>>;
  Overview?: ComponentType<AsideProps>;
  tabs?: TabOverride[];
  remedies?: Partial<Record<string, Remedy>>;
  declinable?: Partial<Record<string, string>>;
  rowMenu?: RowMenuItem[];
  bulk?: Partial<Record<string, ComponentType<BulkInputProps>>>;
  Detail?: ComponentType<DetailProps>;
  isBeside?: boolean;
  Refused?: ComponentType<RefusedProps>;
  pages?: PageOverride[];
  Chosen?: ComponentType<ChosenProps>;
  useRowTitle?: () => (record: Record<string, unknown>) => string;
}

/** Brings the overrides to the engine, which may not import them. */
export const OverridesContext = createContext<Overrides>({});

/** The override of a resource; empty when nothing differs. */
export const useOverride = (name: string): AnyOverride =>
  // The typed form guards those who write overrides; here the name is only known at run time.
  ((useContext(OverridesContext) as Record<string, unknown>)[name] ?? {}) as AnyOverride;
