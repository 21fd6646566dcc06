import { readFileSync } from 'node:fs';

/** A document of about so many bytes that is written to make reading it slow. */
export interface Hostile {
  readonly name: string;
  readonly text: (bytes: number) => string;
}

const base = readFileSync(new URL('../tests/documents/base.md', import.meta.url), 'utf8');

/** Pieces, one after the other, until they are so many characters. */
function filled(size: number, piece: (index: number) => string): string {
  const pieces: string[] = [];
  for (let length = 0, index = 0; length < size; index++) {
    const text = piece(index);
    pieces.push(text);
    length += text.length;
  }
  return pieces.join('');
}

/** Puts a text at the end of one part of a document, or above its first subject. */
function inPart(title: string, text: string, above = false, document = base): string {
  const at = document.indexOf(`## ${title}`);
  const next = document.indexOf(above ? '\n### ' : '\n## ', at);
  const end = next === -1 ? document.length : next;
  return `${document.slice(0, end).trimEnd()}\n\n${text}\n${document.slice(end)}`;
}

const within = (name: string, title: string, head: string, piece: (index: number) => string, tail = ''): Hostile => ({
  name,
  text: (bytes) => inPart(title, `${head}${filled(bytes, piece)}${tail}\n`),
});
const prose = (name: string, piece: (index: number) => string): Hostile =>
  within(name, 'What the service does', '', piece);
/** Lines that are nearly as long as a line may be, each of one piece again and again; what stands above the last line of `head` stands once. */
const longLines = (name: string, title: string, head: string, unit: string, tail = ''): Hostile => {
  const at = head.lastIndexOf('\n') + 1;
  const line = `${head.slice(at)}${unit.repeat(Math.floor(60_000 / unit.length))}${tail}\n`;
  return { name, text: (bytes) => inPart(title, `${head.slice(0, at)}${filled(bytes, () => line)}`) };
};

/** A table with a header of cells parted by `|`; without a heading it stands above the part's first subject. */
function table(part: string, heading: string | undefined, header: string, row: (index: number) => string): Hostile {
  return {
    name: `rows of ${header.split('|')[0]}: ${row(7).slice(0, 40)}`,
    text: (bytes) => {
      const marks = '-|'.repeat(header.split('|').length);
      const rows = filled(bytes, (index) => `|${row(index)}|\n`);
      return inPart(part, `${heading ?? ''}\n\n|${header}|\n|${marks}\n${rows}`, heading === undefined);
    },
  };
}

const resources = 'Resources and their fields';
const identified = '### Big\n\n|Field|Type|Constraints|\n|-|-|-|\n|id|uuid|assigned|\n';
const ofBig = (constraint: string): string => `${identified}|a|${constraint}`;
const fields = 'Field|Type|Constraints';
const big = '### Big';
const near = (i: number): string => `nearlyTheSameNameAgain${i}`;
const rows: readonly Hostile[] = [
  table(resources, big, fields, (i) => `${near(i)}|uuidd|requird|`),
  table(resources, big, fields, () => 'same|string|required'),
  table(resources, big, fields, (i) => `f${i}|ref Customr${i}|required`),
  table(resources, big, fields, (i) => `f${i}|Lines${i}[]|1..`),
  table(resources, big, fields, (i) => `f${i}|one of ${'a, '.repeat(30)}b|`),
  table(resources, big, fields, (i) => `f${i}|integer|= \`f${i + 1} + f${Math.max(0, i - 1)}\``),
  table(resources, big, fields, (i) => `f${i}|integer|= \`fieldThatIsNowhere${i} + 1\``),
  table(resources, big, fields, (i) => `f${i}|string|unique with f${i + 1}`),
  table(resources, big, fields, (i) => `f${i}|string|pattern \`^(a+)+${i}$\``),
  table(resources, big, fields, (i) => `f${i}|string|unique where \`f${i} == f${i + 1}\``),
  table(resources, `${identified}`, 'Rule|Check|Error', (i) => `r${i}|\`nowhere${i} > 1\`|code${i}`),
  table('States and transitions', '### Invoice', 'State|Kind', (i) => `${near(i)}|initial`),
  table('States and transitions', '### Invoice', 'From|Transition|To|Guard|Effect', (i) => `drafft${i}|send|opn${i}||`),
  table(
    'States and transitions',
    '',
    'From|Transition|To|Guard|Effect',
    (i) => `draft|send|open|\`paid > ${i}\`|\`paid = ${i}\``,
  ),
  table(
    'States and transitions',
    '',
    'From|Transition|To',
    (i) => `${Array.from({ length: 30 }, (_, j) => `s${i + j}`).join(', ')}|t${i}|draft`,
  ),
  table('States and transitions', '', 'From|Transition|To', (i) => `s${i}|after 1 day|s${i + 1}`),
  table(
    'Endpoints',
    undefined,
    'Operation|Method|Path|Request|Response',
    (i) => `read Invoice|GET|/o/{id}||200 \`Invoice\` ${i}`,
  ),
  table(
    'Endpoints',
    undefined,
    'Operation|Method|Path|Request|Response',
    (i) => `reed Invoise${i}|GTE|/o${i}/{idd}|\`Invoise(a)\`|200 \`Invoise\``,
  ),
  table(
    'Endpoints',
    undefined,
    'Operation|Method|Path|Request|Response',
    (i) => `read Invoice as o${i}|GET|/a/{id}/b/{id}||200 \`Invoice(id, nothing${i})\``,
  ),
  table(
    'Endpoints',
    undefined,
    'Operation|Method|Path|Request|Response',
    (i) => `read Invoice as o${i}|GET|/{id}/o${i}||200 \`Invoice\``,
  ),
  table(
    'Endpoints',
    undefined,
    'Operation|Method|Path|Request|Response',
    (i) => `create Invoice as o${i}|POST|/i||200 \`{ a${i}: Invoice }\``,
  ),
  table('Endpoints', '### list Invoice as x', 'Parameter|Maps to', (i) => `${near(i)}|filtr due_onn =`),
  table('Endpoints', '', 'Parameter|Maps to', (i) => `p${i}|where \`nowhere${i} == value\``),
  table(
    'Authentication',
    '### Scopes',
    'Scope|Allows|Where',
    (i) => `${near(i)}|reed Invoise${i}|\`shopp == caller.shp\``,
  ),
  table('Authentication', '### Scopes', 'Scope|Allows|Where', (i) => `s${i}|all|\`shop == caller.shop\``),
  table('Authentication', '### Caller', 'Attribute|Type', () => 'same|strng'),
  table('Events', '### Events', 'Event|When|Payload', (i) => `${near(i)}|creat Invoise|\`Invoise(idd)\``),
  table('Events', '### Events', 'Event|When|Payload', (i) => `e.${i}|send Invoice|\`Invoice(id)\``),
  table('Events', '### Delivery', 'Delivery|To|Events', (i) => `webhook|setting s|evnt${i}, evnt${i + 1}`),
  table('Errors', '### Errors', 'Code|Status|Condition', (i) => `${near(i)}|409|wrong stat on sned Invoise`),
  table('Errors', '### Errors', 'Code|Status|Condition', () => 'same|409|invalid input'),
  table('Errors', '### Errors', 'Code|Status|Condition', (i) => `c${i}|409|wrong state on send Invoice`),
  table('Limits', '### Limits', 'Limit|Kind|Applies to|Value', (i) => `${near(i)}|rat|al Invoise|1 per minut`),
  table(
    'Limits',
    '### Limits',
    'Limit|Kind|Applies to|Value',
    (i) => `l${i}|rate|all Invoice, all Customer, all|1 per minute`,
  ),
  table('Limits', '### Limits', 'Limit|Kind|Applies to|Value', (i) => `l${i}|body size|all|${i + 1} B`),
  table('Versioning', '### Changes', 'Version|Change|What', (i) => `v${i}|feild addd|Invoise.f${i}`),
  table('Versioning', '### Versions', 'Version|Status', (i) => `${near(i)}|curent`),
  table('Versioning', '### Changes', 'Version|Change|What', () => 'v1|field renamed from a|Invoice.f'),
];

const texts: readonly Hostile[] = [
  prose('headings of one level', (i) => `### Heading ${i}\n\n`),
  prose('headings of parts that are there already', () => '## Limits\n\n'),
  prose('headings nearly of parts', (i) => `## Limitz ${i}\n\n`),
  within('resources of one name', resources, '', () => '### Big\n\n|Field|Type|\n|-|-|\n|id|string|\n\n'),
  within('resources nearly of one name', resources, '', (i) => `### Bigg${i}\n\n|Field|Type|\n|-|-|\n|id|Bigg|\n\n`),
  within(
    'subjects that are no resource',
    'States and transitions',
    '',
    (i) => `### Invoise${i}\n\n|State|Kind|\n|-|-|\n|a|initial|\n\n`,
  ),
  within(
    'subjects that are no operation',
    'Endpoints',
    '',
    (i) => `### list Invoise${i}\n\n|Parameter|Maps to|\n|-|-|\n|a|page size|\n\n`,
  ),
  within('tables without a heading', resources, '', () => '|Field|Type|\n|-|-|\n|id|string|\n\n'),
  within('tables of unknown columns', resources, '', (i) => `|Feild${i}|Tpye|\n|-|-|\n|id|string|\n\n`),
  within('fact lines of one name', 'Events', '', () => '- Events: none\n'),
  within('fact lines that nearly have a name', 'Events', '', (i) => `- Evnts${i}: none\n`),
  within('facts of values in commas', 'Limits', '- Response headers: ', (i) => `RateLimits${i}, `),
  longLines('lines of one cell of letters', resources, `${ofBig('string|')}`, 'x', '|'),
  longLines('lines of one cell of commas', resources, `${ofBig('lines of one of ')}`, 'a, ', 'b||'),
  longLines('lines of one cell of semicolons', resources, `${ofBig('string|')}`, 'required; ', '|'),
  longLines('lines of one cell of escaped pipes', resources, `${ofBig('string|')}`, '\\|', '|'),
  longLines('lines of one row of pipes', resources, `${ofBig('string')}`, '|', '|'),
  longLines('lines of one cell of backslashes', resources, `${ofBig('string|')}`, '\\', '|'),
  longLines('lines of one cell of backquotes', resources, `${ofBig('string|')}`, '` `` ``` ', '|'),
  longLines('lines of one cell of code spans', resources, `${ofBig('string|')}`, '`a` ', '|'),
  longLines('lines of one cell of brackets', resources, `${ofBig('string|')}`, '[', '|'),
  longLines('lines of one cell of links', resources, `${ofBig('string|')}`, '[a](b) ', '|'),
  longLines('lines of one cell of emphasis', resources, `${ofBig('string|')}`, '*a **b ', '|'),
  longLines('lines of one cell of HTML', resources, `${ofBig('string|')}`, '<a ', '|'),
  longLines('lines of one cell of entities', resources, `${ofBig('string|')}`, '&amp;', '|'),
  longLines('lines of one header of columns', resources, '### Big\n\n|Field|Type|', 'x|', '\n|-|-|-|\n'),
  longLines('lines of one list type', resources, `${ofBig('string')}`, '[]', '||'),
  longLines('lines of one expression of brackets', resources, `${ofBig('integer|= `')}`, '(', '`|'),
  longLines('lines of one expression of sums', resources, `${ofBig('integer|= `1')}`, '+1', '`|'),
  longLines('lines of one expression of a path', resources, `${ofBig('integer|= `a')}`, '.a', '`|'),
  longLines('lines of one expression of nots', resources, `${ofBig('integer|= `')}`, '!', '`|'),
  longLines('lines of one expression of a text', resources, `${ofBig('integer|= `"')}`, '\\\\', '"`|'),
  longLines('lines of one expression of negations', resources, `${ofBig('integer|= `')}`, '-', '`|'),
  longLines('lines of one expression of a list', resources, `${ofBig('integer|= `[')}`, '1,', '`|'),
  longLines('lines of one expression of choices', resources, `${ofBig('integer|= `')}`, 'a ? ', '`|'),
  longLines('lines of one expression of digits', resources, `${ofBig('integer|= `')}`, '1', '`|'),
  longLines(
    'lines of one shape of objects',
    'Endpoints',
    '|Operation|Method|Path|Request|Response|\n|-|-|-|-|-|\n|read Invoice as o|GET|/o/{id}||200 `',
    '{a: ',
    '`|',
  ),
  longLines(
    'lines of one shape of members',
    'Endpoints',
    '|Operation|Method|Path|Request|Response|\n|-|-|-|-|-|\n|read Invoice as o|GET|/o/{id}||200 `Invoice(',
    'a, ',
    ')`|',
  ),
  longLines(
    'lines of one shape of responses',
    'Endpoints',
    '|Operation|Method|Path|Request|Response|\n|-|-|-|-|-|\n|read Invoice as o|GET|/o/{id}||',
    '200 `Invoice` ',
    '|',
  ),
  longLines(
    'lines of one shape of spaces',
    'Endpoints',
    '|Operation|Method|Path|Request|Response|\n|-|-|-|-|-|\n|read Invoice as o|GET|/o/{id}||200 `Invoice(',
    ' ',
    'id)`|',
  ),
  longLines(
    'lines of one path of segments',
    'Endpoints',
    '|Operation|Method|Path|Request|Response|\n|-|-|-|-|-|\n|read Invoice as o|GET|',
    '/{a}',
    '||200|',
  ),
  longLines('lines of one pattern', resources, `${ofBig('string|pattern `')}`, '(a', '`|'),
  longLines('lines of one pattern of stars', resources, `${ofBig('string|pattern `')}`, 'a*', '`|'),
  longLines('lines of one allows', 'Authentication', '|Scope|Allows|\n|-|-|\n|s|', 'read Invoise, ', '|'),
  longLines(
    'lines of one effect',
    'States and transitions',
    '### Customer\n\n|From|Transition|To|Effect|\n|-|-|-|-|\n|a|b|c|',
    '`a = 1`; ',
    '|',
  ),
  longLines('lines of one line of words', 'What the service does', '', 'word '),
  longLines('lines of one line of backquotes', 'What the service does', '', '` `` '),
  longLines('lines of one line of brackets', 'What the service does', '', '[a]'),
  longLines('lines of one line of emphasis', 'What the service does', '', '**a* '),
  longLines('lines of one line of quotations', 'What the service does', '', '> '),
  longLines('lines of one line of list marks', 'What the service does', '', '- '),
  longLines('lines of one comment', 'What the service does', '', '<!-- '),
  longLines('lines of one definition', 'What the service does', '[a]: ', '\\'),
  longLines('lines of one line of spaces', 'What the service does', 'a', ' ', 'b'),
  longLines('lines of one line of tabs', 'What the service does', 'a', '\t', 'b'),
  prose('fences', () => '```\n\n'),
  prose('fences that end nothing', () => '~~~\n```\n'),
  prose('lines of quotation that end', (i) => `${'> '.repeat(i % 200)}a\n`),
  prose('definitions', (i) => `[a${i}]: b\n\n`),
  prose('lines of one paragraph of rows', () => '|a|b|\n'),
  prose('tables', () => '|a|\n|-|\n\n'),
  prose('set headings', () => 'a\n===\n'),
  prose('list items ever deeper', (i) => `${' '.repeat(2 * (i % 400))}- a\n`),
  prose('lines of one paragraph of colons', () => 'Scope: a\n'),
  prose('not shown', (i) => `Not shown: thing ${i}.\n\n`),
];

/** A text of one part, put where another text of it may stand too. */
interface Put {
  readonly part: string;
  readonly head: string;
  readonly piece: (index: number) => string;
  readonly above?: true;
  /** What stands once, in another part. */
  readonly also?: { readonly part: string; readonly head: string; readonly text: string };
}

/** A document of two tables in two parts: one has many names, the other nearly those. */
function names(name: string, ...puts: readonly Put[]): Hostile {
  return {
    name: `names: ${name}`,
    text: (bytes) => {
      const each = bytes / puts.length;
      const put = (document: string, { part, head, piece, above, also }: Put): string => {
        const put = inPart(part, `${head}${filled(each, piece)}\n`, above, document);
        return also === undefined ? put : inPart(also.part, `${also.head}${also.text}`, false, put);
      };
      return puts.reduce(put, base);
    },
  };
}

const head = (heading: string, header: string): string =>
  `${heading}\n\n|${header}|\n|${'-|'.repeat(header.split('|').length)}\n`;
const fieldsOfBig: Put = { part: resources, head: identified, piece: (i) => `|name${i}|string||\n` };
const operationsHead = head('', 'Operation|Method|Path|Request|Response');
const operations: Put = {
  part: 'Endpoints',
  head: operationsHead,
  piece: (i) => `|read Invoice as name${i}|GET|/n${i}/{id}||200 \`Invoice\`|\n`,
  above: true,
};
const codes: Put = {
  part: 'Errors',
  head: head('### Errors', 'Code|Status|Condition'),
  piece: (i) => `|name${i}|409||\n`,
};
const events: Put = {
  part: 'Events',
  head: head('### Events', 'Event|When|Payload'),
  piece: (i) => `|name${i}|create Invoice|\`Invoice\`|\n`,
};
const scopes: Put = {
  part: 'Authentication',
  head: head('### Scopes', 'Scope|Allows'),
  piece: (i) => `|name${i}|all|\n`,
};
const states: Put = {
  part: 'States and transitions',
  head: head('### Customer', 'State|Kind'),
  piece: (i) => `|name${i}||\n`,
};
/** States of a resource with a field that may be absent. */
const manyStates: Put = {
  part: 'States and transitions',
  head: `${head('### Big', 'State|Kind')}|first|initial|\n`,
  piece: (i) => `|name${i}||\n`,
  also: {
    part: resources,
    head: head('### Big', 'Field|Type|Constraints'),
    text: '|id|string|assigned|\n|status|state||\n|note|string||\n',
  },
};
const attributes: Put = {
  part: 'Authentication',
  head: '\n',
  piece: (i) => `|name${i}|string||\n`,
};
const manyResources: Put = {
  part: resources,
  head: '',
  piece: (i) => `### Name${i}\n\n|Field|Type|\n|-|-|\n|id|string|\n\n`,
};
const endpointsRows = (row: (i: number) => string): Put => ({
  part: 'Endpoints',
  head: operationsHead,
  piece: (i) => `|read Invoice as x${i}|GET|/x${i}/{id}|${row(i)}|\n`,
  above: true,
});
const twoSided: readonly Hostile[] = [
  names('fields and expressions', fieldsOfBig, {
    part: resources,
    head: '\n|Rule|Check|\n|-|-|\n',
    piece: (i) => `|r${i}|\`nmae${i} == ""\`|\n`,
  }),
  names('fields and unique with', { ...fieldsOfBig, piece: (i) => `|name${i}|string|unique with nmae${i}|\n` }),
  names(
    'fields and shapes',
    fieldsOfBig,
    endpointsRows((i) => `|200 \`Big(nmae${i})\``),
  ),
  names('fields and placeholders', fieldsOfBig, {
    part: 'Endpoints',
    head: operationsHead,
    piece: (i) => `|read Big as x${i}|GET|/x${i}/{nmae${i}}||200 \`Big\`|\n`,
    above: true,
  }),
  names('fields and orders', fieldsOfBig, {
    part: 'Endpoints',
    head: head('', 'Operation|Method|Path|Response|Order'),
    piece: (i) => `|list Big as x${i}|GET|/x${i}|200 \`{ data: Big[] }\`|nmae${i} ascending|\n`,
    above: true,
  }),
  names('fields and parameters', fieldsOfBig, {
    part: 'Endpoints',
    head: `${head('', 'Operation|Method|Path|Response')}|list Big|GET|/big|200 \`{ data: Big[] }\`|\n\n${head('### list Big', 'Parameter|Maps to')}`,
    piece: (i) => `|p${i}|filter nmae${i} =|\n`,
  }),
  names('fields and the matrix of states', fieldsOfBig, {
    part: 'States and transitions',
    head: head('### Big', 'Field|draft'),
    piece: (i) => `|nmae${i}|fixed|\n`,
  }),
  names('fields and effects', fieldsOfBig, {
    part: 'States and transitions',
    head: head('### Big', 'From|Transition|To|Effect'),
    piece: (i) => `|a|t${i}|a|\`nmae${i} = "a"\`|\n`,
  }),
  names('resources and references', manyResources, {
    part: resources,
    head: `${identified}`,
    piece: (i) => `|f${i}|ref Nmae${i}||\n`,
  }),
  names('resources and operations', manyResources, {
    part: 'Endpoints',
    head: operationsHead,
    piece: (i) => `|read Nmae${i}|GET|/x${i}/{id}||200 \`Nmae${i}\`|\n`,
    above: true,
  }),
  names('resources and subjects', manyResources, {
    part: 'States and transitions',
    head: '',
    piece: (i) => `### Nmae${i}\n\n|State|Kind|\n|-|-|\n|a|initial|\n\n`,
  }),
  names('resources and events', manyResources, { ...events, piece: (i) => `|e${i}|create Nmae${i}|\`Nmae${i}\`|\n` }),
  names('states and transitions', states, {
    part: 'States and transitions',
    head: '\n|From|Transition|To|\n|-|-|-|\n',
    piece: (i) => `|nmae${i}|t${i}|nmaa${i}|\n`,
  }),
  names(
    'states of a field and guards',
    {
      part: resources,
      head: head('### Big', 'Field|Type|Constraints'),
      piece: (i) => (i === 0 ? '|id|string|assigned|\n|status|state||\n' : '') || `|f${i}|string||\n`,
    },
    {
      part: 'States and transitions',
      head: head('### Big', 'State|Kind'),
      piece: (i) => `|name${i}|${i === 0 ? 'initial' : ''}|\n`,
    },
    {
      part: 'States and transitions',
      head: '\n|From|Transition|To|Guard|\n|-|-|-|-|\n',
      piece: (i) => `|name${i}|t${i}|name${i + 1}|\`status == "nmae${i}" or status == "name${i}"\`|\n`,
    },
  ),
  names(
    'states of a field and rows that leave them',
    {
      part: resources,
      head: head('### Big', 'Field|Type|Constraints'),
      piece: (i) => (i === 0 ? '|id|string|assigned|\n|status|state||\n' : '') || `|f${i}|string||\n`,
    },
    {
      part: 'States and transitions',
      head: head('### Big', 'State|Kind'),
      piece: (i) => `|name${i}|${i === 0 ? 'initial' : ''}|\n`,
    },
    {
      part: 'States and transitions',
      head: '\n|From|Transition|To|\n|-|-|-|\n',
      piece: (i) => `|any other|go|name${i}|\n|nmae${i}|stay|nmae${i}|\n`,
    },
  ),
  names('states and rows from any of them', manyStates, {
    part: 'States and transitions',
    head: '\n|From|Transition|To|Guard|Effect|\n|-|-|-|-|-|\n',
    piece: (i) => `|any|t${i}|name${i + 1}|\`status != "name${i}" and has(note)\`|\`note = note\`|\n`,
  }),
  names('states and rows of one transition', manyStates, {
    part: 'States and transitions',
    head: '\n|From|Transition|To|Guard|Effect|\n|-|-|-|-|-|\n',
    piece: (i) => `|any|t${Math.floor(i / 100)}|name${i + 1}|\`note == "a${i}"\`|\`note = note\`|\n`,
  }),
  names('states and guards', states, {
    part: 'States and transitions',
    head: '\n|From|Transition|To|Guard|\n|-|-|-|-|\n',
    piece: (i) => `|name${i}|t${i}|name${i + 1}|\`status == "nmae${i}"\`|\n`,
  }),
  names('codes and refusals', codes, {
    part: 'States and transitions',
    head: head('### Customer', 'From|Transition|To|Error'),
    piece: (i) => `|a|t${i}|a|nmae${i}|\n`,
  }),
  names('codes and rules', codes, {
    part: resources,
    head: `${identified}\n|Rule|Check|Error|\n|-|-|-|\n`,
    piece: (i) => `|r${i}|\`id != "a"\`|nmae${i}|\n`,
  }),
  names('codes and limits', codes, {
    part: 'Limits',
    head: head('### Limits', 'Limit|Kind|Applies to|Value|When exceeded'),
    piece: (i) => `|l${i}|rate|all|1 per minute|nmae${i}|\n`,
  }),
  names('events and deliveries', events, {
    part: 'Events',
    head: `\n${head('### Delivery', 'Delivery|To|Events')}`,
    piece: (i) => `|webhook|setting s${i}|nmae${i}|\n`,
  }),
  names('operations and scopes', operations, { ...scopes, piece: (i) => `|s${i}|read Invoice as nmae${i}|\n` }),
  names('operations and limits', operations, {
    part: 'Limits',
    head: head('### Limits', 'Limit|Kind|Applies to|Value'),
    piece: (i) => `|l${i}|rate|read Invoice as nmae${i}|1 per minute|\n`,
  }),
  names('operations and errors', operations, {
    ...codes,
    piece: (i) => `|c${i}|409|wrong state on read Invoice as nmae${i}|\n`,
  }),
  names('operations and subjects', operations, {
    part: 'Endpoints',
    head: '',
    piece: (i) => `### read Invoice as nmae${i}\n\n|Parameter|Maps to|\n|-|-|\n|a|input|\n\n`,
  }),
  names('operations and idempotency', operations, {
    part: 'Endpoints',
    head: head('### Idempotency', 'Operations|Key|Kept for'),
    piece: (i) => `|read Invoice as nmae${i}|header K|1 day|\n`,
  }),
  names('scopes and limits', scopes, {
    part: 'Limits',
    head: head('### Limits', 'Limit|Kind|Applies to|Value'),
    piece: (i) => `|l${i}|rate|nmae${i}|1 per minute|\n`,
  }),
  names('attributes and limits', attributes, {
    part: 'Limits',
    head: head('### Limits', 'Limit|Kind|Applies to|Per|Value'),
    piece: (i) => `|l${i}|rate|all|caller.nmae${i}|1 per minute|\n`,
  }),
  names('attributes and fields', attributes, {
    part: resources,
    head: identified,
    piece: (i) => `|f${i}|string|assigned from caller.nmae${i}|\n`,
  }),
  names(
    'versions and changes',
    {
      part: 'Versioning',
      head: head('### Versions', 'Version|Status'),
      piece: (i) => `|name${i}|${i === 0 ? 'current' : 'supported'}|\n`,
    },
    {
      part: 'Versioning',
      head: `\n${head('### Changes', 'Version|Change|What')}`,
      piece: (i) => `|nmae${i}|field added|Invoice.f|\n`,
    },
  ),
  names('limits of one scope and operations', operations, {
    part: 'Limits',
    head: head('### Limits', 'Limit|Kind|Applies to|Value'),
    piece: (i) => `|l${i}|rate|all Invoice|${i + 1} per minute|\n`,
  }),
  names('scopes of all and operations', operations, scopes),
  names('codes of a condition and operations', operations, {
    ...codes,
    piece: (i) => `|c${i}|409|wrong state on read Invoice as name${i}|\n`,
  }),
  names('events of an operation and deliveries', events, {
    part: 'Events',
    head: `\n${head('### Delivery', 'Delivery|To|Events')}`,
    piece: (i) => `|webhook|setting s${i}|all|\n`,
  }),
  names('states and a matrix', states, {
    part: 'States and transitions',
    head: '\n|From|Transition|To|\n|-|-|-|\n',
    piece: (i) => `|name${i}|go|name${i + 1}|\n`,
  }),
];

/** Every document that is made to be slow. */
export const hostile: readonly Hostile[] = [...rows, ...texts, ...twoSided];
