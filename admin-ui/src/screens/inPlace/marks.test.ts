import { afterEach, expect, it } from 'vitest';
import { keysIn, mark, spotAt } from './marks';

afterEach(() => document.body.replaceChildren()); // test files share the page

it('puts a key behind a text and finds it again, also of a text in a text', () => {
  const name = mark('resources.project.name', 'Project');
  const text = mark('panel.list.none', `No ${name} here`);
  expect(text.replace(/[\u{e0020}-\u{e007f}]/gu, '')).toBe('No Project here');
  expect(keysIn(text)).toEqual(['resources.project.name', 'panel.list.none']);
  expect(keysIn('Nothing 👩‍🔧')).toEqual([]);
});

it('leaves alone what is empty and what no key of ours is', () => {
  expect(mark('panel.none', '')).toBe('');
  expect(mark('größe', 'Größe')).toBe('Größe');
});

it('knows what stands where one points', () => {
  document.body.innerHTML = `
    <main aria-label="${mark('panel.main', 'Main')}">
      <p>${mark('panel.first', 'First')}</p>
      <button aria-label="${mark('panel.close', 'Close')}"><svg></svg></button>
      <label>${mark('panel.name', 'Name')}<span><input placeholder="${mark('panel.hint', 'Hint')}" /></span></label>
    </main>`;
  const at = (selector: string) => spotAt(document.querySelector(selector) as Element)?.keys; // each is there
  expect(at('p')).toEqual(['panel.first']);
  expect(at('svg')).toEqual(['panel.close']);
  expect(at('label span')).toEqual(['panel.name', 'panel.hint']);
  document.querySelector('main')?.removeAttribute('aria-label');
  expect(at('main')).toBeUndefined();
});
