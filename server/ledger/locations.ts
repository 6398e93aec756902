/** Counterparties of a posting (amendments B): where goods come from and go to when they are in no warehouse. */
export type Counterparty = keyof typeof counterparties;

/** Their locations: the same for every warehouse. */
export const counterparties = { supplier: 1, customer: 2, gain_loss: 3, own_use: 4, scrap: 5, opening: 6 } as const;

/** The locations a posting of one warehouse needs: its own, its transit, and the counterparties. */
export interface Locations extends Record<Counterparty, number> {
  readonly warehouse: number;
  readonly transit: number;
}

/**
 * The locations around one warehouse. Their ids are worked out, so that a posting spends no question on them; a CHECK of
 * the table holds the same numbers. Counterparties come before every warehouse in the order of locks.
 */
export function locationsOf(warehouseId: number): Locations {
  return { ...counterparties, warehouse: 100 + 2 * warehouseId, transit: 101 + 2 * warehouseId };
}
