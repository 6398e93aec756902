/** The role that serves in a cluster of ours; the one that owns is `clusterOwner`. */
export const servingRole = 'back_office_server';
