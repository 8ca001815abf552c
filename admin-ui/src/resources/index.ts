import type { Overrides } from '../engine/override';
import { project } from './project';

/** What differs from the screens the metadata draws. */
export const overrides: Overrides = { project };
