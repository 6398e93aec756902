import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { configCall, settingKeys, settings } from '#contract/areas/shell/config.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { testServer } from '#tests/factories/server.ts';
import { serveConfig } from './config.ts';

let db: Kysely<unknown>;
let house: House;

beforeAll(async () => {
  ({ db } = await testDatabase());
  house = openHouse(db);
});

describe('a configuration value', () => {
  it('is told to nobody who is not signed in', async () => {
    const server = await testServer(db, { serve: serveConfig });
    const { status } = await server.call('/api/erp/v1/Index/getConfig', { key: 'skip_pack' });
    expect(status).toBe(401);
  });

  it.each(['demo_data', 'nothing', ''])('named %j is none', async (key) => {
    await sql`insert into config (key, value, name) values ('demo_data', '["x"]', 'x') on conflict do nothing`.execute(
      db,
    );
    const person = await house.person('仓管', []);
    await expect(house.ask(person, configCall, { key: key as never })).rejects.toMatchObject({
      kind: 'invalid',
      field: 'key',
    });
  });

  it('is its default until it is set', async () => {
    const person = await house.person('仓管', []);
    for (const key of settingKeys)
      expect(await house.ask(person, configCall, { key })).toEqual({ value: settings[key].initial });
    await sql`insert into config (key, value, name) values ('sku_expire_notice_times', '[3, 7]', '临期')`.execute(db);
    expect(await house.ask(person, configCall, { key: 'sku_expire_notice_times' })).toEqual({ value: [3, 7] });
  });
});
