import { useEffect } from 'react';
import { useEvent, useNotify } from 'ra-core';

/** Says that a record has no tab of this name, if one is given, and shows the tab it opens with. */
export const useUnknownTab = (name: string | undefined, showHome: () => void) => {
  const notify = useNotify();
  const leave = useEvent(() => {
    notify('panel.form.unknownTab', { type: 'warning', messageArgs: { name } });
    showHome();
  });
  useEffect(() => {
    if (name) leave();
  }, [name, leave]);
};
