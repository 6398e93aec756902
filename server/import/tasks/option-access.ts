import {
  type ImportKind,
  type ImportOptions,
  importOptionFields,
  optionAccesses,
} from '#contract/areas/tasks/imports.ts';
import type { Access } from '#contract/kit/call.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { nameOfKey } from '#server/areas/access/permission-names.ts';
import { type Actor, allows } from '#server/identity/actor.ts';

/** The options of a kind that this person may use (decision 0026). */
export function optionsFor({ options }: ImportKind, actor: Actor): (keyof ImportOptions)[] {
  return options.filter((name) => lacking(actor, name).length === 0);
}

/** Refuses an option that this person may not use, naming it and the permissions they lack; `false` asks for nothing. */
export function refuseOptions(options: ImportOptions, actor: Actor): void {
  const asked = (Object.keys(options) as (keyof ImportOptions)[]).filter((name) => Boolean(options[name]));
  const beyond = asked.find((name) => lacking(actor, name).length > 0);
  if (beyond)
    throw new Refusal(
      'forbidden',
      `「${importOptionFields[beyond].label}」还需要权限：${lacking(actor, beyond).map(nameOfKey).join('、')}`,
      `options.${beyond}`,
    );
}

const lacking = (actor: Actor, name: keyof ImportOptions): Access[] =>
  (optionAccesses[name] ?? []).filter((access) => !allows(actor, access));
