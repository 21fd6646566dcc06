import { CommandError } from '../../operator/command-error.ts';
import type { Sink } from './writer.ts';

/** The input of a password: `process.stdin` in the program. */
export interface PasswordInput extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
}

/** The maximum number of bytes read. */
const mostBytes = 4096;

/**
 * Reads a password: at a terminal twice and without echo, else all of the input without its last line break. Throws a
 * `CommandError` if the two differ or the input is too long.
 */
export async function readPassword(input: PasswordInput, prompts: Sink): Promise<string> {
  if (input.isTTY !== true) return readPipedPassword(input);
  const lines = readTypedLines(input);
  input.setRawMode?.(true);
  try {
    prompts.write('Password: ');
    const first = (await lines.next()).value ?? '';
    prompts.write('\nRepeat the password: ');
    const second = (await lines.next()).value ?? '';
    prompts.write('\n');
    if (first !== second) throw new CommandError('The two passwords differ. Nothing was created.');
    return first;
  } finally {
    input.setRawMode?.(false);
    await lines.return(undefined);
  }
}

async function readPipedPassword(input: PasswordInput): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for await (const chunk of input) {
      text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
      if (text.length > mostBytes) throw new CommandError('The password on standard input is too long.');
    }
    text += decoder.decode();
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError('The password on standard input is not UTF-8.');
  }
  return text.replace(/\r?\n$/, '');
}

/** Reads lines from a terminal in raw mode: backspace deletes a character, Ctrl-C and Ctrl-D abort the command. */
async function* readTypedLines(input: PasswordInput): AsyncGenerator<string, undefined, void> {
  const decoder = new TextDecoder();
  let line: string[] = [];
  for await (const chunk of input) {
    for (const character of typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })) {
      if (character === '\u0003' || character === '\u0004') throw new CommandError('Aborted. Nothing was created.');
      if (character === '\r' || character === '\n') {
        yield line.join('');
        line = [];
      } else if (character === '\u007f' || character === '\b') line.pop();
      else line.push(character);
    }
  }
  return undefined;
}
