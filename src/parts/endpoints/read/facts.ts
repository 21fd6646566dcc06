import type { CellText } from '../../../markdown/cells/cell.ts';
import { plainText, splitItems } from '../../../markdown/cells/cell-text.ts';
import type { ContentFact, Reading } from '../../../markdown/content.ts';
import type { Placed } from '../../../text/location.ts';
import { nearest } from '../../../text/nearest.ts';
import type { EndpointsModel, OperationModel, OrderItem } from '../model.ts';
import { problems } from '../problems.ts';
import { choiceOf, namesOf } from './words.ts';

type Facts = Pick<
  EndpointsModel,
  'baseAddress' | 'requestMediaTypes' | 'answerMediaTypes' | 'unknownMembers' | 'browsersFrom'
>;

/** Reads the fact lines of the part. */
export function readFacts(facts: readonly ContentFact[], reading: Reading): Facts {
  const of = (name: string): readonly ContentFact[] => facts.filter((fact) => fact.name === name);
  const [base] = of('Base address').flatMap((fact) => readBase(fact, reading) ?? []);
  const [unknown] = of('Unknown members').flatMap(
    (fact) => choiceOf(fact.value, ['refused', 'ignored'] as const, problems['unknown-members'], reading) ?? [],
  );
  return {
    ...(base === undefined ? {} : { baseAddress: base }),
    requestMediaTypes: of('Request media types').flatMap((fact) => namesOf(fact.value, reading)),
    answerMediaTypes: of('Answer media types').flatMap((fact) => namesOf(fact.value, reading)),
    ...(unknown === undefined ? {} : { unknownMembers: unknown }),
    browsersFrom: of('Browsers from').flatMap((fact) => readOrigins(fact, reading)),
  };
}

function readBase(fact: ContentFact, reading: Reading): Placed<string> | undefined {
  if (fact.value.kind !== 'value') return undefined;
  const { span } = fact.value;
  const found = plainText(fact.value);
  if (found === '{base_url}') return { value: found, span };
  const url = urlOf(found);
  const known = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (known && !/[?#\s]/.test(found)) return { value: found, span };
  const suggestion = known
    ? `${url.origin}${url.pathname === '/' ? '' : url.pathname}`
    : (nearest(found, ['{base_url}']) ?? (urlOf(`https://${found}`)?.host === found ? `https://${found}` : undefined));
  reading.problems.push(problems['base-address'](span, found, suggestion));
  return undefined;
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function readOrigins(fact: ContentFact, reading: Reading): readonly Placed<string>[] {
  const origins: Placed<string>[] = [];
  for (const { value, span } of namesOf(fact.value, reading)) {
    const url = urlOf(value);
    const known = url !== undefined && /^https?:$/.test(url.protocol);
    if (value === 'anywhere' || (known && url.origin === value)) origins.push({ value, span });
    else {
      const suggestion = known ? url.origin : value === '*' ? 'anywhere' : nearest(value, ['anywhere']);
      reading.problems.push(problems.origin(span, value, suggestion));
    }
  }
  return origins;
}

/** Reads the line Order of an operation. */
export function readOrder(fact: ContentFact, reading: Reading): NonNullable<OperationModel['order']> | undefined {
  return fact.value.kind === 'value' ? readOrderText(fact.value.text, reading) : undefined;
}

/** Reads an order: `due_on, total descending`. */
export function readOrderText(text: CellText, reading: Reading): NonNullable<OperationModel['order']> {
  const items = splitItems(text, ',').flatMap((item) => readOrderItem(item, reading) ?? []);
  return { items, span: text.span };
}

function readOrderItem(item: CellText, reading: Reading): OrderItem | undefined {
  const [field, word, more] = item.tokens;
  if (field === undefined || field.kind === 'mark') {
    reading.problems.push(problems['order-form'](item.span, field?.text ?? ''));
    return undefined;
  }
  const name = { value: field.text, span: field.span };
  if (word === undefined) {
    if (field.kind !== 'word' || !/^[-+]./.test(field.text)) return { field: name, descending: false };
    const bare = field.text.slice(1);
    const suggestion = field.text.startsWith('-') ? `${bare} descending` : bare;
    reading.problems.push(problems['order-form'](field.span, field.text, suggestion));
    return undefined;
  }
  if (more !== undefined) {
    const end = item.tokens[item.tokens.length - 1]!.span.end;
    reading.problems.push(problems['order-form']({ start: more.span.start, end }, item.words.text.slice(more.from)));
    return undefined;
  }
  if (word.text === 'descending' || word.text === 'ascending')
    return { field: name, descending: word.text === 'descending' };
  const meant = /^desc$/i.test(word.text) ? 'descending' : /^asc$/i.test(word.text) ? 'ascending' : undefined;
  const suggestion = meant ?? nearest(word.text, ['descending', 'ascending']);
  reading.problems.push(problems['order-form'](word.span, word.text, suggestion));
  return undefined;
}

/** Reads the line Record of an operation. */
export function readRecord(fact: ContentFact, reading: Reading): Placed<string> | undefined {
  if (fact.value.kind !== 'value') return undefined;
  const found = plainText(fact.value);
  const { span } = fact.value;
  if (/^caller(\.[^.\s]+)+$/.test(found)) return { value: found, span };
  const suggestion = /^[A-Za-z_]\w*$/.test(found) && found !== 'caller' ? `caller.${found}` : undefined;
  reading.problems.push(problems['record-form'](span, found, suggestion));
  return undefined;
}
