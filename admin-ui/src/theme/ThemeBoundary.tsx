import { createContext, useContext, useMemo, type ReactNode } from 'react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { useLocale } from 'ra-core';
import { themeOf } from './theme';
import { useMode } from './useMode';

interface Props {
  children?: ReactNode;
}

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
const cache = createCache({ key: 'pk', prepend: true, ...(nonce ? { nonce } : {}) });

const Inside = createContext(false);

/** Gives MUI's parts the theme, and their styles the nonce that the content policy asks for. Inside of another it does nothing. */
export const ThemeBoundary = ({ children }: Props) =>
  useContext(Inside) ? children : <Outermost>{children}</Outermost>;

const Outermost = ({ children }: Props) => {
  const [mode] = useMode();
  const locale = useLocale() ?? 'en';
  const theme = useMemo(() => themeOf({ mode, direction: 'ltr', density: 'comfortable', locale }), [mode, locale]);
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>
        <Inside value>{children}</Inside>
      </ThemeProvider>
    </CacheProvider>
  );
};
