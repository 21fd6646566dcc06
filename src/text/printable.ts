/** Invisible characters: the higher controls, and format characters that change the writing direction or hide text. */
const hidden = '\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff';
const unsafe = new RegExp(`[\\u0000-\\u001f${hidden}\\ud800-\\udfff]`, 'u');
const unsafeAll = new RegExp(unsafe, 'gu');
/** JSON may hold line ends and tabs between its tokens, and holds no other control as itself. */
const unsafeInJson = new RegExp(`[${hidden}\\ud800-\\udfff]`, 'gu');
/** A line end, or the beginning or the end of a color in a drawing. */
const drawn = /(\n|\u001b\[(?:0|1|3[1-6]|1;3[1-6])m)/;

/** Returns a text in which nothing can steer a terminal: controls, escapes and hidden format characters become signs. */
export function toPrintable(text: string): string {
  return unsafe.test(text) ? text.replace(unsafeAll, sign) : text;
}

/** Returns a text on one line: line ends and tabs become spaces, all else is printable. */
export function toPrintableLine(text: string): string {
  return toPrintable(text.replace(/[\r\n\t]+/g, ' '));
}

/** Returns a text of JSON with the same value in which nothing can steer a terminal: such characters become escapes of JSON. */
export function toPrintableJson(text: string): string {
  return text.replace(unsafeInJson, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns a multi-line drawing in which only line ends and colors control a terminal. */
export function toPrintableDrawing(text: string): string {
  return text
    .split(drawn)
    .map((piece, i) => (i % 2 === 0 ? toPrintable(piece) : piece))
    .join('');
}

function sign(char: string): string {
  const code = char.codePointAt(0)!;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}
