import type { Field } from '#contract/kit/field.ts';

/** What is wrong with a text where a figure is wanted; nothing while it may still become one. */
export function unreadable(field: Field, value: unknown): string | undefined {
  if (field.kind.align !== 'end' || typeof value !== 'string') return undefined;
  return /^-?[\d,]*\.?$/.test(value.trim()) ? undefined : '应为数字';
}
