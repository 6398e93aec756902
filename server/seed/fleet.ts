import { clientVersion } from '#contract/areas/fleet/client-version.ts';
import { fleetCalls } from '#contract/areas/fleet/fleet-calls.ts';
import { clientType } from '#contract/areas/fleet/version-enums.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { serveFleet } from '#server/areas/fleet/serve-fleet.ts';
import { Chance } from './chance.ts';
import { openClerks } from './clerks.ts';
import type { SeedStep } from './context.ts';

/** Builds of the web client, the oldest first; what really runs is newer than all of them. */
const builds = ['3f9a1c77b0e2', '8d24e6105fa9', 'c51b07e9a438'] as const;

interface SeedVersion {
  readonly client_type: number;
  readonly version_no: string;
  readonly build_no: number;
  readonly notes: string;
  readonly daysAgo: number;
  readonly until: 'draft' | 'published' | 'revoked';
  readonly force_update?: boolean;
  readonly page_build?: string;
  readonly file_path?: string;
}

const { pos, pda, miniProgram, web } = clientType;
const versions: readonly SeedVersion[] = [
  {
    client_type: web,
    version_no: '1.6.0',
    build_no: 160,
    page_build: builds[0],
    notes: '采购与仓储上线',
    daysAgo: 60,
    until: 'published',
  },
  {
    client_type: web,
    version_no: '1.7.0',
    build_no: 170,
    page_build: builds[1],
    notes: '结算与会员；修复盘点页偶发卡顿',
    daysAgo: 25,
    until: 'published',
  },
  {
    client_type: web,
    version_no: '1.7.1',
    build_no: 171,
    page_build: builds[2],
    notes: '价签打印偏移，已撤回',
    daysAgo: 6,
    until: 'revoked',
  },
  {
    client_type: pos,
    version_no: '5.2.0',
    build_no: 520,
    file_path: 'pos/pos-5.2.0.exe',
    notes: '支持储值支付',
    daysAgo: 40,
    until: 'published',
  },
  {
    client_type: pda,
    version_no: '2.3.1',
    build_no: 231,
    file_path: 'pda/pda-2.3.1.apk',
    notes: '扫描提示音可调',
    daysAgo: 30,
    until: 'published',
    force_update: true,
  },
  {
    client_type: pda,
    version_no: '2.4.0',
    build_no: 240,
    file_path: 'pda/pda-2.4.0.apk',
    notes: '收货按箱计数',
    daysAgo: 2,
    until: 'draft',
  },
  {
    client_type: miniProgram,
    version_no: '1.1.0',
    build_no: 110,
    notes: '会员积分查询',
    daysAgo: 15,
    until: 'published',
  },
];

/** Versions in every state, and 25 devices on three builds: tablets of the warehouse, desks of the office, some behind, some full. */
export async function seedFleet(step: SeedStep): Promise<void> {
  const clerks = openClerks(step, { chance: new Chance(20_260_381), serve: [serveFleet] });
  const seen = async (place: number, build: string, minutesAgo: number): Promise<void> => {
    const tablet = place < 12;
    const unsent = tablet && place % 4 === 1 ? 3 + place * 2 : 0;
    // Each call is made an hour after what was begun.
    clerks.begin((minutesAgo + 60) / 1440);
    await clerks.ask(
      tablet ? (place % 2 === 0 ? 'whs' : 'whs2') : (desks[place % desks.length] ?? 'whs'),
      fleetCalls.seen,
      {
        device_id: `demo-device-${String(place).padStart(2, '0')}`,
        name: tablet ? `平板 ${place + 1}` : `Windows · Chrome ${148 + (place % 2)}`,
        page_build: build,
        worker_build: place % 7 === 3 ? null : build,
        waiting_update: build !== builds[2] && place % 3 === 0,
        shown_as: tablet ? 2 : 1,
        unsent,
        oldest_seconds: unsent === 0 ? null : 600 * place,
        attention: place === 5 ? 2 : 0,
        storage_persisted: place % 5 !== 4,
        storage_used: 18_000_000 + place * 1_700_000,
        skew_ms: place === 9 ? 185_000 : place * 90 - 700,
      },
    );
  };
  // First the builds, in the order of their coming.
  for (const [place, build] of builds.entries()) await seen(place, build, (60 - place * 25) * 1440);
  for (const { daysAgo, until, ...version } of versions) {
    clerks.begin(daysAgo);
    const { id } = await clerks.ask('it', callsOf(clientVersion).add, version);
    if (until === 'draft') continue;
    await clerks.ask('it', fleetCalls.publish, { id });
    if (until === 'revoked') await clerks.ask('it', fleetCalls.revoke, { id, reason: '价签打印位置偏移' });
  }
  for (let place = 0; place < 25; place += 1)
    await seen(
      place,
      builds[place % 5 === 0 ? 0 : place % 5 < 4 ? 1 : 2] ?? builds[1],
      place % 6 === 5 ? 60 * (place + 4) : 2 + place,
    );
}

const desks = ['buyer', 'goods', 'fin', 'whsMgr'] as const;
