import type { AuditEntry } from '#contract/areas/ops/audit.ts';
import { taskFields } from '#contract/areas/tasks/task.ts';
import { definitions } from '#contract/definitions.ts';
import { attachmentSteps } from '#contract/kit/attachments.ts';
import { allFields } from '#contract/kit/base-fields.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { hiddenNames } from '#contract/kit/mask.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import { denialSteps } from '#server/kit/denials.ts';
import { listFileStep } from '#server/kit/list-file.ts';
import { taskSteps } from '#server/tasks/task-row.ts';

const byName = new Map(definitions.map((definition) => [definition.name, definition]));

/** Histories of what is no definition. */
const others: Readonly<Record<string, string>> = {
  admin: '账号',
  config: '配置',
  accountCheck: '账户核对',
  exportTask: '工单',
  storedFile: '上传文件',
  listFile: '列表导出',
  denial: '越权尝试',
};

/** Every kind of document that may have a history. */
export function kindsKnown(): { name: string; label: string }[] {
  const known = new Map([...definitions.map(({ name, label }) => [name, label] as const), ...Object.entries(others)]);
  return [...known].map(([name, label]) => ({ name, label }));
}

/**
 * Master data whose records this person may see: what is no document and is written by somebody. Who may not see a record does not see
 * what became of it either.
 */
export function masterKinds(actor: Actor): ReadonlySet<string> {
  const masters = definitions.filter(({ states, view, calls }) => {
    const access = calls.detail?.[1] ?? calls.list?.[1];
    return !states && !view && access !== undefined && allows(actor, access);
  });
  return new Set(masters.map(({ name }) => name));
}

/** May this person read records of a kind? What is no definition of ours, such as a refusal, is everybody's who may search. */
export function mayRead(kind: string, actor: Actor): boolean {
  const definition = byName.get(kind);
  const access = definition?.calls.detail?.[1] ?? definition?.calls.list?.[1];
  return access === undefined || allows(actor, access);
}

/** Kinds whose records this person may not see and are called by what stands in them, such as the number of an account. */
export function unnamedKinds(actor: Actor): readonly string[] {
  return definitions
    .filter(({ name, number }) => number === undefined && !mayRead(name, actor))
    .map(({ name }) => name);
}

/** Every action of those kinds, of all by default; those of several definitions under one name share a line. */
export function actionsKnown(kinds?: ReadonlySet<string>): { name: string; label: string }[] {
  const labels = new Map<string, Set<string>>([
    ['add', new Set(['新增'])],
    ['edit', new Set(['编辑'])],
    ['status', new Set(['启用/停用'])],
    ['handOver', new Set(['交接'])],
    ['inForce', new Set(['账户生效'])],
    ['changePassword', new Set(['修改密码'])],
    ['setConfig', new Set(['修改配置'])],
    ['endSessions', new Set(['退出其他设备'])],
    ['forceSignOut', new Set(['强制退出登录'])],
    ['appTokenAdd', new Set(['新建应用令牌'])],
    ['setSecondFactor', new Set(['设置两步验证'])],
    ['dropSecondFactor', new Set(['关闭两步验证'])],
    ['resetSecondFactor', new Set(['重置两步验证'])],
    ['upload', new Set(['上传文件'])],
    ...Object.entries(attachmentSteps).map(([name, label]) => [name, new Set<string>([label])] as const),
    ['import', new Set(['导入'])],
    [listFileStep.name, new Set([listFileStep.label])],
    ...Object.entries(denialSteps).map(([name, label]) => [name, new Set<string>([label])] as const),
  ]);
  const steps = definitions
    .filter(({ name }) => kinds?.has(name) ?? true)
    .flatMap((one) => Object.entries(one.transitions ?? {}));
  const named = [...steps.map(([name, { label }]) => [name, label] as const), ...Object.entries(taskSteps)];
  for (const [name, label] of named) labels.set(name, (labels.get(name) ?? new Set()).add(label));
  return [...labels].map(([name, words]) => ({ name, label: [...words].join('/') }));
}

export function labelOfKind(kind: string): string {
  return byName.get(kind)?.label ?? others[kind] ?? kind;
}

/** The definition of a kind as this person knows it; undefined of what is no definition. */
export function seenKind(kind: string, actor: Actor): AnyDefinition | undefined {
  const definition = byName.get(kind);
  return definition && seenBy(definition, actor);
}

/** A state in the words of its definition. */
export function stateInWords(kind: string, status: number | null): string | null {
  if (status === null) return null;
  const definition = byName.get(kind);
  const choices = kind === 'exportTask' ? taskFields.status.choices : definition?.fields.status?.choices;
  const state = definition?.states?.[status]?.[0] ?? choices?.[status];
  return state ?? String(status);
}

/** What a step changed, in words, without the fields that this person may not see. */
export function changesInWords(
  kind: string,
  changes: Record<string, { before: unknown; after: unknown }> | null,
  actor: Actor,
): AuditEntry['changes'] {
  const definition = byName.get(kind);
  const hidden = definition ? hiddenNames(definition, seenBy(definition, actor)) : new Set<string>();
  return Object.entries(changes ?? {})
    .filter(([field]) => !hidden.has(field))
    .map(([field, { before, after }]) => ({
      field,
      label: labelOf(definition, field),
      before: printed(definition, field, before),
      after: printed(definition, field, after),
    }));
}

function labelOf(definition: AnyDefinition | undefined, field: string): string {
  if (!definition) return field === 'value' ? '值' : field;
  return allFields(definition)[field]?.label ?? (field === 'lines' ? (definition.lines?.label ?? '明细') : field);
}

function printed(definition: AnyDefinition | undefined, name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '空';
  const field = definition && allFields(definition)[name];
  if (field) return field.kind.print(value, field);
  // Lines, one text each; empty where a line was not there.
  if (Array.isArray(value)) return value.filter(Boolean).join('；') || '空';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
