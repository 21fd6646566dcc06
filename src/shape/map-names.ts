import type { Name } from '../text/location.ts';
import type { BoundSyntax, MemberSyntax, ShapeSyntax } from './syntax.ts';

/** How the names in a shape are replaced; `of` is the resource or object whose fields they mean. */
export interface NameMapping {
  /** The name in place of that of a field; undefined: the field is not there, and with it goes the member. */
  field(of: string | undefined, name: Name): Name | undefined;
  /** Returns what replaces the fields in the brackets after a name: of one shape, so that none is given twice. */
  picks(of: string): (name: Name) => readonly Name[];
  /** Whether the key of a member is the name of the field that its shape stands for: `lines: Line(text)[]`. */
  isField(of: string | undefined, member: MemberSyntax): boolean;
  /** The bound of a list of the records of `resource`. */
  bound(of: string | undefined, resource: string, bound: BoundSyntax): BoundSyntax;
}

/** Replaces the names of fields in a shape; `of` is the resource of the record in hand. Undefined: nothing is left of it. */
export function mapNames(mapping: NameMapping, shape: ShapeSyntax, of: string | undefined): ShapeSyntax | undefined {
  switch (shape.kind) {
    case 'name': {
      const { picks, name } = shape;
      if (picks === undefined) return shape;
      const fields = mapping.picks(name.value);
      const picked = picks.picked.flatMap((pick) => fields(pick.name).map((field) => ({ ...pick, name: field })));
      const except = picks.except.flatMap(fields);
      return { ...shape, picks: { ...picks, picked, except, members: mapMembers(mapping, picks.members, name.value) } };
    }
    case 'field':
    case 'figure': {
      const field = mapping.field(shape.kind === 'field' ? shape.of.value : of, shape.field);
      return field && { ...shape, field };
    }
    case 'list': {
      const item = mapNames(mapping, shape.item, of);
      if (item?.kind !== 'name' || shape.bound === undefined) return item && { ...shape, item };
      return { ...shape, item, bound: mapping.bound(of, item.name.value, shape.bound) };
    }
    case 'object':
      return { ...shape, members: mapMembers(mapping, shape.members, of) };
    default:
      return shape;
  }
}

function mapMembers(mapping: NameMapping, members: readonly MemberSyntax[], of: string | undefined): MemberSyntax[] {
  return members.flatMap((member) => {
    const shape = mapNames(mapping, member.shape, of);
    const key = mapping.isField(of, member) ? mapping.field(of, member.key) : member.key;
    return shape === undefined || key === undefined ? [] : [{ ...member, key, shape }];
  });
}

/** Returns the shape of the items of a list; another shape as it is. */
export function getInnermostShape(shape: ShapeSyntax): ShapeSyntax {
  return shape.kind === 'list' ? getInnermostShape(shape.item) : shape;
}
