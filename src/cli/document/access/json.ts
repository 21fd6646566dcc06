import type { Access } from '../../../plan/access/access.ts';
import type { Permission } from '../../../plan/access/permissions.ts';
import type { WholePlan } from '../../../plan/whole.ts';

/** Formats who may do what as plain JSON; lines count from 1. */
export function formatAccessJson(document: string, access: Access, { authentication }: WholePlan): object {
  const { audiences, operations, fields, hidden, reveals, changes } = access;
  return {
    document,
    audiences,
    operations: operations.map(({ operation: { name, method, path, resource, line }, permissions }) => ({
      operation: name,
      method,
      path,
      resource: resource ?? null,
      line,
      permissions: Object.fromEntries(audiences.map((audience, at) => [audience, formatPermission(permissions[at]!)])),
    })),
    tenant: authentication.tenantLine ?? null,
    fields: fields.map(({ of, audience, unseen = [], unsent = [] }) => ({ of, audience, unseen, unsent })),
    hidden: hidden.map(({ resource, field, direction, line }) => ({
      resource,
      field,
      direction: direction ?? null,
      line,
    })),
    reveals,
    changes,
    links: operations.flatMap(({ operation: { name, signed } }) =>
      signed === undefined ? [] : [{ operation: name, milliseconds: signed.milliseconds, line: signed.line }],
    ),
  };
}

function formatPermission({ may, by, notShown }: Permission): object {
  return {
    may,
    where: may === 'some' ? by.map(({ words }) => words) : [],
    lines: by.map(({ line }) => line),
    ...(notShown.length === 0 ? {} : { notShown }),
  };
}
