import { readdirSync, writeFileSync } from 'node:fs';
import { areaList } from '@vant/area-data';
import { sql } from 'kysely';
import { connect } from './connect.ts';

/**
 * `DATABASE_URL=… npm run areas:write`: compares the areas of the country (GB/T 2260, as the package of areas has them) with those of
 * the database there, and writes what is new or has another name as the next migration. Areas that the country has given
 * up stay, for the records that name them.
 */
async function main(): Promise<void> {
  const url = process.env.DATABASE_URL;
  if (!url) {
    process.stderr.write(
      'areas:write compares with a database that has every migration: say which with DATABASE_URL.\n',
    );
    process.exitCode = 1;
    return;
  }
  const known = await areasIn(url);
  const given = Object.entries({ ...areaList.province_list, ...areaList.city_list, ...areaList.county_list });
  const changed = given
    .filter(([code, name]) => known.get(code) !== name)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  if (changed.length === 0) {
    process.stdout.write('The database has all areas; nothing to write.\n');
    return;
  }
  const folder = new URL('./migrations/', import.meta.url);
  const last = Math.max(0, ...readdirSync(folder).map((file) => Number.parseInt(file, 10) || 0));
  const file = `${String(last + 1).padStart(4, '0')}-areas.sql`;
  writeFileSync(new URL(file, folder), migrationOf(changed));
  process.stdout.write(`Wrote server/database/migrations/${file}: read it, then commit it.\n`);
}

async function areasIn(url: string): Promise<Map<string, string>> {
  const { db, close } = await connect({ url, max: 1 });
  try {
    const { rows } = await sql<{ code: string; name: string }>`select code, name from area`.execute(db);
    return new Map(rows.map(({ code, name }) => [code, name]));
  } finally {
    await close();
  }
}

/** A line for each province and for each city with its districts: code and name of each in one word. */
function migrationOf(areas: readonly (readonly [code: string, name: string])[]): string {
  const lines = areas
    .map(([code, name]) => `${code.endsWith('00') ? '\n' : ' '}${code}${name.replace(/\s+/g, '')}`)
    .join('');
  return `-- Areas of the country (GB/T 2260) that are new or have another name: a line for each province, and for each city with its districts.
insert into area (code, parent_code, name, level, full_name)
select code, case when code like '%0000' then null when code like '%00' then left(code, 2) || '0000' else left(code, 4) || '00' end,
  name, case when code like '%0000' then 1 when code like '%00' then 2 else 3 end, name
from (select left(word, 6) as code, substr(word, 7) as name from regexp_split_to_table($areas$${lines}$areas$, '\\s+') as word where word <> '') as given
on conflict (code) do update set name = excluded.name, version = area.version + 1, updated_at = now();

-- A name that stands above already is said once: 上海市 杨浦区.
with recursive named (code, own, whole) as (
  select code, name, name from area where parent_code is null
  union all
  select a.code, a.name, case when a.name = n.own then n.whole else n.whole || ' ' || a.name end from area a join named n on n.code = a.parent_code
)
update area a set full_name = n.whole from named n where n.code = a.code and a.full_name <> n.whole;
`;
}

await main();
