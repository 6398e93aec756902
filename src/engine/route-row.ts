import type { ComponentType } from 'react';

/**
 * One route (design §2, specification §2): the same shape whether its screen is generated or written by hand, so that
 * a reader cannot tell from outside. Pinyin stands in `path` and nowhere else.
 */
export interface RouteRow {
  readonly path: `/${string}`;
  /** Title in Chinese, as `domain/routes.csv` has it. */
  readonly title: string;
  readonly needLogin: boolean;
  readonly keepAlive: boolean;
  /** Route whose menu entry is lit while this one is open. */
  readonly parent?: `/${string}`;
  /** Menu entry it belongs to where the specification names no parent: lit too, and its permission set applies (domain.md §10.1). */
  readonly under?: `/${string}`;
  /**
   * Name of the definition whose list the screen opens with, as the list page itself asks for it: its rows are asked while
   * the screen's code is on its way.
   */
  readonly lists?: string;
  /** Loads the screen's module; every screen module exports `Screen`. */
  readonly screen: () => Promise<{ Screen: ComponentType }>;
  /** Also precached, because it must open without the network. */
  readonly offline?: true;
}
