import { create } from './dom.ts';

const key = 'nonet-theme';

/** Applies the theme that the reader chose; without a choice that of the system holds. */
export function applyTheme(): void {
  const chosen = read();
  if (chosen !== null) document.documentElement.dataset.theme = chosen;
}

/** Creates the button that changes between light and dark. */
export function createThemeButton(): HTMLElement {
  const button = create(
    'button',
    { class: 'icon', type: 'button', 'aria-label': 'Light or dark', title: 'Light or dark' },
    '◐',
  );
  button.addEventListener('click', () => {
    const now =
      document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    const next = now === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem(key, next);
    } catch {
      // a page from disk may have no storage: the choice holds until it is closed
    }
  });
  return button;
}

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
