import type { CellText } from '../../../markdown/cells/cell.ts';
import { plainText, splitItems } from '../../../markdown/cells/cell-text.ts';
import type { ContentFact, ParseContext } from '../../../markdown/content.ts';
import type { Located } from '../../../text/location.ts';
import { nearest } from '../../../text/nearest.ts';
import { present } from '../../../text/present.ts';
import type { EndpointsModel, OperationModel, OrderItem } from '../model.ts';
import { problems } from '../problems.ts';
import { choiceOf, namesOf } from './words.ts';

type Facts = Pick<
  EndpointsModel,
  'baseAddress' | 'requestMediaTypes' | 'answerMediaTypes' | 'unknownMembers' | 'browsersFrom'
>;

/** Reads the fact lines of the part. */
export function readFacts(facts: readonly ContentFact[], context: ParseContext): Facts {
  const of = (name: string): readonly ContentFact[] => facts.filter((fact) => fact.name === name);
  const [base] = of('Base address').flatMap((fact) => readBase(fact, context) ?? []);
  const [unknown] = of('Unknown members').flatMap(
    (fact) => choiceOf(fact.value, ['refused', 'ignored'] as const, problems['unknown-members'], context) ?? [],
  );
  return {
    ...present({ baseAddress: base }),
    requestMediaTypes: of('Request media types').flatMap((fact) => namesOf(fact.value, context)),
    answerMediaTypes: of('Answer media types').flatMap((fact) => namesOf(fact.value, context)),
    ...present({ unknownMembers: unknown }),
    browsersFrom: of('Browsers from').flatMap((fact) => readOrigins(fact, context)),
  };
}

function readBase(fact: ContentFact, context: ParseContext): Located<string> | undefined {
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
  context.problems.push(problems['base-address'](span, found, suggestion));
  return undefined;
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function readOrigins(fact: ContentFact, context: ParseContext): readonly Located<string>[] {
  const origins: Located<string>[] = [];
  for (const { value, span } of namesOf(fact.value, context)) {
    const url = urlOf(value);
    const known = url !== undefined && /^https?:$/.test(url.protocol);
    if (value === 'anywhere' || (known && url.origin === value)) origins.push({ value, span });
    else {
      const suggestion = known ? url.origin : value === '*' ? 'anywhere' : nearest(value, ['anywhere']);
      context.problems.push(problems.origin(span, value, suggestion));
    }
  }
  return origins;
}

/** Reads the line Order of an operation. */
export function readOrder(fact: ContentFact, context: ParseContext): NonNullable<OperationModel['order']> | undefined {
  return fact.value.kind === 'value' ? readOrderText(fact.value.text, context) : undefined;
}

/** Reads an order: `due_on, total descending`. */
export function readOrderText(text: CellText, context: ParseContext): NonNullable<OperationModel['order']> {
  const items = splitItems(text, ',').flatMap((item) => readOrderItem(item, context) ?? []);
  return { items, span: text.span };
}

function readOrderItem(item: CellText, context: ParseContext): OrderItem | undefined {
  const [field, word, more] = item.tokens;
  if (field === undefined || field.kind === 'mark') {
    context.problems.push(problems['order-form'](item.span, field?.text ?? ''));
    return undefined;
  }
  const name = { value: field.text, span: field.span };
  if (word === undefined) {
    if (field.kind !== 'word' || !/^[-+]./.test(field.text)) return { field: name, descending: false };
    const bare = field.text.slice(1);
    const suggestion = field.text.startsWith('-') ? `${bare} descending` : bare;
    context.problems.push(problems['order-form'](field.span, field.text, suggestion));
    return undefined;
  }
  if (more !== undefined) {
    const end = item.tokens[item.tokens.length - 1]!.span.end;
    context.problems.push(problems['order-form']({ start: more.span.start, end }, item.words.text.slice(more.from)));
    return undefined;
  }
  if (word.text === 'descending' || word.text === 'ascending')
    return { field: name, descending: word.text === 'descending' };
  const meant = /^desc$/i.test(word.text) ? 'descending' : /^asc$/i.test(word.text) ? 'ascending' : undefined;
  const suggestion = meant ?? nearest(word.text, ['descending', 'ascending']);
  context.problems.push(problems['order-form'](word.span, word.text, suggestion));
  return undefined;
}

/** Reads the line Record of an operation. */
export function readRecord(fact: ContentFact, context: ParseContext): Located<string> | undefined {
  if (fact.value.kind !== 'value') return undefined;
  const found = plainText(fact.value);
  const { span } = fact.value;
  if (/^caller(\.[^.\s]+)+$/.test(found)) return { value: found, span };
  const suggestion = /^[A-Za-z_]\w*$/.test(found) && found !== 'caller' ? `caller.${found}` : undefined;
  context.problems.push(problems['record-form'](span, found, suggestion));
  return undefined;
}
