import { Link } from 'react-router-dom';
import { configCall, type SettingKey, settings } from '#contract/areas/shell/config.ts';
import { useMayOpen } from '#src/engine/places.ts';
import { useRead } from '#src/engine/use-read.ts';

const killSwitches = ['pause_drain', 'stop_service_worker'] as const satisfies readonly SettingKey[];

/** What operations have pulled for all devices at once (decision 0012), and the way to where it is pulled and let go. */
export function KillSwitches() {
  const mayOpen = useMayOpen();
  return (
    <p className="desk-hint">
      {killSwitches.map((key) => (
        <KillSwitch key={key} name={key} />
      ))}
      {mayOpen('/ops/config') && <Link to="/ops/config">到配置中开启或解除</Link>}
    </p>
  );
}

function KillSwitch({ name }: { name: (typeof killSwitches)[number] }) {
  const read = useRead({ name: 'config' }, configCall, { input: { key: name } });
  if (read.value === undefined) return null;
  const on = read.value.value === 1;
  return (
    <span className={on ? 'desk-wrong' : undefined}>{`${settings[name].label}：${on ? '已开启' : '未开启'}　`}</span>
  );
}
