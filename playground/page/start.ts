import type { prepareDraft } from './draft.ts';
import { readFragment } from './share.ts';

const draftKey = 'nonet-playground-document';

/** An example to begin with; the build lists them. */
export interface Example {
  readonly title: string;
  readonly about: string;
  readonly text: string;
}

/** Loads the examples. */
export async function loadExamples(): Promise<readonly Example[]> {
  return (await fetch('examples.json')).json();
}

/** The text that the page opens with. */
export interface Start {
  readonly text: string;
  /** The draft of this browser, if a link opens another text. */
  readonly draft?: string;
}

/** Returns the text to begin with: that of the link, else the draft of this browser, else the first example. */
export async function readStart(): Promise<Start> {
  const linked = await readFragment(location.hash).catch(() => undefined);
  const draft = readDraft();
  if (linked !== undefined) return { text: linked, ...(draft === undefined || draft === linked ? {} : { draft }) };
  return { text: draft ?? (await loadExamples())[0]!.text };
}

/** Offers by a button to go back to the draft. */
export function createDraftPage(button: HTMLElement): Parameters<typeof prepareDraft>[2] {
  return {
    keep: keepDraft,
    offer(back) {
      button.hidden = false;
      button.addEventListener('click', () => {
        history.replaceState(null, '', location.pathname + location.search);
        back();
      });
    },
    withdraw() {
      button.hidden = true;
    },
  };
}

function keepDraft(text: string): void {
  try {
    localStorage.setItem(draftKey, text);
  } catch {
    // without storage the text ends with the page
  }
}

function readDraft(): string | undefined {
  try {
    return localStorage.getItem(draftKey) ?? undefined;
  } catch {
    return undefined;
  }
}
