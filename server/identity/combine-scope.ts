import type { Scope } from '#contract/kit/definition.ts';
import type { ScopeRule } from './actor.ts';

/** What the database knows of a person's rights. */
export interface RightsParts {
  /** Permission keys of the person's roles in use. */
  readonly permissions: readonly string[];
  /** Data roles of the person and of the person's roles, switched off ones included. */
  readonly data_roles: number;
  /** One rule for each data role in use. */
  readonly rules: readonly ScopeRule[];
  /** For each organisation the person belongs to, the limits that it and those above it put on their people. */
  readonly limits: readonly (readonly Limit[])[];
}

/** One dimension that an organisation limits. */
export interface Limit {
  readonly dimension: keyof Scope;
  readonly ids: readonly number[];
}

/**
 * A person's data scope (decision 0014): the union over data roles, each cut down to what an organisation of the person
 * allows. Without a data role nobody is limited who holds a key, and who holds none sees nothing: such an account waits for
 * its rights. Whose every data role is switched off sees nothing either.
 */
export function combineScope({
  permissions,
  data_roles,
  rules,
  limits,
}: RightsParts): readonly ScopeRule[] | 'everything' {
  const given: readonly ScopeRule[] = data_roles === 0 && permissions.length > 0 ? [{}] : rules;
  const allowed = limits.length === 0 ? [{}] : limits.map((list) => list.reduce<ScopeRule>(cut, {}));
  const combined = given.flatMap((rule) => allowed.map((limit) => intersection(rule, limit)));
  return combined.some(isOpen) ? 'everything' : distinct(combined);
}

/**
 * Does the scope `wide` hold everything that `narrow` holds? Errs on the side of no: a rule that only several rules
 * together would cover counts as not covered.
 */
export function covers(
  wide: readonly ScopeRule[] | 'everything',
  narrow: readonly ScopeRule[] | 'everything',
): boolean {
  if (wide === 'everything') return true;
  if (narrow === 'everything') return false;
  return narrow.every((rule) => wide.some((other) => within(rule, other)));
}

const isOpen = (rule: ScopeRule): boolean => Object.keys(rule).length === 0;

function intersection(one: ScopeRule, other: ScopeRule): ScopeRule {
  return limitsOf(other).reduce<ScopeRule>(cut, one);
}

function cut(rule: ScopeRule, { dimension, ids }: Limit): ScopeRule {
  const already = rule[dimension];
  return { ...rule, [dimension]: already ? already.filter((id) => ids.includes(id)) : ids };
}

function within(rule: ScopeRule, other: ScopeRule): boolean {
  return limitsOf(other).every(({ dimension, ids }) => rule[dimension]?.every((id) => ids.includes(id)) ?? false);
}

function limitsOf(rule: ScopeRule): Limit[] {
  return Object.entries(rule).map(([dimension, ids]) => ({ dimension: dimension as keyof Scope, ids }));
}

function distinct(rules: readonly ScopeRule[]): ScopeRule[] {
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}
