import type { ReactNode } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nContextProvider } from 'ra-core';
import words from '../../../directus-schema/seed/en/ui.json';
import { buildI18n } from '../providers/i18n';

/** Draws widgets with their English texts. */
export const draw = (widgets: ReactNode) => drawWith(widgets, words);

/** Draws widgets with the texts they need. */
export const drawWith = (widgets: ReactNode, texts: Record<string, string>, locale = 'en') => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <I18nContextProvider value={buildI18n({ locale, texts })}>{widgets}</I18nContextProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup({ delay: null }); // no timer of a piece runs out between two keys, however slow the machine is
};

/** A file of so many bytes. */
export const fileOf = (name: string, type: string, size = 100) => new File(['x'.repeat(size)], name, { type });
