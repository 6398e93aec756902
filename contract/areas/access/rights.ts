import { query } from '../../kit/call.ts';

/** A limit of data scope: what one may see of a dimension. */
export interface SeenOf {
  readonly label: string;
  /** Names of those that the caller sees too, the first of them. */
  readonly names: readonly string[];
  readonly total: number;
}

/** What a person may do and see, as every call is guarded with it this instant, and which roles give it. */
export interface PersonRights {
  readonly id: number;
  readonly username: string;
  readonly nickname: string;
  /** Roles in use. */
  readonly roles: readonly string[];
  readonly permissions: readonly { readonly key: string; readonly name: string; readonly roles: readonly string[] }[];
  /** Any one of the rules lets a record through when all its limits do; none: sees nothing. */
  readonly scope: 'everything' | readonly (readonly SeenOf[])[];
  /** Fields that are left out wherever they would stand. */
  readonly hidden: readonly string[];
}

/** The rights of one or two people whom the caller may see, in the order in which they were asked for. */
export const rightsCall = query<{ ids: number[] }, { list: PersonRights[] }>({
  service: 'acl',
  path: '/v1/admin/rights',
  access: 'Index:rightsView',
});
