/** Addresses of this area, for links from one of its screens to another. */
export const addresses = {
  staff: '/admin/accounCenter',
  staffForm: '/admin/addStaf',
  /** The waiting grants stand beside the accounts. */
  grants: '/admin/accounCenter?view=grants',
  roles: '/admin/roleList',
  /** The data roles stand beside the roles. */
  dataRoles: '/admin/roleList?view=data',
  roleForm: '/admin/addRole',
  organisation: '/admin/originNal',
  organizeForm: '/admin/addOrigin',
} as const;

/** One record's address of a form; without an id that of a new one. */
export const formAt = (form: string, id?: number): string => (id === undefined ? form : `${form}?id=${id}`);
