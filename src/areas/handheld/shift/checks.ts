import type { Tone } from '#contract/kit/states.ts';
import type { Battery } from '#src/platform/battery.ts';
import type { StorageSafety } from '#src/platform/device.ts';
import type { OfflineState } from '../use-offline-state.ts';

/** What is known of this device before somebody sets out with it. */
export interface DeviceFacts {
  secure: boolean;
  offline: OfflineState;
  installed: boolean;
  installable: boolean;
  storage: StorageSafety;
  battery: Battery | null;
  /** The reader that was connected last, and how many ports may be opened without asking; null where the browser has none. */
  reader: { label: string | null; ports: number | null };
  /** Server minus device, minutes. */
  skew: number;
  build: string;
  /** What the server has; null where nobody tells. */
  served: string | null;
  unsent: number;
  /** Minutes that the first of them has waited. */
  oldest: number;
  attention: number;
}

/** One thing looked at: how it stands, and what a press does about it. */
export interface Check {
  title: string;
  text: string;
  tone: Extract<Tone, 'done' | 'waiting' | 'refused' | 'idle'>;
  word: string;
  act?: 'persist' | 'install' | 'reader' | 'queue';
}

/** All of it in one look, in the order in which it matters. */
export function checksOf(facts: DeviceFacts): Check[] {
  return [
    offlineCheck(facts),
    storageCheck(facts),
    spaceCheck(facts),
    batteryCheck(facts),
    clockCheck(facts),
    versionCheck(facts),
    queueCheck(facts),
    readerCheck(facts),
  ];
}

function offlineCheck({ secure, offline, installed, installable }: DeviceFacts): Check {
  const title = '离线打开';
  if (!secure) return { title, text: '没有 HTTPS，断网后打不开，请联系管理员', tone: 'refused', word: '不安全' };
  if (offline === 'stopped')
    return { title, text: '管理员已停用，断网时不要关闭或刷新本页', tone: 'refused', word: '已停用' };
  if (offline === 'preparing')
    return { title, text: '正在存下断网要用的页面，请稍候', tone: 'waiting', word: '准备中' };
  if (installed) return { title, text: '已安装为应用', tone: 'done', word: '已就绪' };
  const act = installable ? ({ act: 'install' } as const) : {};
  const text = installable ? '点这里安装到主屏幕，存储更有保障' : '在浏览器中打开，可从浏览器菜单安装';
  return { title, text, tone: 'done', word: '已就绪', ...act };
}

function storageCheck({ storage: { persisted } }: DeviceFacts): Check {
  const title = '存储保护';
  return persisted
    ? { title, text: '浏览器不会自行清理', tone: 'done', word: '受保护' }
    : { title, text: '空间不足时浏览器可能清理，点这里请求保护', tone: 'waiting', word: '未受保护', act: 'persist' };
}

function spaceCheck({ storage: { used, quota } }: DeviceFacts): Check {
  const title = '剩余空间';
  if (used === null || quota === null) return { title, text: '浏览器没有告知', tone: 'idle', word: '未知' };
  const free = Math.max(0, quota - used) / mega;
  const text = `已用 ${Math.ceil(used / mega)} MB`;
  const word = free >= 1024 ? `${(free / 1024).toFixed(1)} GB` : `${Math.floor(free)} MB`;
  if (free < spaceLeast) return { title, text: `${text}，请先腾出空间再开工`, tone: 'refused', word };
  return { title, text, tone: free < spaceGood ? 'waiting' : 'done', word };
}

function batteryCheck({ battery }: DeviceFacts): Check {
  const title = '电量';
  if (!battery) return { title, text: '浏览器没有告知', tone: 'idle', word: '未知' };
  const { percent, charging } = battery;
  const word = `${percent}%`;
  if (charging) return { title, text: '正在充电', tone: 'done', word };
  if (percent < 20) return { title, text: '请先充电', tone: 'refused', word };
  return percent < 50
    ? { title, text: '可能撑不到下班，带上充电器', tone: 'waiting', word }
    : { title, text: '未在充电', tone: 'done', word };
}

function clockCheck({ skew }: DeviceFacts): Check {
  const title = '时钟';
  if (Math.abs(skew) < 2) return { title, text: '与服务器一致', tone: 'done', word: '准' };
  const word = `${skew > 0 ? '慢' : '快'} ${Math.abs(skew)} 分钟`;
  return { title, text: '扫描时间会自动校正，请联网时校准', tone: 'waiting', word };
}

function versionCheck({ build, served }: DeviceFacts): Check {
  const title = '版本';
  const text = build === '' ? '开发版' : build;
  if (served === null) return { title, text: `${text}，没有网络，不知是否最新`, tone: 'idle', word: '未知' };
  return served === build || build === ''
    ? { title, text, tone: 'done', word: '最新' }
    : { title, text: `${text}，服务器上有更新的版本，发送完后更新`, tone: 'waiting', word: '可更新' };
}

function queueCheck({ unsent, oldest, attention }: DeviceFacts): Check {
  const title = '本机记录';
  if (attention > 0)
    return { title, text: '上一班留下的，请先处理', tone: 'refused', word: `${attention} 条需处理`, act: 'queue' };
  if (unsent === 0) return { title, text: '没有未发送的记录', tone: 'done', word: '全部已接收' };
  return {
    title,
    text: oldest > 0 ? `最早 ${oldest} 分钟前` : '正在发送',
    tone: oldest >= 30 ? 'refused' : 'waiting',
    word: `${unsent} 条未发送`,
    act: 'queue',
  };
}

function readerCheck({ reader: { label, ports } }: DeviceFacts): Check {
  const title = '标签读写器';
  if (ports === null && label === null)
    return { title, text: '这个浏览器不能用串口读写器，扫描枪不受影响', tone: 'idle', word: '不支持' };
  if (label === null) return { title, text: '还没有连接过，要用时点这里', tone: 'idle', word: '未连接', act: 'reader' };
  return ports === 0
    ? { title, text: `${label} 不在，接上或启动后点这里`, tone: 'waiting', word: '没找到', act: 'reader' }
    : { title, text: `上次用的是 ${label}，点这里连接`, tone: 'done', word: '可连接', act: 'reader' };
}

const mega = 1_048_576;
/** Megabytes: a shift of 20,000 scans takes about 40. */
const spaceLeast = 200;
const spaceGood = 1024;
