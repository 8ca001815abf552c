import { Command } from 'cmdk';
import { useTranslate } from 'ra-core';
import { Icon } from '../ui/Icon';
import type { Line } from './line';
import { Marked } from './Marked';

interface Props {
  name: string;
  heading?: string | undefined;
  lines: Line[];
  wanted: string;
  onRun: (line: Line) => void;
}

/** A group of lines under its heading. */
export const Lines = ({ name, heading, lines, wanted, onRun }: Props) => {
  const t = useTranslate();
  return (
    <Command.Group heading={heading ?? t(`panel.palette.${name}`)}>
      {lines.map(line => (
        <Command.Item key={line.id} value={line.id} className="it" onSelect={() => onRun(line)}>
          <Icon name={line.icon} />
          <span className="grow ell">
            <Marked text={line.label} wanted={wanted} /> {line.sub && <span className="t2">{line.sub}</span>}
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  );
};
