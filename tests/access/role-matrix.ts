import { keysOfRole, roles } from '#contract/areas/access/roles.ts';
import type { Access } from '#contract/kit/call.ts';
import { permissionKeys } from '#server/areas/access/sync-roles.ts';
import { bases } from '#server/kit/frame.ts';
import type { Registry } from '#server/kit/registry.ts';

/** One call and who may make it. */
export interface MatrixRow {
  readonly address: string;
  readonly access: Access;
  /** Codes of roles; every one of them for `login` and `public`. */
  readonly roles: readonly string[];
}

const everybody: Readonly<Partial<Record<Access, string>>> = {
  public: '（不需登录）',
  login: '（所有登录人员）',
};

/** Every registered call with the roles whose grants open it, by address. */
export function matrixOf(registry: Registry): MatrixRow[] {
  const keys = permissionKeys(registry);
  const holders = roles.map((role) => ({ code: role.code, keys: keysOfRole(role.code, keys) }));
  return registry
    .all()
    .map(({ call }) => ({
      address: `${bases[call.service]}${call.path}`,
      access: call.access,
      roles: holders
        .filter((role) => everybody[call.access] !== undefined || role.keys.has(call.access))
        .map((role) => role.code),
    }))
    .sort((one, other) => (one.address < other.address ? -1 : 1));
}

/** The matrix as people review it: one call to a line, its key, then who may. */
export function printMatrix(rows: readonly MatrixRow[]): string {
  const lines = rows.map(({ address, access, roles: may }) =>
    `${address}  [${access}]  ${everybody[access] ?? may.join(' ')}`.trimEnd(),
  );
  return `${[...head, ...lines].join('\n')}\n`;
}

const head = [
  '# Every call and who may make it: address [key] roles. Reviewed by people against domain.md §4 and §10.3.',
  '# After a change of calls or grants: npm run -s access:matrix > tests/access/role-matrix.txt, then review the diff.',
];

/** Reads a reviewed matrix back. */
export function parseMatrix(text: string): MatrixRow[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, address = '', access = '', may = ''] = /^(\S+) {2}\[([^\]]+)\](?: {2}(.*))?$/.exec(line) ?? [];
      const open = everybody[access as Access] !== undefined;
      return {
        address,
        access: access as Access,
        roles: open ? roles.map((role) => role.code) : may.split(' ').filter((code) => code !== ''),
      };
    });
}
