import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { callsOf, type Option } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import { isGiven } from '#contract/kit/given.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { readSession } from '#src/platform/session.ts';
import { read, worthRetry } from '../failure.ts';
import { keysOf } from '../query-keys.ts';
import type { Values } from '../row.ts';
import { useWire } from '../wire-context.tsx';
import type { FormCore } from './use-form-core.ts';
import { settableFields } from './values.ts';

interface Asked {
  readonly name: string;
  readonly target: AnyDefinition;
  readonly among: Values;
}

/**
 * What a new record begins with because there is nothing else to choose: the warehouse of a person who sees one alone, and of what
 * is somebody's their own: the purchaser that they are. Of required references that depend on no other field.
 */
export function useOnlyChoices(definition: AnyDefinition, isNew: boolean): Values {
  const asked = useMemo(() => {
    const open = isNew ? choosable(definition).filter(([, field]) => !field.among && field.required === true) : [];
    // Of two of a kind, from and to, none is known by the other.
    return open
      .map(([name, field]) => ({ name, target: targetOf(field), among: ownOf(targetOf(field)) }))
      .filter(({ target }, _at, all) => all.filter((one) => one.target === target).length === 1);
  }, [definition, isNew]);
  return useAnswers(asked);
}

/** The same of what depends on other fields, once those are chosen: the account of a supplier who has one alone. */
export function useOnlyAmong({ definition, values, touched, resting, put }: FormCore): void {
  const asked = choosable(definition).flatMap(([name, field]): Asked[] => {
    const among = touched && !isGiven(values[name]) ? field.among?.(values, values) : undefined;
    return among && Object.values(among).some((value) => typeof value === 'number')
      ? [{ name, target: targetOf(field), among: among as Values }]
      : [];
  });
  const found = useAnswers(asked);
  // Taken away again by its person, it is not put back.
  const given = useRef(new Set<string>());
  useEffect(() => {
    if (resting) return;
    const fresh = asked.filter(({ name, among }) => name in found && !given.current.has(markOf(name, among)));
    if (fresh.length === 0) return;
    for (const { name, among } of fresh) given.current.add(markOf(name, among));
    put(Object.fromEntries(Object.entries(found).filter(([key]) => fresh.some(({ name }) => isOf(name, key)))));
  });
}

// A record that names its person is offered by them.
function ownOf({ list }: AnyDefinition): Values {
  const uid = list.offers?.includes('admin_id') ? readSession()?.uid : undefined;
  return uid === undefined ? {} : { admin_id: uid };
}

const markOf = (name: string, among: Values): string => `${name} ${JSON.stringify(among)}`;
const isOf = (name: string, key: string): boolean => key === name || key.startsWith(`${name}__`);

const choosable = (definition: AnyDefinition): [string, Field][] =>
  Object.entries(settableFields(definition)).filter(
    ([, field]) =>
      field.target !== undefined && field.kind.many !== true && targetOf(field).calls.options !== undefined,
  );

const targetOf = (field: Field): AnyDefinition => (field.target as () => AnyDefinition)();

function useAnswers(asked: readonly Asked[]): Values {
  const wire = useWire();
  return useQueries({
    queries: asked.map(({ target, among }) => {
      const input = { ...among, page_size: 2 };
      return {
        queryKey: keysOf(target).options(input),
        queryFn: ({ signal }: { signal: AbortSignal }) => read(wire, callsOf(target).options, { input, signal }),
        staleTime: fresh,
        retry: worthRetry,
      };
    }),
    combine: (answers) => {
      const values: Record<string, unknown> = {};
      for (const [index, { data }] of answers.entries()) {
        const [only, another] = (data?.list ?? []) as readonly Option[];
        const name = asked[index]?.name;
        if (!only || another || name === undefined) continue;
        Object.assign(values, { [name]: only.id, [titleKey(name)]: only.title, [`${name}__hint`]: only.hint });
      }
      return values;
    },
  });
}

/** Milliseconds that an answer is of now. */
const fresh = 60_000;
