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

/** Returns the text to begin with: that of the link, else the draft of this browser, else the first example. */
export async function readStart(): Promise<string> {
  const linked = await readFragment(location.hash).catch(() => undefined);
  return linked ?? readDraft() ?? (await loadExamples())[0]!.text;
}

/** Keeps a text in this browser, so that the page opens with it again. */
export function keepDraft(text: string): void {
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
