import { diagnostics } from '../diagnostics.ts';
import { fileName } from '../file-type.ts';
import type { Syntax } from '../parse/syntax.ts';
import type { Expression } from '../tree.ts';
import { describeType, getBaseType } from '../types.ts';
import { type Checking, fail, locateNode, recordSpan } from './checking.ts';
import { requireNonNull } from './coerce.ts';

/** Checks `image.link()`: a link to a file of the record, which an operation of the document serves. */
export function checkLink(
  checking: Checking,
  { span, receiver, args }: Syntax & { readonly kind: 'call' },
): Expression | undefined {
  if (receiver === undefined || args.length > 0)
    return fail(checking, diagnostics['wrong-call'](span, 'link', 'file.link()'));
  const found = checking.check(receiver);
  if (found === undefined) return undefined;
  const type = getBaseType(found.type);
  if (type.kind !== 'object' || type.name !== fileName)
    return fail(
      checking,
      diagnostics['wrong-argument'](locateNode(checking, found), 'link', 'a file', describeType(found.type)),
    );
  const { links, place, roots } = checking.environment;
  if (links === undefined) return fail(checking, diagnostics['no-link'](span, `${place} has no links`));
  const field = found.op === 'path' && found.root === 'record' && found.steps.length === 1 ? found.steps[0] : undefined;
  const record = roots.get('record');
  const why =
    field === undefined || record?.kind !== 'object'
      ? 'the file is not a field of the record itself'
      : links(record.name, field.name);
  if (why !== undefined) return fail(checking, diagnostics['no-link'](span, why));
  const of = requireNonNull(checking, found);
  return recordSpan(checking, span, { op: 'call', name: 'link', of: [of], type: { kind: 'string' } });
}
