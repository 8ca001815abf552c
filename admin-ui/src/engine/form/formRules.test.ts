// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import type { KeyboardEvent } from 'react';
import { HttpError } from '../../providers/httpError';
import { meta } from './boat.fixture';
import { chooseByDigit } from './chooseByDigit';
import { idempotencyKeys } from './idempotencyKeys';
import { isTrashed } from './trashed';
import { unwrapped } from './unwrapped';

it('gives the same body the same key, and another one another', () => {
  const keyFor = idempotencyKeys();
  expect(keyFor('a')).toBe(keyFor('a'));
  expect(keyFor('b')).not.toBe(keyFor('a'));
  expect(idempotencyKeys()('a')).not.toBe(keyFor('a')); // another dialog is another intent
});

describe('the paths of errors', () => {
  const refused = new HttpError(422, {
    code: 'VALIDATION',
    messages: ['validation.max'],
    fieldErrors: { 'dataObj.name': ['validation.max'], 'home.city': ['validation.required'] },
    params: { 'dataObj.name': { 'validation.max': { max: 40 } } },
  });

  it('lose the frame that the call wants', () => {
    const { fieldErrors, params, status, code } = unwrapped(refused, 'dataObj');
    expect(fieldErrors).toEqual({ name: ['validation.max'], 'home.city': ['validation.required'] });
    expect(params).toEqual({ name: { 'validation.max': { max: 40 } } });
    expect({ status, code }).toEqual({ status: 422, code: 'VALIDATION' });
  });
  it('stay where there is none', () => expect(unwrapped(refused, undefined)).toBe(refused));
});

describe('a digit', () => {
  const options = [{ value: 'MOORED' }, { value: 'SUNK' }];
  const cases: Record<string, [key: Partial<KeyboardEvent>, chosen: string | undefined]> = {
    'chooses the option of its place': [{ key: '2' }, 'SUNK'],
    'is nothing beyond the last': [{ key: '3' }, undefined],
    'counts from one': [{ key: '0' }, undefined],
    'belongs to the browser with Ctrl': [{ key: '1', ctrlKey: true }, undefined],
    'belongs to the system with Alt': [{ key: '1', altKey: true }, undefined],
    'is one key': [{ key: '12' }, undefined],
  };
  it.each(Object.entries(cases))('%s', (_, [key, chosen]) => {
    vi.stubGlobal('Element', class {}); // nothing has the focus here
    const choose = vi.fn();
    chooseByDigit(key as KeyboardEvent, options, choose);
    expect(choose.mock.calls).toEqual(chosen ? [[chosen]] : []);
    vi.unstubAllGlobals();
  });
});

describe('a record in the trash', () => {
  const [boat] = meta.resources;
  if (!boat) throw new Error('no boat');
  const { trash: _, ...bare } = boat;

  it('is one in the state that says so', () => expect(isTrashed(boat, { state: 'SUNK' })).toBe(true));
  it('is none in another', () => expect(isTrashed(boat, { state: 'MOORED' })).toBe(false));
  it('is none where there is no trash', () => expect(isTrashed(bare, { state: 'SUNK' })).toBe(false));
});
