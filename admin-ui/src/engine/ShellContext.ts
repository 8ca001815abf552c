import { createContext, useContext } from 'react';

/** What screens may ask of the shell. */
interface ShellActions {
  /** Opens the command palette. */
  search: () => void;
  changePassword: () => void;
  secondFactor: () => void;
  devices: () => void;
  openNavigation: () => void;
}

const nothing = () => undefined;

/** Carries what the shell can do. Outside of it there is nothing to open. */
export const ShellContext = createContext<ShellActions>({
  search: nothing,
  changePassword: nothing,
  secondFactor: nothing,
  devices: nothing,
  openNavigation: nothing,
});

/** What the shell can do. */
export const useShell = () => useContext(ShellContext);
