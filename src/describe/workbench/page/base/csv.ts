/** Signs with which programs of tables begin a formula, wide ones too. */
const formula = '=+\\-@\\t\\r\\n＝＋－＠';

/** The beginnings of cells, also for programs that separate cells by semicolons or tabs: there a formula would be computed. */
const beginnings = new RegExp(`(^|[;；\\t]\\s*)(?='*[${formula}])`, 'g');

/** The same beginnings with the apostrophe that keeps a formula from being computed. */
const marked = new RegExp(`(^|[;；\\t]\\s*)'(?='*[${formula}])`, 'g');

/** Writes lines as CSV (RFC 4180). No program of tables takes a cell of it, or a piece of one, for a formula. */
export function writeCsv(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');
}

/** An apostrophe is written before what a program of tables would compute; numbers stay numbers. */
function writeCell(text: string): string {
  const isNumber = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text);
  const safe = isNumber ? text : text.replace(beginnings, "$1'");
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Reads CSV: the separator is the one that the first line has most of. Empty lines and the apostrophes of `writeCsv` are left out. */
export function readCsv(given: string): readonly (readonly string[])[] {
  const text = given.replace(/^\uFEFF/, '');
  const head = text.split(/\r?\n/, 1)[0] ?? '';
  const separator = [',', ';', '\t'].toSorted((left, right) => head.split(right).length - head.split(left).length)[0]!;
  const lines: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = (): void => {
    cells.push(cell.replace(marked, '$1'));
    cell = '';
  };
  const endLine = (): void => {
    endCell();
    if (cells.some((each) => each !== '')) lines.push(cells);
    cells = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator) endCell();
    else if (sign === '\n') endLine();
    else if (sign !== '\r' || text[at + 1] !== '\n') cell += sign;
  }
  if (cell !== '' || cells.length > 0) endLine();
  return lines;
}
