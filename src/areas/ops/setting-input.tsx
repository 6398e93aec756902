import { Input, InputNumber, Select, Switch } from 'antd';
import { type SettingKey, type SettingValue, settings } from '#contract/areas/shell/config.ts';
import { saidOf } from './setting-words.ts';

interface SettingInputProps {
  id: string;
  name: SettingKey;
  value: SettingValue<SettingKey>;
  disabled: boolean;
  onChange(value: SettingValue<SettingKey>): void;
}

/** The input that fits a value's kind: a switch, a number in its unit, several numbers. */
export function SettingInput({ id, name, value, disabled, onChange }: SettingInputProps) {
  const { kind, least, most } = settings[name];
  const { by, unit } = saidOf(name);
  if (kind === 'flag')
    return <Switch id={id} checked={value === 1} disabled={disabled} onChange={(on) => onChange(on ? 1 : 0)} />;
  if (kind === 'entries')
    return (
      <Input.TextArea
        id={id}
        autoSize={{ minRows: 4, maxRows: 20 }}
        disabled={disabled}
        value={Array.isArray(value) ? value.join('\n') : ''}
        onChange={({ target }) => onChange(target.value.split('\n'))}
        // Lines that say nothing are none, once somebody has gone on.
        onBlur={({ target }) => onChange(target.value.split('\n').filter((line) => line.trim() !== ''))}
      />
    );
  if (kind === 'wholes')
    return (
      <Select
        id={id}
        mode="tags"
        open={false}
        suffixIcon={null}
        disabled={disabled}
        tokenSeparators={[',', '，', '、', ' ']}
        value={(typeof value === 'number' ? [value] : value).map(String)}
        onChange={(typed: string[]) => onChange(typed.map(Number))}
      />
    );
  return (
    <InputNumber
      id={id}
      className="desk-figure"
      style={{ inlineSize: '100%' }}
      disabled={disabled}
      min={least / by}
      max={most / by}
      precision={by === 1 ? 0 : 2}
      suffix={unit}
      value={typeof value === 'number' ? value / by : null}
      onChange={(typed) => onChange(typed === null ? Number.NaN : Math.round(typed * by))}
    />
  );
}
