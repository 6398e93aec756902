import { allFields } from '#contract/kit/base-fields.ts';
import { type AnyDefinition, linesTableOf, tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { limits } from '#contract/kit/limits.ts';

/**
 * Turns a constraint that PostgreSQL upheld into a refusal that names the field. Constraints carry the names that
 * the migration script gives them: `<table>_<field>_key`, `_fkey`, `_check`. Anything else is passed on unchanged.
 */
export function refusalOfConstraint(definition: AnyDefinition, error: unknown): unknown {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  if (!constraint) return error;
  if (code === '23505') {
    const found = uniqueFields(definition, constraint);
    if (found) return new Refusal('duplicate', `${found.label}已存在`, found.field);
  }
  const field = fieldOfConstraint(definition, constraint);
  if (code === '23503') {
    return field && constraint.startsWith(`${tableOf(definition)}_`)
      ? new Refusal('invalid', `${field.label}不存在`, field.name)
      : new Refusal('invalid', '已被其他数据引用，不能删除');
  }
  if (code === '23514' && field && constraint.endsWith('_most'))
    return new Refusal('invalid', `${field.label}过大，最多 ${printYuan(limits.documentMoney)}`, field.name);
  if (code === '23514' && field) return new Refusal('invalid', `${field.label}超出允许范围`, field.name);
  return error;
}

function uniqueFields(definition: AnyDefinition, constraint: string): { field: string; label: string } | undefined {
  const table = tableOf(definition);
  for (const names of definition.unique ?? []) {
    if (constraint === `${table}_${names.join('_')}_key`)
      return { field: names.at(-1) ?? '', label: names.map((name) => definition.fields[name]?.label).join('+') };
  }
  for (const [name, field] of Object.entries(definition.fields)) {
    if (constraint === `${table}_${name}_key`) return { field: name, label: field.label };
  }
  const { lines } = definition;
  if (lines && constraint.startsWith(linesTableOf(definition))) {
    const names = Object.keys(lines.fields).filter(
      (name) =>
        new RegExp(`^${linesTableOf(definition)}_${name}_(?:plain_)?key$`).test(constraint) ||
        lines.unique?.includes(name),
    );
    return { field: 'lines', label: names.map((name) => lines.fields[name]?.label).join('+') };
  }
  return undefined;
}

function fieldOfConstraint(definition: AnyDefinition, constraint: string): { name: string; label: string } | undefined {
  const candidates = [
    ...Object.entries(allFields(definition)).map(([name, field]) => ({
      name,
      label: field.label,
      table: tableOf(definition),
    })),
    ...Object.entries(definition.lines?.fields ?? {}).map(([name, field]) => ({
      name,
      label: field.label,
      table: linesTableOf(definition),
    })),
  ];
  return candidates.find(({ name, table }) =>
    ['fkey', 'check', 'most'].some((ending) => constraint === `${table}_${name}_${ending}`),
  );
}
