import { approversShown, type GrantItem, type GrantRequest, grantSubjects } from '#contract/areas/access/grant.ts';
import type { Tone } from '#contract/kit/states.ts';

/** What a thing that is gained or lost is called. */
export const itemWords: Readonly<Record<GrantItem['kind'], string>> = {
  role: '角色',
  dataRole: '数据角色',
  organize: '组织',
  mainOrganize: '主组织',
  permission: '权限',
  dimension: '数据范围',
  passwordOnly: '登录',
  parent: '上级组织',
};

/** Tones of what a request has come to. */
export const grantTones: Readonly<Record<GrantRequest['state'], Tone>> = {
  0: 'waiting',
  1: 'done',
  2: 'refused',
  3: 'void',
};

/** Items of one kind under one heading, kinds in the order in which they first appear. */
export function itemsByKind(items: readonly GrantItem[]): { kind: GrantItem['kind']; names: string[] }[] {
  const groups = new Map<GrantItem['kind'], string[]>();
  for (const item of items) groups.set(item.kind, [...(groups.get(item.kind) ?? []), item.name]);
  return [...groups].map(([kind, names]) => ({ kind, names }));
}

/** Whom a request is about: `员工 王铁柱`. */
export function subjectWords(request: GrantRequest): string {
  return `${grantSubjects[request.subject]} ${request.subject_name}`;
}

/** Who may approve a waiting request, for those who may not: the way on; what to do where nobody may. */
export function approverWords({ approvers, allowed, subject }: GrantRequest): string {
  const own = allowed.withdraw ? '提交人不能批准自己的申请；' : '';
  const names = approvers ?? [];
  if (names.length === 0)
    return `${own}目前没有人可以批准：要有审批${grantSubjects[subject]}授权的权限和所授予的全部权限，并与此申请无关`;
  const more = names.length > approversShown ? ' 等' : '';
  return `${own}可由 ${names.slice(0, approversShown).join('、')}${more} 批准`;
}
