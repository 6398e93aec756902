import { areas } from '../../areas.ts';

/** A built-in role: its keys are whatever its patterns find among the keys of the calls that the server answers. */
export interface Role {
  readonly code: string;
  readonly name: string;
  /** Code of the role whose keys it has besides. */
  readonly inherits?: string;
  /** `group:verb,verb; group:*`, in the notation of domain.md §10.3. */
  readonly grants: string;
}

// The roles of domain.md §10.3 (`ops` is called `mkt`, amendments E), and what they hold in every area there will ever be.
const builtIn = {
  super: { name: '超级管理员', everywhere: '*:*' },
  it: { name: '信息管理员' },
  hr: { name: '行政' },
  goods: { name: '商品专员' },
  goodsMgr: { name: '商品经理', inherits: 'goods' },
  buyer: { name: '采购员' },
  buyMgr: { name: '采购经理', inherits: 'buyer' },
  whs: { name: '仓管员' },
  whsMgr: { name: '仓库主管', inherits: 'whs' },
  fin: { name: '财务专员' },
  finMgr: { name: '财务经理', inherits: 'fin' },
  district: { name: '区域经理' },
  shopMgr: { name: '店长' },
  cashier: { name: '收银员' },
  cs: { name: '客服' },
  mkt: { name: '营销运营' },
  auditor: { name: '审计(只读)', everywhere: '*:view,export' },
  channel: { name: '渠道接入账号' },
} as const satisfies Record<string, { name: string; inherits?: string; everywhere?: string }>;

export type RoleCode = keyof typeof builtIn;

/** The built-in roles with what every area grants them. */
export const roles: readonly Role[] = Object.entries(builtIn).map(([code, { name, ...more }]) => ({
  code,
  name,
  ...('inherits' in more ? { inherits: more.inherits } : {}),
  grants: [
    ...('everywhere' in more ? [more.everywhere] : []),
    ...areas.flatMap((area) => area.roles?.[code as RoleCode] ?? []),
  ].join(';'),
}));

/** The keys of a role among `keys`, inherited ones included. Throws for a code that is not in the list. */
export function keysOfRole(code: string, keys: readonly string[]): Set<string> {
  const role = roles.find((one) => one.code === code);
  if (!role) throw new Error(`no role ${code}`);
  const grants = grantsOf(role.grants);
  const own = keys.filter((key) => grants.some((grant) => grantsKey(grant, key)));
  return new Set([...(role.inherits ? keysOfRole(role.inherits, keys) : []), ...own]);
}

interface Grant {
  readonly group: string;
  readonly verbs: readonly string[];
}

function grantsOf(text: string): Grant[] {
  return text.split(';').map((part) => {
    const [group = '', verbs = ''] = part.trim().split(':');
    return { group, verbs: verbs.split(',') };
  });
}

function grantsKey({ group, verbs }: Grant, key: string): boolean {
  const [keyGroup = '', verb = ''] = key.split(':');
  if (group !== '*' && group !== keyGroup) return false;
  // `*:view` reads everything there is to read, also where a group names several views: adjustView, streamView.
  return verbs.some(
    (granted) => granted === '*' || granted === verb || (group === '*' && granted === 'view' && verb.endsWith('View')),
  );
}
