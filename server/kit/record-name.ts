import type { AnyDefinition } from '#contract/kit/definition.ts';

/** What the number or the title of a record reads, for the audit trail. */
export function numberOf(definition: AnyDefinition, values: Readonly<Record<string, unknown>>): string | null {
  const value = values[definition.number?.field ?? definition.title];
  return value === undefined || value === null ? null : String(value);
}
