import type { Plan } from './plan.ts';

/** Whether a service shows the URL of a record: in a computed field, a response or a payload. */
export function usesSelf({ resources, operations, events, deliveries, mail }: Plan): boolean {
  const seen = new Set<object>();
  const namesSelf = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return false;
    seen.add(value);
    const { op, root } = value as { readonly op?: string; readonly root?: string };
    return (op === 'path' && root === 'self') || Object.values(value).some(namesSelf);
  };
  return (
    resources.some(({ fields }) => fields.some(({ computed }) => computed?.shown === true)) ||
    operations.some(({ responses }) => namesSelf(responses)) ||
    namesSelf(events) ||
    namesSelf(deliveries) ||
    namesSelf(mail)
  );
}
