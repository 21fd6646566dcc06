import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import type { Name, Span } from '../../../text/location.ts';

const lineRule =
  'The line `Tenant` names a field that is an attribute of the caller too. Each resource has the field, or its heading says `(shared)`.';
const line = (span: Span) => [{ span, label: 'the line Tenant' }];

/** The diagnostics of the line Tenant, of `(shared)` and of `all tenants`. */
export const tenantDiagnostics = defineDiagnostics('authentication', {
  'tenant-name': {
    means: 'The line Tenant does not name an attribute of callers.',
    why: 'Fields of this name are assigned from the attribute of the same name, and expressions compare the two.',
    note: 'The line `Tenant` is one name of letters, digits and `_`, such as `shop`; `id`, `scopes` and `scheme` are built in.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` cannot be the tenant of a record.`,
      suggestion,
    }),
  },
  'tenant-unknown-field': {
    means: 'No resource has the field that the line Tenant names.',
    why: 'The line would protect no record.',
    note: lineRule,
    says: (name: string, suggestion?: string) => ({
      message: `No resource has a field \`${name}\`.`,
      suggestion,
      ...(suggestion === undefined
        ? { help: `add the field \`${name}\` to each resource whose records belong to a tenant` }
        : {}),
    }),
  },
  'tenant-field-missing': {
    means: 'The document has tenants, and the records of a resource belong to none.',
    why: 'Every tenant could see and change them. That must be a decision, not an omission.',
    note: lineRule,
    says: (resource: string, field: string, type: string, tenant: Span) => ({
      message: `\`${resource}\` has no field \`${field}\`, so its records belong to no tenant.`,
      help: `add the row \`| ${field} | ${type} | |\`; if all tenants share its records, write \`### ${resource} (shared)\``,
      also: line(tenant),
    }),
  },
  'tenant-shared': {
    means:
      'A heading says that all tenants share the records of a resource, and each of its records belongs to a tenant.',
    why: 'The heading and the fields contradict each other.',
    note: '`(shared)` is for resources without the field of the tenant.',
    help: 'remove `(shared)`',
    says: (resource: string, why: string, tenant: Span) => ({
      message: `\`${resource}\` is not shared: ${why}.`,
      also: line(tenant),
    }),
  },
  'shared-refers-to-tenant': {
    means: 'A record that all tenants share refers to a record of one tenant.',
    why: 'Each tenant would see the reference, and each expression that follows it would show the record of another tenant.',
    note: 'Shared records refer to shared records only. Records of tenants refer to shared records and to those of their own tenant.',
    help: 'give the resource the field of the tenant in place of `(shared)`; or store a copy of what all tenants may see',
    says: (shared: string, resource: string) =>
      `\`${shared}\` is shared, but refers to \`${resource}\`, whose records belong to tenants.`,
  },
  'shared-without-tenant': {
    means: 'A heading says `(shared)`, and the document has no tenants.',
    why: 'Without tenants, the word promises a separation of records that does not exist.',
    note: '`(shared)` marks the resources whose records belong to no tenant, in a document with the line `Tenant`.',
    help: 'remove `(shared)`, or add a line such as `- Tenant: shop` below the heading Authentication',
    says: (resource: string) => `\`${resource}\` is shared, but the document has no line \`Tenant\`.`,
  },
  'tenant-field-type': {
    means: 'The field of the tenant has a type that cannot identify a tenant.',
    why: 'A record belongs to exactly one tenant, and the database compares the field for each row that it reads.',
    note: 'The field of the tenant is a string, an integer or a `ref`, and not `or null`.',
    says: (resource: string, field: string, type: string) =>
      `\`${field}\` of \`${resource}\` has the type \`${type}\`, which cannot identify a tenant.`,
  },
  'tenant-attribute-type': {
    means: 'The attribute of the caller and the field of the tenant have different types.',
    why: 'No caller could create a record or see one.',
    note: lineRule,
    says: (name: string, type: string, resource: string, due: string) => ({
      message: `\`caller.${name}\` is ${type}, but \`${name}\` of \`${resource}\` is ${due}.`,
      help: 'give both the same type',
    }),
  },
  'tenant-refs': {
    means: 'The fields of the tenant refer to different resources.',
    why: 'One attribute of the caller cannot identify records of two resources.',
    note: 'If the field of the tenant is a `ref`, it refers to the same resource everywhere.',
    says: (resource: string, target: string, other: string, first: Span) => ({
      message: `The tenant of \`${resource}\` is a \`${target}\`, of other records a \`${other}\`.`,
      help: 'let both refer to the same resource',
      also: [{ span: first, label: 'refers to another resource' }],
    }),
  },
  'tenant-source': {
    means: 'A constraint on the field of the tenant contradicts its assignment from the caller.',
    why: 'The line Tenant assigns the field. A second source could put a record into the data of another tenant.',
    note: 'The line `Tenant` assigns the field from the caller, as `assigned from caller.shop` would.',
    help: 'remove the constraint',
    says: (constraint: string, field: string, tenant: Span) => ({
      message: `\`${constraint}\` contradicts the line Tenant, which assigns \`${field}\` from \`caller.${field}\`.`,
      also: line(tenant),
    }),
  },
  'tenant-without-scopes': {
    means: 'The document has the line Tenant and no scopes.',
    why: 'Without scopes, every caller may read and change every record, so the line would separate nothing.',
    note: 'The condition of the line `Tenant` is part of each row of Scopes.',
    help: 'add the table Scopes, such as `| authenticated | all |`',
    says: () => 'The line Tenant has no effect: the document has no scopes.',
  },
  'all-tenants-alone': {
    means: 'A Where says `all tenants`, and the document has no tenants.',
    why: 'Without tenants, the words leave nothing out.',
    note: '`all tenants` leaves out the condition of the line `Tenant`.',
    help: 'remove the words, or add a line such as `- Tenant: shop` below the heading Authentication',
    says: () => 'The document has no line `Tenant`, so `all tenants` means nothing.',
  },
  'tenant-for-public': {
    means: 'A row for everyone allows an operation on records of tenants.',
    why: 'A request without a credential has no tenant, so it could see no record.',
    note: 'A row of `public` also applies to requests without a credential, which have no tenant.',
    help: 'write `all tenants` in Where if everyone may use the records of every tenant; else move it to a row of `authenticated` or of a scope',
    says: (operation: string, resource: string, tenant: Span) => ({
      message: `\`public\` allows \`${operation}\`, but each \`${resource}\` belongs to a tenant.`,
      also: line(tenant),
    }),
  },
  'tenant-of-events': {
    means: 'A delivery to the records of tenants has events of records that belong to tenants, and of others.',
    why: 'One condition cannot select the records of the same tenant for both kinds of events.',
    note: 'A delivery to `each` record of a tenant has events of records with the field of the tenant; `Events` selects them.',
    help: 'name in Events the events of one kind, and write another delivery for the others',
    says: (subscriber: string, resource: string, other: string) =>
      `Each \`${subscriber}\` would receive events of \`${resource}\` and of \`${other}\`, and one condition cannot compare the tenants of both.`,
  },
  'tenant-events-for-shared': {
    means: 'A delivery sends events of the records of tenants to records that belong to no tenant.',
    why: 'No condition can select the subscribers of the same tenant, so each would receive the events of all.',
    note: 'A delivery to `each` shared record has events of shared records. An operator receives those of all tenants at `setting <name>`.',
    says: (subscriber: string, resource: string, { value, span }: Name) => ({
      message: `Each \`${subscriber}\` would receive the events of \`${resource}\` of every tenant.`,
      help: `give \`${subscriber}\` the field \`${value}\` in place of \`(shared)\`; or name in Events those of shared records`,
      also: line(span),
    }),
  },
  'tenant-create-for-public': {
    means: 'A row for everyone allows the creation of records of tenants.',
    why: 'The service assigns the tenant from the caller; a request without a credential has none and is rejected.',
    note: 'Only callers with the attribute of the tenant create records of a tenant.',
    help: 'move it to a row of `authenticated` or of a scope',
    says: (operation: string, field: string, tenant: Span) => ({
      message: `\`public\` cannot \`${operation}\`: a request without a credential has no \`${field}\`.`,
      also: line(tenant),
    }),
  },
  'asks-all-tenants': {
    severity: 'warning',
    means: 'A question, or an effect on `each` record, finds records of all tenants.',
    why: 'No Where applies to it, so its answer depends on the records of other tenants, and its effect changes them.',
    note: 'An equality with the tenant, an identity or a reference to a record of the tenant limits a condition to one tenant.',
    says: (resource: string, limit: string, tenant: Span) => ({
      message: `This finds each \`${resource}\` of every tenant.`,
      help: `begin its condition with \`${limit} and …\``,
      also: line(tenant),
    }),
  },
  'counts-all-tenants': {
    severity: 'warning',
    means: 'A number is counted for the records of all tenants together.',
    why: 'The numbers of one tenant have gaps, which reveal how many records the others create. Requests of all tenants wait for one another.',
    note: '`assigned; unique` counts for each tenant, and an Effect `next(field, a, b)` for each value of a and b: the tenant, or a reference to a record of a tenant, separates the tenants.',
    says: (field: string, counted: string, tenant: Span) => ({
      message: `\`${field}\` is counted for all tenants together.`,
      help: counted === 'unique' ? 'add `unique` to its Constraints' : `write \`${counted}\``,
      also: line(tenant),
    }),
  },
});
