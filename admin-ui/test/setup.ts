import { afterEach } from 'vitest';

// A test of rules alone says `@vitest-environment node` in its first line: making a document takes longer than it does.
if (typeof document !== 'undefined') {
  await import('@testing-library/jest-dom/vitest');
  const { cleanup, configure } = await import('@testing-library/react');
  // A busy machine is slow, not wrong: waiting ends with the thing waited for, and the limit is for what never comes.
  configure({ asyncUtilTimeout: 30_000 });
  // A form that goes keeps what was typed for whoever comes back: not for the next test, which may be one of another file.
  afterEach(() => {
    cleanup();
    localStorage.clear();
  });
  const { makeElementsCheap, makeStylesCheap } = await import('./cheaper');
  makeStylesCheap();
  makeElementsCheap();
}
