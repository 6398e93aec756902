import type { Area } from '../../kit/area.ts';

/** Versions of clients, and the devices that run them. */
export const fleet: Area = {
  name: 'fleet',
  label: '版本管理',
  definitions: [],
};
