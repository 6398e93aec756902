import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { type SettingState, setConfigCall, settingsCall } from '#contract/areas/ops/settings.ts';
import { type SettingKey, settings } from '#contract/areas/shell/config.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { forget } from '#src/engine/query-keys.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useRead } from '#src/engine/use-read.ts';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import styles from './ops.module.css';
import { SettingDrawer } from './setting-drawer.tsx';
import { config } from './setting-key.ts';
import { settingWords } from './setting-words.ts';

/** 配置: every value of the installation, what holds, who set it last; its history and the way to change it beside. */
export function Screen() {
  const reading = useRead(config, settingsCall, { input: {} });
  const mayEdit = useAllowed(setConfigCall.access);
  const [openKey, setOpenKey] = useState<SettingKey | null>(null);
  const command = useCommand<SettingState>(config);
  const queries = useQueryClient();
  const list = reading.value?.list ?? [];
  const open = list.find(({ key }) => key === openKey);
  return (
    <PageFrame
      title="配置"
      loading={reading.loading}
      failure={reading.failure}
      stale={reading.stale}
      onRetry={reading.reload}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">配置</th>
            <th scope="col">当前值</th>
            <th scope="col">默认值</th>
            <th scope="col">最近修改</th>
            <th scope="col">
              <span className={styles.end}>操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((state) => (
            <tr key={state.key}>
              <td>
                {settings[state.key].label} <span className="desk-hint">{state.key}</span>
                <p className={`desk-hint ${styles.help}`}>{settings[state.key].help}</p>
              </td>
              <td>
                <strong>{settingWords(state.key, state.value)}</strong>
              </td>
              <td className="desk-hint">{settingWords(state.key, settings[state.key].initial)}</td>
              <td>{state.updated_at ? `${printTime(state.updated_at)} ${state.updated_by ?? ''}` : '—'}</td>
              <td>
                <div className={styles.end}>
                  <Button
                    size="small"
                    type="link"
                    disabled={command.running}
                    onClick={() => setOpenKey(state.key)}
                    aria-label={`${mayEdit ? '修改' : '查看'}${settings[state.key].label}`}
                  >
                    {mayEdit ? '修改' : '查看'}
                  </Button>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {open && (
        <SettingDrawer
          key={open.key}
          state={open}
          mayEdit={mayEdit}
          command={command}
          readAgain={() => forget(queries, config)}
          onClose={() => {
            command.giveUp();
            setOpenKey(null);
          }}
        />
      )}
    </PageFrame>
  );
}
