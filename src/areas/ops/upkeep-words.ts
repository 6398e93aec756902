import { type Upkeep, upkeepLimits } from '#contract/areas/ops/health.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import type { Tone } from '#contract/kit/states.ts';

/** One thing that is kept up: how it stands, in a word and its tone, and what to do; no advice where all is well. */
export interface UpkeepRow {
  readonly name: string;
  readonly tone: Tone;
  readonly state: string;
  readonly value: string;
  readonly advice: string;
}

/** How the queue, the backup and the books stand, the same order always. */
export function upkeepRows({ tasks, backup, check }: Upkeep): UpkeepRow[] {
  return [taskRow(tasks), backupRow(backup), checkRow(check)];
}

function taskRow({ unfinished, age }: Upkeep['tasks']): UpkeepRow {
  const name = '工单队列';
  if (unfinished === 0) return { name, ...well, value: '没有等待或进行中的工单' };
  const value = `${unfinished} 个，最早的已等 ${printAge(age)}`;
  if (age <= upkeepLimits.tasks) return { name, ...well, value };
  return {
    name,
    tone: 'refused',
    state: '积压',
    value,
    advice: '到“数据中心 › 导出列表”看最早的工单；一直没有进度就重启服务，工单会自己重新开始。',
  };
}

function backupRow(backup: Upkeep['backup']): UpkeepRow {
  const name = '备份';
  const advice = '在服务器上运行 npm run backup，并把备份复制到另一台机器；建议每天定时运行。';
  if (!backup) return { name, tone: 'refused', state: '没有', value: '此数据目录还没有做过备份', advice };
  const value = `${printTime(backup.at)}（${printAge(backup.age)}前）`;
  if (backup.age <= upkeepLimits.backup) return { name, ...well, value };
  return { name, tone: 'waiting', state: '过期', value, advice };
}

function checkRow(check: Upkeep['check']): UpkeepRow {
  const name = '账户核对';
  const run = '到“运维 › 账户核对”点“立即核对”；平时每天凌晨自动核对。';
  if (!check) return { name, tone: 'waiting', state: '没有', value: '还没有核对过', advice: run };
  const value = `${printTime(check.at)}（${printAge(check.age)}前）`;
  if (check.broken > 0)
    return {
      name,
      tone: 'refused',
      state: `${check.broken} 项有差异`,
      value,
      advice: '到“运维 › 账户核对”看是哪些行，核实前不要改动相关单据，并通知负责账务的人。',
    };
  if (check.unfinished > 0)
    return { name, tone: 'waiting', state: `${check.unfinished} 项未完成`, value, advice: `核对超时。${run}` };
  if (check.age > upkeepLimits.check) return { name, tone: 'waiting', state: '过期', value, advice: run };
  return { name, ...well, state: '正确', value };
}

const well = { tone: 'done', state: '正常', advice: '' } as const;

/** The two largest units that say something: 3 天 4 小时, 12 分钟. */
function printAge(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return '不到 1 分钟';
  if (minutes < 60) return `${minutes} 分钟`;
  const hours = Math.floor(minutes / 60);
  const rest = hours < 24 ? `${minutes % 60} 分钟` : `${hours % 24} 小时`;
  return `${hours < 24 ? `${hours} 小时` : `${Math.floor(hours / 24)} 天`}${rest.startsWith('0 ') ? '' : ` ${rest}`}`;
}
