import { comparesItems, resolveFilterPath } from '../../../plan/fields/filter-path.ts';
import { tusPage, tusVersion } from '../../../plan/files/resumable.ts';
import { signatureParameter } from '../../../plan/files/signed-links.ts';
import type { OperationPlan, ParameterPlan } from '../../../plan/operation.ts';
import type { InputShape } from '../../../plan/shape.ts';
import { formatTime } from '../../words.ts';
import { renderLink } from '../anchors.ts';
import type { Context } from '../context.ts';
import { type Entry, listFacts, renderEntries, renderEntryType, required } from '../fields.ts';
import { type Content, type Html, html, joinHtml } from '../html.ts';

/** Writes all that is sent with a request: path, query, headers, body. */
export function renderInput(context: Context, operation: OperationPlan): Html {
  const { parameters, input } = operation;
  const query = [
    ...parameters
      .filter((parameter) => parameter.in === 'query')
      .map((each) => describeParameter(context, operation, each)),
    ...listSignature(operation),
  ];
  const headers = [
    ...parameters
      .filter((parameter) => parameter.in === 'header')
      .map((each) => describeParameter(context, operation, each)),
    ...listHeaders(context, operation),
  ];
  return html`${renderGroup('Path', listPlaceholders(context, operation))}${renderGroup('Query', query)}${renderGroup('Headers', headers)}${
    input !== undefined && html`<h4>Body</h4>${renderBody(context, input)}${renderResumable(operation)}`
  }`;
}

/** Says how the file may arrive in several requests. */
function renderResumable({ resumable }: OperationPlan): Content {
  if (resumable === undefined) return false;
  const time = formatTime(resumable.milliseconds);
  return html`<p>Takes the file in several requests too, within ${time}, by <a href="${tusPage}">tus ${tusVersion}</a>: a <code>POST</code> to this path with <code>Tus-Resumable</code> and <code>Upload-Length</code> begins the upload; <code>Upload-Metadata</code> contains the other fields, <code>filename</code> and <code>filetype</code>.</p>`;
}

function renderGroup(title: string, entries: readonly Entry[]): Content {
  return entries.length > 0 && html`<h4>${title}</h4>${renderEntries(entries)}`;
}

function listSignature({ signed }: OperationPlan): readonly Entry[] {
  if (signed === undefined) return [];
  const time = formatTime(signed.milliseconds);
  const fact = `the signature of a link, which a response shows: for ${time}, the request needs no credential`;
  return [{ name: signatureParameter, type: 'string', marks: [], facts: [fact], line: signed.line }];
}

function listPlaceholders({ plan }: Context, { segments, resource }: OperationPlan): readonly Entry[] {
  return segments.flatMap((segment): readonly Entry[] => {
    if (segment.kind === 'fixed') return [];
    const owner = plan.resources.find(({ name }) => name === resource);
    const field = segment.of === 'input' ? undefined : owner?.fields.find(({ name }) => name === segment.field);
    const facts =
      segment.of === 'own' && owner !== undefined
        ? [html`finds the ${renderLink('resources', owner.name)} by <code>${segment.field}</code>`]
        : [];
    return [{ name: segment.name, type: renderEntryType(field?.schema), marks: [required], facts }];
  });
}

function describeParameter(context: Context, operation: OperationPlan, parameter: ParameterPlan): Entry {
  const { name, schema, meaning, line } = parameter;
  return {
    name,
    type: schema === undefined ? '' : renderEntryType(schema),
    marks: [parameter.required && required],
    ...(meaning === undefined ? {} : { meaning }),
    facts: [
      describeMeans(context, operation, parameter),
      ...listFacts(schema, parameter.default),
      ...describePaging(operation, parameter),
    ],
    line,
  };
}

const comparisons: Readonly<Record<string, string>> = {
  '=': 'equals the value',
  '!=': 'differs from the value',
  in: 'is one of the values, separated by commas',
  '<': 'is less than the value',
  '<=': 'is at most the value',
  '>': 'is greater than the value',
  '>=': 'is at least the value',
};

function describeMeans({ plan }: Context, { resource = '' }: OperationPlan, { mapsTo: means }: ParameterPlan): Content {
  switch (means.kind) {
    case 'filter':
      return html`only records ${comparesItems(resolveFilterPath(plan, resource, means.path) ?? []) ? 'of which some' : 'whose'} <code>${means.path.join('.')}</code> ${comparisons[means.operator] ?? `${means.operator} the value`}`;
    case 'where':
      return html`only records for which <code>${means.condition.source ?? ''}</code>`;
    case 'search':
      return html`searches ${joinHtml(
        means.fields.map((field) => html`<code>${field}</code>`),
        ', ',
      )}`;
    case 'sort':
      return html`sorts by ${joinHtml(
        means.fields.map((field) => html`<code>${field}</code>`),
        ', ',
      )}; <code>-</code> before a name: descending`;
    case 'expand':
      return html`includes the record that ${joinHtml(
        means.fields.map((field) => html`<code>${field}</code>`),
        ' or ',
      )} refers to, instead of its ID`;
    case 'input':
      return undefined;
    default:
      return words[means.kind];
  }
}

const words = {
  'page size': 'maximum number of records on a page',
  cursor: 'where to continue: the cursor from the previous page',
  offset: 'number of records to skip',
  'page number': 'number of the page, from 1',
  'after id': 'only records after the one with this ID',
  'before id': 'only records before the one with this ID',
  total: 'whether to count all records',
  fields: 'returns only these fields',
} as const;

function describePaging({ paging }: OperationPlan, { mapsTo: means }: ParameterPlan): readonly Content[] {
  if (paging === undefined || means.kind !== 'page size') return [];
  const { defaultSize, maxSize, clamp } = paging;
  return [
    defaultSize !== undefined && html`default ${defaultSize}`,
    maxSize !== undefined && html`at most ${maxSize}: a larger value is ${clamp ? 'reduced to it' : 'rejected'}`,
  ];
}

function listHeaders({ plan }: Context, operation: OperationPlan): readonly Entry[] {
  const { idempotency, preconditions } = operation;
  const versions = plan.versioning.placements.filter((placement) => placement.in === 'header');
  return [
    ...(idempotency === undefined
      ? []
      : [
          {
            name: idempotency.header,
            type: 'string',
            marks: [idempotency.required && required],
            facts: [
              'a repeated request with the same key gets the stored response of the first',
              idempotency.keptFor !== undefined && html`kept for ${formatTime(idempotency.keptFor)}`,
            ],
            line: idempotency.line,
          },
        ]),
    ...preconditions.map((condition) => ({
      name: condition.header,
      type: 'entity tag',
      marks: [condition.required && required],
      facts: ['the `ETag` of the record as you read it: the request is rejected if the record has changed since'],
      line: condition.line,
    })),
    ...versions.map((placement) => ({
      name: placement.name ?? '',
      type: html`<a href="#versioning">version</a>`,
      facts: [html`when absent: ${placement.whenAbsent}`],
      line: placement.line,
    })),
  ];
}

/** Writes the members of a body. */
function renderBody(context: Context, shape: InputShape): Html {
  const { plan } = context;
  if (shape.kind === 'list') return html`<p>A list of:</p>${renderBody(context, shape.item)}`;
  if (shape.kind !== 'object')
    return html`<p>${shape.kind === 'value' ? renderEntryType(shape.schema) : html`<code>${JSON.stringify(shape.value)}</code>`}</p>`;
  const holder = [...plan.resources, ...plan.objects].find(({ name }) => name === shape.shapeName);
  const entries = shape.members.map((member): Entry => {
    const inner = member.shape;
    const of = inner.kind === 'value' ? inner.of : undefined;
    const stated = findField(context, of?.holder ?? holder?.name, of?.field ?? member.name);
    const schema = inner.kind === 'value' ? inner.schema : undefined;
    return {
      name: member.name,
      type:
        inner.kind === 'value'
          ? renderEntryType(schema)
          : inner.kind === 'literal'
            ? html`<code>${JSON.stringify(inner.value)}</code>`
            : inner.kind,
      marks: [member.required && required],
      ...(stated?.meaning === undefined ? {} : { meaning: stated.meaning }),
      facts: [
        ...listFacts(schema, member.default),
        member.unchanged === true && (member.ignored === true ? 'ignored' : 'must equal the stored value'),
        member.whenNew !== undefined &&
          (member.whenNew === 'required' ? 'required for a new record' : 'of a new record'),
        member.endState === true && 'the record must end in this state',
      ],
      ...(stated === undefined ? {} : { line: stated.line }),
      inside:
        (inner.kind === 'object' || inner.kind === 'list') && html`<div class="in">${renderBody(context, inner)}</div>`,
    };
  });
  return entries.length === 0 ? html`<p>An object without members.</p>` : renderEntries(entries);
}

function findField(
  { plan }: Context,
  holder: string | undefined,
  name: string,
): { readonly meaning?: string; readonly line: number } | undefined {
  const resource = plan.resources.find((each) => each.name === holder);
  if (resource !== undefined) return resource.fields.find((field) => field.name === name);
  return plan.objects.find((each) => each.name === holder)?.members.find((member) => member.name === name);
}
