import type { Area } from '../../kit/area.ts';
import { keysOfCalls } from '../../kit/menu.ts';
import { rightsCall } from '../access/rights.ts';
import { apiDocumentCall } from './api-document.ts';
import { openAppTokenCall } from './app-tokens.ts';
import { auditExportCall, auditSearchCall } from './audit.ts';
import { checkRunCall, checkStateCall } from './checks.ts';
import { healthCall } from './health.ts';
import { resetSecondFactorCall, secondFactorStateCall } from './second-factor.ts';
import { endSessionsCall, openSessionsCall } from './sessions.ts';
import { setConfigCall, settingsCall } from './settings.ts';

/** What keeps the installation running. */
export const ops: Area = {
  name: 'ops',
  label: '运维',
  definitions: [],
  menu: {
    groups: [{ url: '/ops', name: '运维', order: 17, style: 'ops' }],
    screens: [
      {
        group: '/ops',
        order: 1,
        route: '/ops/check',
        name: '账户核对',
        opens: keysOfCalls({ checkStateCall }),
        keys: keysOfCalls({ checkStateCall, checkRunCall }),
      },
      {
        group: '/ops',
        order: 2,
        route: '/ops/config',
        name: '配置',
        opens: keysOfCalls({ settingsCall }),
        keys: keysOfCalls({ settingsCall, setConfigCall }),
      },
      {
        group: '/ops',
        order: 3,
        route: '/ops/audit',
        name: '审计日志',
        opens: keysOfCalls({ auditSearchCall }),
        keys: keysOfCalls({ auditSearchCall, auditExportCall }),
      },
      {
        group: '/ops',
        order: 4,
        route: '/ops/secondFactor',
        name: '两步验证',
        opens: keysOfCalls({ secondFactorStateCall }),
        keys: keysOfCalls({ secondFactorStateCall, resetSecondFactorCall }),
      },
      {
        group: '/ops',
        order: 5,
        route: '/ops/sessions',
        name: '登录管理',
        opens: keysOfCalls({ openSessionsCall }),
        keys: keysOfCalls({ openSessionsCall, endSessionsCall, openAppTokenCall }),
      },
      {
        group: '/ops',
        order: 6,
        route: '/ops/rights',
        name: '权限对比',
        opens: keysOfCalls({ rightsCall }),
        keys: keysOfCalls({ rightsCall }),
      },
      {
        group: '/ops',
        order: 7,
        route: '/ops/health',
        name: '运行状态',
        opens: keysOfCalls({ healthCall }),
        keys: keysOfCalls({ healthCall }),
      },
      {
        group: '/ops',
        order: 8,
        route: '/ops/api',
        name: '接口',
        opens: keysOfCalls({ apiDocumentCall }),
        keys: keysOfCalls({ apiDocumentCall }),
      },
    ],
  },
  roles: {
    it: 'Index:*',
  },
};
