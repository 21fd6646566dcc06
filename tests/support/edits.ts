/** An edit of adjacent lines: `newer` replaces `older`, which must be at one place of the text. */
export interface Hunk {
  readonly older: readonly string[];
  readonly newer: readonly string[];
}

/**
 * Reads hunks: lines that begin with `- ` are replaced by those with `+ `, lines with two spaces are around them; a line `@@` separates
 * hunks, `\r` is a carriage return. Throws for any other line.
 */
export function readHunks(text: string): readonly Hunk[] {
  const blocks = text.split(/^@@$/m).map((block) => block.replaceAll(/^\n+|\n+$/g, ''));
  return blocks.filter((block) => block !== '').map(readHunk);
}

function readHunk(block: string): Hunk {
  const lines = block.split('\n').map((line) => (line === '' ? '  ' : line.padEnd(2)));
  const wrong = lines.find((line) => !/^[-+ ] /.test(line));
  if (wrong !== undefined) throw new Error(`a line of an edit begins with "- ", "+ " or two spaces, not as "${wrong}"`);
  const side = (mark: string) => lines.filter((line) => line[0] !== mark).map((line) => readEscapes(line.slice(2)));
  return { older: side('+'), newer: side('-') };
}

/** Reads the characters that a file of cases does not hold itself: a carriage return, and controls such as `\\x00`. */
function readEscapes(line: string): string {
  return line
    .replaceAll('\\r', '\r')
    .replace(/\\x([01][0-9a-f])/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/**
 * Applies hunks one after another. Throws if the older lines of one are nowhere in the text, or at several places, unless one of them is
 * the stated line.
 */
export function applyHunks(text: string, hunks: readonly Hunk[], line?: number): string {
  let lines: readonly string[] = text.split('\n');
  for (const hunk of hunks) lines = applyHunk(lines, hunk, line);
  return lines.join('\n');
}

function applyHunk(lines: readonly string[], { older, newer }: Hunk, line = 0): readonly string[] {
  const all = findPlaces(lines, older);
  const [at, another] = all.includes(line - 1) ? [line - 1] : all;
  const quoted = older.map((line) => `  ${line}`).join('\n');
  if (at === undefined) throw new Error(`the text has no lines\n${quoted}`);
  if (another !== undefined) {
    throw new Error(
      `the text has these lines at ${at + 1} and at ${another + 1}: add a line above or below\n${quoted}`,
    );
  }
  return [...lines.slice(0, at), ...newer, ...lines.slice(at + older.length)];
}

/** Returns the numbers, from 0, of the lines at which these lines are. */
export function findPlaces(lines: readonly string[], wanted: readonly string[]): readonly number[] {
  return lines.flatMap((_, at) => (wanted.every((line, offset) => lines[at + offset] === line) ? [at] : []));
}
