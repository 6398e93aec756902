import { useMemo } from 'react';
import {
  type SettingChange,
  type SettingState,
  setConfigCall,
  settingHistoryCall,
} from '#contract/areas/ops/settings.ts';
import { type SettingKey, type SettingValue, settings } from '#contract/areas/shell/config.ts';
import { settingFault } from '#contract/areas/shell/setting-fault.ts';
import type { AuditRow } from '#contract/kit/calls.ts';
import { type AnyDefinition, entity } from '#contract/kit/definition.ts';
import { factory, type Kind } from '#contract/kit/field.ts';
import { versionOf } from '#src/engine/form/change.ts';
import { type FormCore, useFormCore } from '#src/engine/form/use-form-core.ts';
import type { Command } from '#src/engine/use-command.ts';
import { type Reading, useRead } from '#src/engine/use-read.ts';
import type { Sent } from '#src/wire/sent.ts';
import { config } from './setting-key.ts';
import { settingWords } from './setting-words.ts';

type Value = SettingValue<SettingKey>;

interface SettingForm {
  readonly core: FormCore;
  readonly value: Value;
  /** What is wrong with the value as it is typed; empty when nothing is. */
  readonly fault: string;
  readonly history: Reading<{ list: SettingChange[] }>;
  /** Checks and saves; true when it was saved. */
  save(): Promise<boolean>;
  retry(): Promise<boolean>;
}

interface SettingOptions {
  /** The value as the list of settings has it now. */
  state: SettingState;
  mayEdit: boolean;
  command: Command<SettingState>;
  /** Has the list read again. */
  readAgain(): Promise<unknown>;
}

/** One value of the configuration as a form: the core of forms, saved by the call that sets a value over the version that was read. */
export function useSettingForm({ state, mayEdit, command, readAgain }: SettingOptions): SettingForm {
  const { key } = state;
  const history = useRead(config, settingHistoryCall, { input: { key } });
  const definition = useMemo(() => meaningOf(key), [key]);
  const audit = useMemo(() => (history.value?.list ?? []).toReversed().map(stepOf), [history.value]);
  const record = useMemo(
    () => ({ value: state.value, version: state.version, audit, allowed: { edit: mayEdit } }),
    [state.value, state.version, audit, mayEdit],
  );
  const core = useFormCore({
    definition,
    form: `config/${key}`,
    judgedAs: 'add',
    record,
    fresh: nothing,
    ready: !history.loading,
    readAgain,
    command,
  });
  const value = core.values.value as Value;
  const settle = (sent: Sent<SettingState>): boolean => {
    if (sent.ok) core.discard();
    else core.refuse(sent.failure);
    return sent.ok;
  };
  const send = async () => {
    const version = versionOf(core.from.record) ?? 0;
    return (await core.check()) && settle(await command.run(setConfigCall, { key, value, version }));
  };
  return {
    core,
    value,
    fault: settingFault(key, value),
    history,
    save: async () => !core.resting && ((await core.during(send)) ?? false),
    retry: async () => (await core.during(async () => settle(await command.retry()))) ?? false,
  };
}

const nothing = {};

/** Whatever a value is: its own rule says what it may be, and its key how it reads. */
const kind: Kind<Value> = {
  name: 'setting',
  filter: 'equals',
  schema: (z) => z.custom<Value>(() => true),
  print: (value) => String(value),
  parse: () => undefined,
};

function meaningOf(key: SettingKey): AnyDefinition {
  return entity('config', {
    label: settings[key].label,
    group: '/v1/Index',
    title: 'value',
    fields: { value: factory(kind)(settings[key].label) },
    calls: {},
    list: { columns: [], filters: [], search: [], sort: [] },
    rules: [
      ({ value }) => {
        const words = settingFault(key, value as Value);
        return words === '' ? undefined : { field: 'value', words };
      },
    ],
  });
}

/** A change of the value as a step of a history; what it changed stands in words beside. */
function stepOf({ id, at, admin_name }: SettingChange): AuditRow {
  const plain = { from_status: null, to_status: null, result: null, remark: null, changes: null, admin_id: null };
  return { ...plain, id, at, admin_name, action: 'setConfig', label: '修改配置' };
}

/** A value of a comparison as people read it. */
export const shownSetting =
  (key: SettingKey) =>
  (_name: string, value: unknown): string =>
    settingWords(key, value as Value);
