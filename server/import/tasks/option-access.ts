import {
  type ImportKind,
  type ImportOptions,
  importOptionFields,
  optionAccesses,
} from '#contract/areas/tasks/imports.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { type Actor, allows } from '#server/identity/actor.ts';

/** The options of a kind that this person may use (decision 0026). */
export function optionsFor({ options }: ImportKind, actor: Actor): (keyof ImportOptions)[] {
  return options.filter((name) => mayUse(actor, name));
}

/** Refuses, naming the option, when one is asked for that this person may not use; `false` asks for nothing. */
export function refuseOptions(options: ImportOptions, actor: Actor): void {
  const asked = (Object.keys(options) as (keyof ImportOptions)[]).filter((name) => Boolean(options[name]));
  const beyond = asked.find((name) => !mayUse(actor, name));
  if (beyond)
    throw new Refusal(
      'forbidden',
      `「${importOptionFields[beyond].label}」还需要新增和审核库存调整单的权限`,
      `options.${beyond}`,
    );
}

const mayUse = (actor: Actor, name: keyof ImportOptions): boolean =>
  (optionAccesses[name] ?? []).every((access) => allows(actor, access));
