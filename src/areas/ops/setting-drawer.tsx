import { Button, Drawer } from 'antd';
import { type FormEvent, useId } from 'react';
import type { SettingChange, SettingState } from '#contract/areas/ops/settings.ts';
import { type SettingKey, settings } from '#contract/areas/shell/config.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import type { Command } from '#src/engine/use-command.ts';
import type { Reading } from '#src/engine/use-read.ts';
import { EmptyFace, FailureFace, LoadingFace } from '#src/kit/desk/faces.tsx';
import { FormNotices } from '#src/kit/desk/form-notices.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { UnknownOutcome } from '#src/kit/desk/unknown-outcome.tsx';
import { useGuardedClose } from '#src/kit/desk/use-guarded-close.tsx';
import styles from './ops.module.css';
import { shownSetting, useSettingForm } from './setting-form.ts';
import { SettingInput } from './setting-input.tsx';
import { settingWords } from './setting-words.ts';

interface SettingDrawerProps {
  /** As the list has it now; what is sent stands on the version that was there when its person began to change it. */
  state: SettingState;
  mayEdit: boolean;
  /** That of the list, whose rows rest until they have been read again. */
  command: Command<SettingState>;
  /** Has the list read again. */
  readAgain(): Promise<unknown>;
  onClose(): void;
}

/** One value: changed here, judged by the same rule as on the server, with all its changes below. */
export function SettingDrawer({ state, mayEdit, command, readAgain, onClose }: SettingDrawerProps) {
  const { key } = state;
  const { label } = settings[key];
  const form = useSettingForm({ state, mayEdit, command, readAgain });
  const { core, value, fault, history } = form;
  const toast = useToast();
  const id = useId();
  const { close, question } = useGuardedClose(core.dirty, onClose, core.discard);
  const wrong = fault || core.errors.value || core.errors[''];
  const settle = (saved: boolean) => {
    if (!saved) return;
    toast.good('配置已修改，立即生效');
    onClose();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (core.dirty) void form.save().then(settle);
  };
  return (
    <Drawer open size={420} title={label} onClose={close}>
      <FormNotices form={core} thing="此配置" shown={shownSetting(key)} />
      <form className={styles.detail} onSubmit={save}>
        <div className="desk-field">
          <label htmlFor={id}>{label}</label>
          <SettingInput
            id={id}
            name={key}
            value={value}
            disabled={!mayEdit || core.resting || core.looking}
            onChange={(next) => core.set('value', next)}
          />
          <span className="desk-hint">默认：{settingWords(key, settings[key].initial)}</span>
          {wrong && (
            <p className="desk-wrong" role="alert">
              {wrong}
            </p>
          )}
          {core.unknown && (
            <UnknownOutcome
              failure={core.saveFailure}
              running={core.saving}
              onRetry={() => void form.retry().then(settle)}
              onGiveUp={core.giveUp}
            />
          )}
        </div>
        {mayEdit && (
          <div>
            <Button
              type="primary"
              htmlType="submit"
              loading={core.saving}
              disabled={!core.dirty || fault !== '' || core.unknown}
            >
              保存
            </Button>
          </div>
        )}
      </form>
      <History of={key} reading={history} />
      {question}
    </Drawer>
  );
}

function History({ of: key, reading }: { of: SettingKey; reading: Reading<{ list: SettingChange[] }> }) {
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
