import type { Rule } from './rules';

type Say = (key: string, params?: Record<string, unknown>) => string;

/** Where a program is cut: at each | outside of texts and brackets. */
const stepsOf = (program: string): string[] => {
  const out = [''];
  let depth = 0;
  let isText = false;
  for (const sign of program) {
    if (sign === '"') isText = !isText;
    if (!isText && '([{'.includes(sign)) depth += 1;
    if (!isText && ')]}'.includes(sign)) depth -= 1;
    if (sign === '|' && depth === 0 && !isText) out.push('');
    else out[out.length - 1] += sign;
  }
  return out.map(step => step.trim());
};

const path = /^\.[A-Za-z_][\w.]*$/;

/** Forms of a step, each with the text that says it and what that mentions. */
const forms: [RegExp, string, ...string[]][] = [
  [path, 'path', 'path'],
  [/^\(?(\.[A-Za-z_][\w.]*) \/\/ today\)?$/, 'orToday', 'path'],
  [/^\(?(\.[A-Za-z_][\w.]*) \/\/ (\.[A-Za-z_][\w.]*)\)?$/, 'either', 'path', 'other'],
  [/^"([^"]*)"$/, 'always', 'value'],
  [/^(-?\d[\d.]*|true|false)$/, 'always', 'value'],
  [/^today$/, 'today'],
  [/^runAt$/, 'runAt'],
  [/^lookup\("([^"]*)"\)$/, 'lookup', 'name'],
  [/^ascii_downcase$/, 'small'],
  [/^ascii_upcase$/, 'capital'],
  [/^tostring$/, 'text'],
  [/^tonumber$/, 'number'],
  [/^stripHtml$/, 'stripHtml'],
  [/^strptime\("([^"]*)"\)$/, 'readDate', 'format'],
  [/^strftime\("([^"]*)"\)$/, 'writeDate', 'format'],
  [/^resource$/, 'resource'],
  [/^@base64$/, 'base64'],
  [/^join\("([^"]*)"\)$/, 'join', 'between'],
  [/^\.\[:(\d+)\]$/, 'cut', 'max'],
];

const sayStep = (step: string, say: Say) => {
  for (const [form, key, ...names] of forms) {
    const hit = form.exec(step);
    if (!hit) continue;
    const found = hit.slice(1).length > 0 ? hit.slice(1) : [hit[0]];
    const params = Object.fromEntries(names.map((name, i) => [name, (found[i] ?? '').replace(/^\./, '')]));
    return say(`panel.vms.sentence.${key}`, params);
  }
  return say('panel.vms.sentence.code', { code: step });
};

/** A rule as a sentence: what it takes, what it makes of that, and when. */
export const sentenceOf = (rule: Rule, say: Say) =>
  [
    stepsOf(rule.jq)
      .filter(step => step !== '')
      .map(step => sayStep(step, say))
      .join(', '),
    rule.when && say('panel.vms.sentence.when', { code: rule.when }),
    rule.default && say('panel.vms.sentence.default', { code: rule.default }),
    rule.maxLength > 0 &&
      say(`panel.vms.sentence.${rule.maxLengthError ? 'atMost' : 'cutTo'}`, { max: rule.maxLength }),
    rule.note,
  ]
    .filter(Boolean)
    .join('. ');
