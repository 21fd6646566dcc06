import type { Remote } from '../workers/calls.ts';
import type { Checked, LanguageFunctions } from '../workers/protocol.ts';

/** The document that is edited, and the findings in it. */
export interface Workspace {
  readonly text: string;
  /** The text as it was opened, from an example, a link or a draft. */
  readonly opened: string;
  /** The last text without errors before the present edits; undefined until there is one. */
  readonly before: string | undefined;
  /** The last text without errors. */
  readonly sound: string | undefined;
  /** The findings in the present text; undefined while it is checked for the first time. */
  readonly checked: Checked | undefined;
  /** Opens another text. */
  open(text: string): void;
  /** Takes the text that the editor has now. */
  edit(text: string): void;
  /** Calls back when another text was opened. */
  onOpen(listener: () => void): void;
  /** Calls back when the present text was checked. */
  onChecked(listener: (checked: Checked) => void): void;
  /** Calls back when a text was found to have no errors, once a text. */
  onSound(listener: (text: string) => void): void;
}

/** Milliseconds without an edit after which the next one begins a new series of edits. */
const rest = 10_000;

/** Creates the workspace. The worker checks one text at a time: texts between are skipped, and results of older texts are dropped. */
export function createWorkspace(language: Remote<LanguageFunctions>): Workspace {
  const listeners = {
    open: [] as (() => void)[],
    checked: [] as ((checked: Checked) => void)[],
    sound: [] as ((text: string) => void)[],
  };
  let [text, opened] = ['', ''];
  let before: string | undefined;
  let sound: string | undefined;
  let checked: Checked | undefined;
  let editedAt = 0;
  let isChecking = false;
  const check = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    const asked = text;
    try {
      const result = await language.check(asked);
      if (asked === text) accept(result);
    } finally {
      isChecking = false;
    }
    if (asked !== text) await check();
  };
  const accept = (result: Checked): void => {
    checked = result;
    for (const listener of listeners.checked) listener(result);
    const hasErrors = result.diagnostics.some(({ severity }) => severity === 'error');
    if (hasErrors || sound === text) return;
    sound = text;
    for (const listener of listeners.sound) listener(text);
  };
  return {
    get text() {
      return text;
    },
    get opened() {
      return opened;
    },
    get before() {
      return before;
    },
    get sound() {
      return sound;
    },
    get checked() {
      return checked;
    },
    open(next) {
      [text, opened, before, sound, editedAt] = [next, next, undefined, undefined, 0];
      for (const listener of listeners.open) listener();
      void check();
    },
    edit(next) {
      if (next === text) return;
      if (performance.now() - editedAt > rest) before = sound ?? before;
      editedAt = performance.now();
      text = next;
      void check();
    },
    onOpen: (listener) => void listeners.open.push(listener),
    onChecked: (listener) => void listeners.checked.push(listener),
    onSound: (listener) => void listeners.sound.push(listener),
  };
}
