import { useLocale, useLogout, useTranslate } from 'ra-core';
import { inSentence } from '../format/format';
import { resourceLabel, useMeta } from '../meta';
import { useCanOpen } from '../meta/useCanOpen';
import { useShell } from '../engine/ShellContext';
import { useMode } from '../theme/useMode';
import { fits, type Line } from './line';

/** What one can do from anywhere. */
export const useCommands = (wanted: string): Line[] => {
  const t = useTranslate();
  const locale = useLocale() ?? 'en';
  const logout = useLogout();
  const { changePassword } = useShell();
  const { resources } = useMeta();
  const canOpen = useCanOpen();
  const [mode, setMode] = useMode();
  const other = mode === 'dark' ? 'light' : 'dark';
  const creations = resources
    .filter(resource => resource.create && canOpen(resource.route))
    .map((resource): Line => {
      const label = t('panel.palette.create', { name: inSentence(locale, t(resourceLabel(resource, 'name'))) });
      return { id: `create ${resource.name}`, icon: 'plus', label, to: `${resource.route}/create` };
    });
  const commands: Line[] = [
    ...creations,
    {
      id: 'command theme',
      icon: other === 'dark' ? 'moon' : 'sun',
      label: t(`panel.palette.theme.${other}`),
      to: '',
      run: () => setMode(other),
    },
    { id: 'command password', icon: 'lock', label: t('panel.user.changePassword'), to: '', run: changePassword },
    {
      id: 'command logout',
      icon: 'logout',
      label: t('panel.user.logout'),
      words: t('panel.palette.logoutWords'),
      to: '',
      run: () => void logout(),
    },
  ];
  return commands.filter(({ label, words = '' }) => fits(`${label} ${words}`, wanted));
};
