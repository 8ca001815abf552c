import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noMeta, Panel } from '../../test/Panel';
import { FileReading } from './FileReading';

const file = { name: 'People.csv', encoding: 'utf-8', delimiter: ',', columns: [], affected: [] };

const draw = (name: string) =>
  render(
    <Panel meta={noMeta}>
      <FileReading
        file={{ ...file, name }}
        label={name}
        missing=""
        affectedLabel=""
        drawColumns={() => null}
        onRead={() => {}}
      />
    </Panel>,
  );

it('asks of a text how it is written, and of a workbook nothing', async () => {
  const { unmount } = draw('People.csv');
  expect(await screen.findAllByRole('combobox')).toHaveLength(2);
  unmount();
  draw('People.XLSX');
  expect(await screen.findByRole('region', { name: 'People.XLSX' })).toBeVisible();
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});
