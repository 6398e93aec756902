import { describe, expect, it } from 'vitest';
import { newDevice } from '#tests/torture/device.ts';

const key = { uid: 11, name: 'list/sup', schema: 2 };

describe('a kept value is not replaced', () => {
  it('by an older one that was longer on its way', async () => {
    const device = await newDevice();
    const { references } = device.local;
    const asked = references.now();
    device.time += 1000;
    await references.put(key, ['newer']);
    device.time += 1000;
    await references.put(key, ['older'], asked);
    expect(await references.get(key)).toMatchObject({ value: ['newer'] });
  });

  it('by a page of an earlier version, which cannot read it either', async () => {
    const device = await newDevice();
    const { references } = device.local;
    await references.put(key, ['of today']);
    device.time += 1000;
    const old = { ...key, schema: 1 };
    expect(await references.get(old)).toBeNull();
    // The page goes on with what it has fetched, and keeps it for nobody.
    expect(await references.through(old, async () => ['of yesterday'])).toMatchObject({ value: ['of yesterday'] });
    expect(await references.get(old)).toBeNull();
    expect(await references.get(key)).toMatchObject({ value: ['of today'] });
  });

  it('by what was on its way when it was forgotten', async () => {
    const device = await newDevice();
    const { references } = device.local;
    await references.put({ ...key, name: 'menu' }, ['menu']);
    const arrived = references.through(key, async () => {
      device.time += 1000;
      await references.forget(key.uid, [key.name]);
      device.time += 1000;
      return ['of before'];
    });
    expect(await arrived).toMatchObject({ value: ['of before'] });
    expect(await references.get(key)).toBeNull();
    expect(await references.get({ ...key, name: 'menu' })).not.toBeNull();
    await references.put(key, ['of after']);
    expect(await references.get(key)).toMatchObject({ value: ['of after'] });
  });
});

describe('a kept value', () => {
  it('is replaced by a newer one, also when the kept one comes from a clock that was ahead', async () => {
    const device = await newDevice();
    const { references } = device.local;
    await references.put(key, ['from the future']);
    device.time -= 86_400_000;
    const asked = references.now();
    device.time += 10;
    await references.put(key, ['of now'], asked);
    expect(await references.get(key)).toMatchObject({ value: ['of now'], fetchedAt: asked, expired: false });
  });

  it('of everybody else goes when another person signs in', async () => {
    const { local } = await newDevice();
    await local.references.put(key, ['mine']);
    await local.references.put({ ...key, uid: 10 }, ['hers']);
    await local.references.put({ ...key, uid: 12 }, ['his']);
    await local.references.clearOthers(11);
    expect(await local.references.get({ ...key, uid: 10 })).toBeNull();
    expect(await local.references.get({ ...key, uid: 12 })).toBeNull();
    expect(await local.references.get(key)).toMatchObject({ value: ['mine'] });
  });
});
