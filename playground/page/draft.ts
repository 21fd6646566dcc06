/** The document that is edited, as far as drafts are concerned. */
interface Edited {
  readonly text: string;
  readonly opened: string;
  open(text: string): void;
  onChecked(listener: () => void): void;
}

/** The page, as far as drafts are concerned. */
interface DraftPage {
  /** Keeps a text in this browser. */
  keep(text: string): void;
  /** Offers to go back to the draft. */
  offer(back: () => void): void;
  withdraw(): void;
}

/**
 * Keeps each edited text, so that the page opens with it again. A text that is only opened replaces no draft: if a link opened another
 * text than `draft`, the page offers to go back until the first edit.
 */
export function prepareDraft(draft: string | undefined, workspace: Edited, page: DraftPage): void {
  if (draft !== undefined) {
    page.offer(() => {
      page.withdraw();
      workspace.open(draft);
    });
  }
  workspace.onChecked(() => {
    if (workspace.text === workspace.opened) return;
    page.withdraw();
    page.keep(workspace.text);
  });
}
