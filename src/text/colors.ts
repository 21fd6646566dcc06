/** The contrast of texts in the color of a service: that of WCAG 2.2, and some more for tinted backgrounds. */
export const leastContrast = 5;

type Rgb = readonly [number, number, number];

/** Returns a color of the form `#rrggbb` as three numbers; undefined for another form. */
function readColor(text: string): Rgb | undefined {
  const [, red = '', green = '', blue = ''] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text) ?? [];
  return red === '' ? undefined : [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

/** Whether a text is a color of the form `#rrggbb`. */
export function isColor(text: string): boolean {
  return readColor(text) !== undefined;
}

function writeColor(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the contrast of two colors (WCAG 2.2), from 1 to 21. */
export function findContrast(one: string, other: string): number {
  const [left = 0, right = 0] = [one, other].map((text) => findLuminance(readColor(text)!));
  return (Math.max(left, right) + 0.05) / (Math.min(left, right) + 0.05);
}

function findLuminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Mixes a color with black or white until its contrast with a background is enough. */
export function reachContrast(text: string, background: string, wanted: number): string {
  const color = readColor(text)!;
  const goal = findContrast(background, '#ffffff') < findContrast(background, '#000000') ? 0 : 255;
  for (let step = 0; step < 20; step += 1) {
    const share = step / 20;
    const mixed = writeColor([mix(color[0], goal, share), mix(color[1], goal, share), mix(color[2], goal, share)]);
    if (findContrast(mixed, background) >= wanted) return mixed;
  }
  return goal === 0 ? '#000000' : '#ffffff';
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
