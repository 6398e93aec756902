import { command, query } from '../../kit/call.ts';
import type { SettingKey, SettingValue } from '../shell/config.ts';

/** A configuration value as it stands. */
export interface SettingState {
  key: SettingKey;
  value: SettingValue<SettingKey>;
  /** Grows with each change; 0 for one that was never set. */
  version: number;
  updated_by: string | null;
  updated_at: string | null;
}

export const settingsCall = query<Record<string, never>, { list: SettingState[] }>({
  service: 'erp',
  path: '/v1/Index/configList',
  access: 'Index:configView',
});

/** One change of a value. */
export interface SettingChange {
  id: number;
  at: string;
  admin_name: string | null;
  /** Null: the default. */
  before: SettingValue<SettingKey> | null;
  after: SettingValue<SettingKey>;
}

/** The last changes of one value, newest first. */
export const settingHistoryCall = query<{ key: SettingKey }, { list: SettingChange[] }>({
  service: 'erp',
  path: '/v1/Index/configHistory',
  access: 'Index:configView',
});

/** Sets a value (api.csv `/v1/Index/setConfig`); `version` is the one that was read. */
export const setConfigCall = command<
  { key: SettingKey; value: SettingValue<SettingKey>; version: number },
  SettingState
>({ service: 'erp', path: '/v1/Index/setConfig', access: 'Index:setConfig' });
