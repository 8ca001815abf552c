// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { consentText } from './consentText';

const t = (key: string, options?: Record<string, unknown>) => `${key} ${String(options?.until ?? '')}`.trim();

const consent = (dataProcessingAt: string | null, validUntil: string | null) => ({
  consent: {
    dataProcessingAt,
    validUntil,
    poolAt: null,
    shareAt: null,
    textVersion: '',
    channel: null,
    clientId: null,
    note: '',
  },
});

describe('what is said of a consent', () => {
  it('says that there is none', () => {
    expect(consentText(t, 'en', consent(null, null))).toBe('freelancer.consent.missing');
  });
  it('says until when there is one', () => {
    expect(consentText(t, 'en', consent('2026-01-05T09:00:00.000Z', '2999-01-05T09:00:00.000Z'))).toMatch(
      /^freelancer\.consent\.until .*2999/,
    );
  });
  it('says that it has ended', () => {
    expect(consentText(t, 'en', consent('2020-01-05T09:00:00.000Z', '2022-01-05T09:00:00.000Z'))).toMatch(
      /^freelancer\.consent\.ended .*2022/,
    );
  });
  it('says that it never ends', () => {
    expect(consentText(t, 'en', consent('2020-01-05T09:00:00.000Z', null))).toBe('freelancer.consent.forever');
  });
});
