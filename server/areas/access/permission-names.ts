import { definitions } from '#contract/definitions.ts';
import type { AnyDefinition, Verb } from '#contract/kit/definition.ts';
import { calledSteps } from '#contract/kit/transition.ts';

/** What a permission is called: `盘点单 · 审核`. The words are those of the definitions; a key that none spells says its verb. */
export function nameOfKey(key: string): string {
  const known = names.get(key);
  if (known) return known;
  const [group = '', verb = ''] = key.split(':');
  const label = labels.get(group) ?? groups[group] ?? group;
  return `${label} · ${verbs[verb] ?? verb}`;
}

const verbs: Readonly<Record<string, string>> = {
  view: '查看',
  add: '新增',
  edit: '编辑',
  batchEdit: '批量编辑',
  modify: '修改',
  status: '启停',
  remove: '删除',
  enable: '启用',
  disable: '停用',
  export: '导出',
  import: '导入',
  print: '打印',
  share: '共享',
  bankSave: '维护',
  subBranchSave: '维护',
  count: '清点',
  grantAudit: '批准授权',
  addData: '设置数据范围',
  notifyView: '查看',
  notifySave: '编辑',
  notifySend: '发送',
  checkView: '查看账户核对',
  checkRun: '运行账户核对',
  configView: '查看配置',
  setConfig: '修改配置',
  auditView: '查看审计日志',
  healthView: '查看运行状态',
  apiView: '查看接口',
  secondFactorView: '查看两步验证',
  secondFactorReset: '重置两步验证',
  rightsView: '查看权限对比',
  sessionView: '查看登录',
  sessionEnd: '强制退出登录',
  appTokenAdd: '新建应用令牌',
  pushView: '查看推送异常',
  pushDeal: '处理推送异常',
  brandAuth: '登记',
  link: '发送供应商链接',
  costView: '查看成本',
  streamView: '查看流水',
};

// Groups whose definitions stand under another group's path.
const groups: Readonly<Record<string, string>> = {
  admin: '员工账号',
  common: '公共',
  Index: '运维',
  data: '数据',
  view: '列表视图',
};

const verbWords: Readonly<Record<Verb, string>> = {
  list: '查看',
  detail: '查看',
  options: '选择',
  add: '新增',
  edit: '编辑',
  status: '启停',
  remove: '删除',
};

const names = new Map(definitions.toReversed().flatMap(namesOf));

// The group of a definition's path names it where its calls come with a later issue.
const labels = new Map<string, string>(
  definitions
    .toReversed()
    .flatMap((one) => [
      [one.group.slice('/v1/'.length), one.label] as const,
      ...accessesOf(one).map((access) => [access.split(':')[0] ?? '', one.label] as const),
    ]),
);

function namesOf(definition: AnyDefinition): [string, string][] {
  const calls = Object.entries(definition.calls).map(([verb, [, access]]): [string, string] => [
    access,
    verbs[access.split(':')[1] ?? ''] ?? verbWords[verb as Verb],
  ]);
  // Of several steps with one key the first one names it: the pass before the rejection.
  const all = calledSteps(definition);
  const steps = all.toReversed().map(({ access, label }): [string, string] => {
    // A key of several steps is what they have in common.
    const several = all.some((other) => other.access === access && other.label !== label);
    return [access, (several ? verbs[access.split(':')[1] ?? ''] : undefined) ?? label];
  });
  const bulk = definition.bulk ? [[definition.bulk.access, verbs.batchEdit ?? ''] as const] : [];
  return [...steps, ...calls.toReversed(), ...bulk].map(([access, words]) => [
    access,
    `${definition.label} · ${words}`,
  ]);
}

function accessesOf(definition: AnyDefinition): string[] {
  return [
    ...Object.values(definition.calls).map(([, access]) => access),
    ...calledSteps(definition).map((step) => step.access),
  ].filter((access) => access.includes(':'));
}
