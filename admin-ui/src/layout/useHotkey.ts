import { useEffect } from 'react';

/** Runs when the key is pressed together with Ctrl or Cmd, wherever the focus is. */
export const useHotkey = (key: string, run: () => void) =>
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [key, run]);
