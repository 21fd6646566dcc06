import type { Plan } from '../../plan/plan.ts';
import { isColor, reachContrast } from '../../text/colors.ts';
import { type Content, type Html, html } from './html.ts';

type Branded = Pick<Plan, 'name' | 'summary' | 'purpose'>;

/** The title of the page. */
export function formatTitle({ name }: Pick<Plan, 'name'>): string {
  return /\bAPI$/i.test(name) ? `${name} reference` : `${name} API reference`.trimStart();
}

/** Returns the address of the logo, as far as a policy can name it. */
function findLogo({ purpose: { logo } }: Branded): string | undefined {
  return logo !== undefined && /^(?:https:\/\/|data:image\/)[^\s"'<>]+$/.test(logo) ? logo : undefined;
}

/** Returns the source of images for the policy of the page: those in the page, and the logo. */
export function listImageSources(plan: Branded): string {
  const logo = findLogo(plan);
  return logo === undefined || logo.startsWith('data:') || /[;,]/.test(logo) ? 'data:' : `data: ${logo}`;
}

/** The contrast of the color on the dark ground, enough for its tint too. */
const darkContrast = 7.5;
const darkGround = '#0d1015';

/** Writes the title, the icon, the color, and what links to the page show of it (Open Graph). The script sets the color. */
export function renderBrandHead(plan: Branded): Html {
  const { name, summary, purpose } = plan;
  const logo = findLogo(plan);
  const { color } = purpose;
  const known = color !== undefined && isColor(color) ? color : undefined;
  return html`<title>${formatTitle(plan)}</title><meta name="description" content="${summary}">
<meta property="og:type" content="website"><meta property="og:title" content="${formatTitle(plan)}"><meta property="og:description" content="${summary}">${logo?.startsWith('https:') === true && html`<meta property="og:image" content="${logo}">`}
<link rel="icon" href="${logo ?? drawIcon(name, known ?? '#3d3fd1')}">${known !== undefined && html`<meta name="theme-color" content="${known}" data-dark="${reachContrast(known, darkGround, darkContrast)}">`}`;
}

/** Draws the first letter of a name as an icon. */
function drawIcon(name: string, color: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? '';
  const text = `<text x="16" y="23" font-family="sans-serif" font-size="20" font-weight="700" fill="#fff" text-anchor="middle">${letter}</text>`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${color}"/>${text}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

/** Writes the logo, or the first letter of the name in its place. */
export function renderLogo(plan: Branded): Content {
  const logo = findLogo(plan);
  const letter = /[\p{L}\p{N}]/u.exec(plan.name)?.[0]?.toUpperCase();
  if (logo !== undefined) return html`<img class="logo" alt="" src="${logo}">`;
  return letter !== undefined && html`<span class="logo" aria-hidden="true">${letter}</span>`;
}

/** Writes a link to the website of the service. */
export function renderWebsite({ purpose: { website } }: Branded): Content {
  return website !== undefined && html`<a href="${website}">${website.replace(/^https:\/\/(?:www\.)?|\/$/g, '')}</a>`;
}
