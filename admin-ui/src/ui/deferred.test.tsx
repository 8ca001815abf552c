import { useLayoutEffect, type ReactNode } from 'react';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Deferred } from './Deferred';

interface Props {
  name: string;
  /** Is told the name once it is drawn. */
  into: string[];
  children?: ReactNode;
}

const Drawn = ({ name, into, children }: Props) => {
  useLayoutEffect(() => {
    into.push(name);
  }, [name, into]);
  return children ?? name;
};

it('draws the frame first, with what waits in the place of the rest', () => {
  const drawn: string[] = [];
  render(
    <Drawn name="frame" into={drawn}>
      <Deferred waiting={<Drawn name="skeleton" into={drawn} />}>
        <Drawn name="inputs" into={drawn} />
      </Deferred>
    </Drawn>,
  );
  expect(drawn).toEqual(['skeleton', 'frame', 'inputs']);
  expect(screen.getByText('inputs')).toBeVisible();
});
