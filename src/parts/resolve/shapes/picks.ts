import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { diagnostics } from '../../../shape/diagnostics.ts';
import type { MemberSyntax, PicksSyntax } from '../../../shape/syntax.ts';
import type { Name, Span } from '../../../text/location.ts';
import { checkUnique } from './context.ts';
import { findField, type Holder } from './fields.ts';

/** How the contents of the brackets after a name are resolved, in requests and in answers. */
export interface PickResolver<M> {
  /** Returns what the bare name includes. */
  all(): readonly M[];
  /** Reports a name that is not a field. */
  unknown(name: Name): void;
  picked(pick: PicksSyntax['picked'][number]): M | undefined;
  keyed(member: MemberSyntax): M | undefined;
}

/** Returns the members that the contents of the brackets after a name leave and add. Names that are given twice are reported. */
export function resolvePicks<M extends { readonly name: string }>(
  work: { readonly diagnostics: Diagnostic[] },
  holder: Holder,
  { all, except, picked, members: keyed }: PicksSyntax,
  resolver: PickResolver<M>,
): readonly M[] {
  const members = new Map<string, M>(all ? resolver.all().map((member) => [member.name, member]) : []);
  const seen = new Map<string, Span>();
  for (const name of except) {
    if (!checkUnique(work, seen, name)) continue;
    if (findField(holder, name.value) === undefined) resolver.unknown(name);
    else if (!members.delete(name.value))
      work.diagnostics.push(diagnostics['nothing-to-take-away'](name.span, name.value));
  }
  const nameOf = (choice: (typeof picked)[number] | MemberSyntax) => ('key' in choice ? choice.key : choice.name);
  for (const choice of [...picked, ...keyed].sort((a, b) => nameOf(a).span.start - nameOf(b).span.start)) {
    if (!checkUnique(work, seen, nameOf(choice))) continue;
    const member = 'key' in choice ? resolver.keyed(choice) : resolver.picked(choice);
    if (member !== undefined) members.set(member.name, member);
  }
  return [...members.values()];
}
