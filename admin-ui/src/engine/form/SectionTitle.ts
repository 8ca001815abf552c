import { createContext } from 'react';

/** What the section around a field is called, so that a group of the same name need not say it again. */
export const SectionTitle = createContext('');
