import { create } from './dom.ts';

const key = 'nonet-theme';

/** Applies the theme that the reader chose; without a choice that of the system holds. */
export function applyTheme(): void {
  const chosen = read();
  if (chosen !== null) document.documentElement.dataset.theme = chosen;
  applyColor();
}

/** Sets the color that the document states, and its tint. */
function applyColor(): void {
  const stated = document.querySelector<HTMLMetaElement>('meta[name=theme-color]');
  const { dark } = stated?.dataset ?? {};
  if (stated === null || dark === undefined) return;
  const { style } = document.documentElement;
  style.setProperty('--accent', `light-dark(${stated.content}, ${dark})`);
  style.setProperty(
    '--tint',
    'light-dark(color-mix(in srgb, var(--accent) 6%, #fff), color-mix(in srgb, var(--accent) 18%, #0d1015))',
  );
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
