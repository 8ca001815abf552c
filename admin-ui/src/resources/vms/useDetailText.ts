import { useCallback } from 'react';
import { useTranslate } from 'ra-core';
import { textIfAny } from '../../providers/textIfAny';

/** What the service says in English where it names no text. */
const phrases: Record<string, string> = {
  required: 'panel.vms.detail.required',
  'no answer': 'panel.vms.detail.noAnswer',
  'unreadable answer': 'panel.vms.detail.unreadableAnswer',
  'no mapping in use': 'panel.vms.detail.noMapping',
  'no JSON object': 'panel.vms.detail.noJson',
  'not valid UTF-8': 'panel.vms.detail.notUtf8',
  'half of a character': 'panel.vms.detail.halfCharacter',
  'given twice': 'panel.vms.detail.givenTwice',
  'about a test application': 'panel.vms.detail.aboutTest',
  'no id': 'panel.vms.detail.noId',
  'no instant': 'panel.vms.detail.noInstant',
  'a target has a value of another type': 'panel.vms.detail.otherType',
};

const isCode = (part: string) => /^[A-Z]+(_[A-Z]+)+$/.test(part) || part === 'VALIDATION';
const camel = (code: string) => code.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** The text keys that one part of a detail may stand for: a code of a rule, one of a refusal, or a key as it is. */
const keysOf = (part: string) => {
  const known = phrases[part];
  if (known) return [known];
  if (isCode(part)) return [`detail.${part}`, `error.${camel(part)}`];
  return /^[a-z]\w*(\.\w+)+$/.test(part) ? [part] : [];
};

/** The detail of a failure in words: each code and each text key in it is said, what names a place stays. */
export const useDetailText = () => {
  const t = useTranslate();
  return useCallback(
    (detail: string) => {
      const say = (part: string) => (textIfAny(t, keysOf(part)) ?? part).replace(/\.$/, '');
      return detail
        .split(/([;,:] )/)
        .map((part, i) => (i % 2 === 0 ? say(part) : part))
        .join('');
    },
    [t],
  );
};
