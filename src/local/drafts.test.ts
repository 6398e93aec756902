import { expect, it } from 'vitest';
import { newDevice } from '#tests/torture/device.ts';
import { draftDays } from './drafts.ts';

const place = { uid: 11, page: '/shops/edit?id=5', form: 'brand/5' };

it('shows a draft to nobody else, on no other page and in no other form', async () => {
  const { local } = await newDevice();
  await local.drafts.put(place, { name: '安踏' });
  for (const other of [
    { ...place, uid: 12 },
    { ...place, page: '/shops/edit?id=6' },
    { ...place, form: 'brand/6' },
  ])
    expect(await local.drafts.take(other)).toBeNull();
  expect(await local.drafts.take(place)).toMatchObject({ value: { name: '安踏' } });
});

it('leaves a draft to the page that is at work on it, until that is gone', async () => {
  const device = await newDevice();
  await device.local.drafts.put(place, '甲');
  const second = await device.secondPage();
  expect(await second.local.drafts.take(place)).toBeNull();
  await second.local.drafts.put(place, '乙');
  device.die();
  expect(await second.local.drafts.take(place)).toMatchObject({ value: '乙' });
  await second.local.drafts.drop(place);
  expect(await second.local.drafts.take(place)).toMatchObject({ value: '甲' });
  // Taken over, it is the second page's own: dropped, it is gone for good.
  await second.local.drafts.drop(place);
  expect(await second.local.drafts.take(place)).toBeNull();
});

it('keeps the latest, tells when, and forgets it after thirty days', async () => {
  const device = await newDevice();
  await device.local.drafts.put(place, '早');
  device.time += 1000;
  const savedAt = device.time;
  await device.local.drafts.put(place, '晚');
  device.time += draftDays * 86_400_000;
  expect(await device.local.drafts.take(place)).toEqual({ savedAt, value: '晚' });
  device.time += 1;
  expect(await device.local.drafts.take(place)).toBeNull();
});

it('forgets all of a page, and nothing of another', async () => {
  const { local } = await newDevice();
  const other = { ...place, page: '/shops/edit?id=6' };
  await local.drafts.put(place, '甲');
  await local.drafts.put({ ...place, form: 'unit/new' }, '乙');
  await local.drafts.put(other, '丙');
  await local.drafts.dropPages(11, [place.page]);
  expect(await local.drafts.take(place)).toBeNull();
  expect(await local.drafts.take({ ...place, form: 'unit/new' })).toBeNull();
  expect(await local.drafts.take(other)).toMatchObject({ value: '丙' });
});

it('forgets all of whoever leaves, of every page of the device, and nothing of anybody else', async () => {
  const device = await newDevice();
  const second = await device.secondPage();
  const others = { ...place, uid: 12 };
  await device.local.drafts.put(place, '甲');
  await device.local.drafts.put({ ...place, page: '/shops/edit?id=6' }, '乙');
  await second.local.drafts.put({ ...place, form: 'unit/new' }, '丙');
  await device.local.drafts.put(others, '丁');
  await device.local.drafts.dropAll(11);
  device.die();
  for (const gone of [place, { ...place, page: '/shops/edit?id=6' }, { ...place, form: 'unit/new' }])
    expect(await second.local.drafts.take(gone)).toBeNull();
  expect(await second.local.drafts.take(others)).toMatchObject({ value: '丁' });
});
