import { describe, expect, it } from 'vitest';
import { type Held, isIdle, planRights } from './rights-plan.ts';

const held: Held = { role: [1, 2], dataRole: [5], organize: [10, 11], main: 10 };
const nothing = { role: [], dataRole: [], organize: [] };

describe('a save of rights', () => {
  it('that names nothing changes nothing', () => {
    expect(isIdle(planRights(held, {}))).toBe(true);
    expect(
      isIdle(planRights(held, { role_ids: [2, 1], data_role_ids: [5], organize_ids: [11], main_organize_id: 10 })),
    ).toBe(true);
  });

  it('adds later and takes away at once', () => {
    expect(planRights(held, { role_ids: [2, 3], data_role_ids: [] })).toEqual({
      added: { role: [3], dataRole: [], organize: [], mainOrganize: [] },
      lost: { organize: [] },
      removed: { role: [1], dataRole: [5], organize: [] },
      movesTo: undefined,
    });
  });

  it('never takes the main organisation out of the organisations', () => {
    expect(planRights(held, { organize_ids: [] }).removed).toEqual({ ...nothing, organize: [11] });
  });

  it('moves at once to an organisation that is held already, and leaves the old one when told', () => {
    expect(planRights(held, { main_organize_id: 11 })).toMatchObject({ movesTo: 11, removed: nothing });
    expect(planRights(held, { main_organize_id: 11, organize_ids: [11] })).toMatchObject({
      movesTo: 11,
      removed: { organize: [10] },
    });
  });

  it('waits for a new main organisation, and keeps the old one until then', () => {
    expect(planRights(held, { main_organize_id: 12, organize_ids: [12] })).toEqual({
      added: { role: [], dataRole: [], organize: [], mainOrganize: [12] },
      lost: { organize: [10] },
      removed: { ...nothing, organize: [11] },
      movesTo: undefined,
    });
  });

  it('of somebody who belongs nowhere yet', () => {
    const nowhere: Held = { ...held, organize: [], main: null };
    expect(planRights(nowhere, { main_organize_id: 12 })).toMatchObject({
      added: { mainOrganize: [12] },
      lost: { organize: [] },
    });
    expect(planRights(nowhere, { organize_ids: [12] })).toMatchObject({ added: { organize: [12], mainOrganize: [] } });
  });
});
