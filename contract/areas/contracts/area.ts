import type { Area } from '../../kit/area.ts';
import { contract } from './contract.ts';

/** Contracts with suppliers. */
export const contracts: Area = {
  name: 'contracts',
  label: '合同管理',
  definitions: [contract],
  roles: {
    buyer: 'contract:view,add,edit,submit,cancel,brandAuth,import',
    buyMgr: 'contract:audit,effect,terminate',
    fin: 'contract:view',
    finMgr: 'contract:audit',
  },
};
