import { useState, type KeyboardEvent } from 'react';
import { Command } from 'cmdk';
import { useTranslate } from 'ra-core';
import { useNarrow } from '../engine/useNarrow';
import { Icon } from '../ui/Icon';
import { IconButton } from '../ui/IconButton';
import { KeyCap } from '../ui/KeyCap';
import { navigate } from '../router/history';
import { Keys } from './Keys';
import { Lines } from './Lines';
import { PaletteFrame } from './PaletteFrame';
import { remember } from './recent';
import type { Line } from './line';
import { useGroups } from './useGroups';
import { markUsed } from './used';

interface Props {
  /** What was typed while it loaded. */
  start: string;
  onClose: () => void;
}

/** Jumps to any screen or record one may see, and runs commands, from the keyboard. */
export const Palette = ({ start, onClose }: Props) => {
  const t = useTranslate();
  const isNarrow = useNarrow(); // a button that is only not shown would stand where the focus turns round
  const [text, setText] = useState(start);
  const [chosen, setChosen] = useState('');
  const { groups, wanted, isSearching, hasFailed } = useGroups(text);
  const lines = groups.flatMap(group => group.lines);
  const current = lines.find(({ id }) => id === chosen) ?? lines[0];
  const nothing = t(isSearching ? 'panel.palette.searching' : 'panel.palette.nothing', { text: wanted });
  const say = hasFailed ? t('panel.palette.failed') : groups.length === 0 && nothing;

  const run = (line: Line, isApart = false) => {
    onClose();
    if (line.record) remember(line.record);
    else markUsed(line.id);
    if (line.run) line.run();
    else if (isApart) open(line.to, '_blank');
    else navigate(line.to);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation(); // before cmdk takes it for a plain Enter
    if (current) run(current, true);
  };
  return (
    <PaletteFrame onClose={onClose} onPress={press}>
      <Command
        shouldFilter={false}
        label={t('panel.palette.label')}
        value={current?.id ?? ''}
        onValueChange={setChosen}
        loop
      >
        <div className="pin">
          <Icon name="search" />
          <Command.Input
            data-autofocus
            value={text}
            onValueChange={setText}
            placeholder={t('panel.shell.search')}
            aria-label={t('panel.palette.label')}
          />
          <KeyCap>Esc</KeyCap>
          {isNarrow && <IconButton icon="x" label={t('panel.shell.close')} onClick={onClose} />}
        </div>
        <Command.List label={t('panel.palette.results')}>
          {groups.map(group => (
            <Lines
              key={group.name}
              name={group.name}
              heading={group.heading}
              lines={group.lines}
              wanted={wanted}
              onRun={run}
            />
          ))}
        </Command.List>
        <div role="status">{say && <p className="none-found">{say}</p>}</div>
      </Command>
      <Keys />
    </PaletteFrame>
  );
};
