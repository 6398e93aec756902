import { Segmented, Select, Switch } from 'antd';
import { useId } from 'react';
import { type Preferences, preferencesCall } from '#contract/areas/me/account.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { preferencesNow, useOwnPreferences, wishPreferences } from '#src/engine/own-preferences.ts';
import { useRead } from '#src/engine/use-read.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { Card } from './card.tsx';
import styles from './me.module.css';

/** How this person likes things; kept on the server, so that it follows them to the next device. Each choice counts at once. */
export function PreferencesCard() {
  const reading = useRead(preferences, preferencesCall, { input: {} });
  const wire = useWire();
  const own = useOwnPreferences();
  const toast = useToast();
  const id = useId();
  // What was chosen here stands above what was read before it.
  const chosen = reading.value && { ...reading.value.preferences, ...preferencesNow(own) };
  const choose = async (change: Partial<Preferences>) => {
    const failure = await wishPreferences(wire, change);
    if (failure) toast.bad(wordsOf(failure));
  };
  return (
    <Card title="偏好" of={reading}>
      {chosen && (
        <div className={styles.choices}>
          <div className={styles.choice}>
            <span>外观</span>
            <Segmented<Preferences['theme']>
              block
              aria-label="外观"
              value={chosen.theme}
              options={themes}
              onChange={(theme) => void choose({ theme })}
            />
          </div>
          <div className={styles.choice}>
            <span>表格行高</span>
            <Segmented<Preferences['density']>
              block
              aria-label="表格行高"
              value={chosen.density}
              options={densities}
              onChange={(density) => void choose({ density })}
            />
          </div>
          <div className={styles.choice}>
            <label htmlFor={`${id}-start`}>登录后打开</label>
            <Select
              id={`${id}-start`}
              showSearch={{ optionFilterProp: 'label' }}
              value={chosen.start}
              options={[
                { value: '', label: '首页' },
                ...(reading.value?.starts ?? []).map(({ route, name }) => ({ value: route, label: name })),
              ]}
              onChange={(start) => void choose({ start })}
            />
          </div>
          <div className={styles.choice}>
            <label htmlFor={`${id}-sound`}>仓库模式声音</label>
            <span>
              <Switch id={`${id}-sound`} checked={chosen.sound} onChange={(sound) => void choose({ sound })} />
            </span>
          </div>
          <div className={styles.choice}>
            <label htmlFor={`${id}-guide`}>首页新手提示</label>
            <span>
              <Switch id={`${id}-guide`} checked={chosen.guide} onChange={(guide) => void choose({ guide })} />
            </span>
          </div>
        </div>
      )}
    </Card>
  );
}

const preferences = { name: 'preferences' } as const;

const themes: { value: Preferences['theme']; label: string }[] = [
  { value: 'auto', label: '跟随系统' },
  { value: 'light', label: '浅色' },
  { value: 'dark', label: '深色' },
];
const densities: { value: Preferences['density']; label: string }[] = [
  { value: 'normal', label: '标准' },
  { value: 'dense', label: '紧凑' },
];
