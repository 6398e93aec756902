import { useQueryClient } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { type SettingState, setConfigCall, settingHistoryCall } from '#contract/areas/ops/settings.ts';
import { settings } from '#contract/areas/shell/config.ts';
import { settingFault } from '#contract/areas/shell/setting-fault.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { forget } from '#src/engine/query-keys.ts';
import type { Command } from '#src/engine/use-command.ts';
import { useRead } from '#src/engine/use-read.ts';
import { EmptyFace, FailureFace, LoadingFace } from '#src/kit/desk/faces.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { useGuardedClose } from '#src/kit/desk/use-guarded-close.tsx';
import styles from './ops.module.css';
import { SettingInput } from './setting-input.tsx';
import { config } from './setting-key.ts';
import { settingWords } from './setting-words.ts';

interface SettingDrawerProps {
  /** As it was seen when the drawer was opened: what is sent stands on this version. */
  state: SettingState;
  mayEdit: boolean;
  /** That of the list, whose rows rest until they have been read again. */
  command: Command<SettingState>;
  onClose(): void;
}

/** One value: changed here, judged by the same rule as on the server, with all its changes below. */
export function SettingDrawer({ state, mayEdit, command, onClose }: SettingDrawerProps) {
  const { key } = state;
  const { label } = settings[key];
  const [value, setValue] = useState(state.value);
  const [refused, setRefused] = useState('');
  const queries = useQueryClient();
  const toast = useToast();
  const id = useId();
  const fault = settingFault(key, value);
  const same = JSON.stringify(value) === JSON.stringify(state.value);
  const { close, question } = useGuardedClose(!same, onClose);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (fault !== '' || same || command.running) return;
    const sent = await command.run(setConfigCall, { key, value, version: state.version });
    if (!sent.ok) {
      setRefused(wordsOf(sent.failure));
      // Somebody else was faster: the list below shows theirs, and the drawer starts from it when it is opened again.
      if (sent.failure.kind === 'refused' && sent.failure.refusal === 'versionConflict') await forget(queries, config);
      return;
    }
    toast.good('配置已修改，立即生效');
    onClose();
  };
  return (
    <Drawer open size={420} title={label} onClose={close}>
      <form className={styles.detail} onSubmit={(event) => void save(event)}>
        <div className="desk-field">
          <label htmlFor={id}>{label}</label>
          <SettingInput id={id} name={key} value={value} disabled={!mayEdit} onChange={setValue} />
          <span className="desk-hint">默认：{settingWords(key, settings[key].initial)}</span>
          {(fault || refused) && (
            <p className="desk-wrong" role="alert">
              {fault || refused}
            </p>
          )}
        </div>
        {mayEdit && (
          <div>
            <Button type="primary" htmlType="submit" loading={command.running} disabled={same || fault !== ''}>
              保存
            </Button>
          </div>
        )}
      </form>
      <History of={state} />
      {question}
    </Drawer>
  );
}

function History({ of: { key } }: { of: SettingState }) {
  const reading = useRead(config, settingHistoryCall, { input: { key } });
  const list = reading.value?.list ?? [];
  return (
    <section className="desk-block">
      <h2>修改记录</h2>
      {reading.failure ? (
        <FailureFace failure={reading.failure} onRetry={reading.reload} />
      ) : reading.loading ? (
        <LoadingFace />
      ) : list.length === 0 ? (
        <EmptyFace words="还没有修改过" />
      ) : (
        <ol className={styles.history}>
          {list.map((change) => (
            <li key={change.id}>
              <del>{settingWords(key, change.before)}</del> → <strong>{settingWords(key, change.after)}</strong>
              <small>
                {printTime(change.at)} {change.admin_name ?? '系统'}
              </small>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
