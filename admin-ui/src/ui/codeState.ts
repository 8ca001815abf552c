import { autocompletion, completeFromList } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import { linter, lintGutter } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { CodeMode } from './codeProps';
import { formulaNames, formulaWords, jqWords, wordStream } from './codeWords';

interface Wanted {
  text: string;
  mode: CodeMode;
  isReadOnly: boolean;
  attributes: Record<string, string>;
  tell: () => { onChange: (text: string) => void; onBlur?: (() => void) | undefined };
}

/** What the text says of itself to readers, which changes while one writes: what is wrong comes and goes. */
export const described = new Compartment();
export const attributesOf = (attributes: Record<string, string>) =>
  EditorView.contentAttributes.of({ tabindex: '0', ...attributes }); // axe does not know that editable text takes the focus

/** Marks a change that nobody has typed: whoever made it knows it already. */
export const fromOutside = Annotation.define<boolean>();

const offers = autocompletion({
  icons: false,
  override: [
    completeFromList([
      ...formulaNames.variables.map(label => ({ label, type: 'variable' })),
      ...Object.entries(formulaNames.functions).map(([label, detail]) => ({ label, detail, type: 'function' })),
    ]),
  ],
});

/** What is wrong with JSON. No text at all is no fault: it stands for nothing. */
const faultsOfJson = (view: EditorView) => (view.state.doc.toString().trim() === '' ? [] : jsonParseLinter()(view));

const languages: Record<CodeMode, () => Extension> = {
  json: () => [json(), linter(faultsOfJson), lintGutter()],
  jq: () => [StreamLanguage.define(wordStream(jqWords)), lintGutter()],
  formula: () => [StreamLanguage.define(wordStream(formulaWords)), lintGutter(), offers],
  text: () => [],
};

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null], color: 'var(--violet-text)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--ok-text)' },
  { tag: [tags.number], color: 'var(--info-text)' },
  { tag: [tags.propertyName, tags.variableName], color: 'var(--accent-text)' },
  { tag: tags.comment, color: 'var(--text-3)' },
  { tag: tags.invalid, color: 'var(--bad-text)' },
]);

/** The page allows only styles that carry the nonce of its answer. */
const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/**
 * Types over a selection ourselves: where the browser does it, Chromium dresses what is typed in the style of what was there,
 * inline, which the page's policy forbids and reports as an error. What is being composed is left to the browser.
 */
const typeOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const isTyped = event.inputType === 'insertText' && event.data !== null && !event.isComposing;
    if (!isTyped || view.state.readOnly || view.state.selection.ranges.every(range => range.empty)) return false;
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
    event.preventDefault();
    return true;
  },
});

/** A new editor state. Tab leaves the editor, as everywhere in the panel. */
export const newState = ({ text, mode, isReadOnly, attributes, tell }: Wanted) =>
  EditorState.create({
    doc: text,
    extensions: [
      EditorView.cspNonce.of(nonce()),
      typeOver,
      lineNumbers(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      syntaxHighlighting(colours),
      keymap.of([...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'), ...historyKeymap]), // Ctrl-Enter saves the form
      EditorView.lineWrapping,
      EditorState.readOnly.of(isReadOnly),
      EditorView.editable.of(!isReadOnly), // what cannot be changed is selected and copied, not typed into
      described.of(attributesOf(attributes)),
      EditorView.updateListener.of(update => {
        const isOurs = update.transactions.some(each => each.annotation(fromOutside));
        if (update.docChanged && !isOurs) tell().onChange(update.state.doc.toString());
        if (update.focusChanged && !update.view.hasFocus) tell().onBlur?.();
      }),
      languages[mode](),
    ],
  });
