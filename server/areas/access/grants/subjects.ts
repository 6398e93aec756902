import { admin } from '#contract/areas/access/admin.ts';
import { type GrantSubject, grantCalls } from '#contract/areas/access/grant.ts';
import { organize } from '#contract/areas/access/organize.ts';
import { role } from '#contract/areas/access/role.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';

interface SubjectMeaning {
  readonly definition: AnyDefinition;
  readonly word: string;
  /** Who holds this key sees the requests about it. */
  readonly viewing: string;
  /** Who holds one of these may ask. */
  readonly asking: readonly string[];
  readonly deciding: string;
}

/** What requests may be about. */
export const subjects: Readonly<Record<GrantSubject, SubjectMeaning>> = {
  admin: {
    definition: admin,
    word: '账号',
    viewing: 'admin:view',
    asking: ['admin:edit', 'admin:add'],
    deciding: grantCalls.decide.admin.access,
  },
  role: {
    definition: role,
    word: '角色',
    viewing: 'role:view',
    asking: ['role:edit'],
    deciding: grantCalls.decide.role.access,
  },
  organize: {
    definition: organize,
    word: '组织',
    viewing: 'organize:view',
    asking: ['organize:addData', 'organize:edit'],
    deciding: grantCalls.decide.organize.access,
  },
};
