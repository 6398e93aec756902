/** Named limits of the product: one place, so that a number is never typed twice (specification §5, §7, §9). */
export const limits = {
  /** Rows of one list page: default and most (design §4). */
  pageSize: 20,
  pageSizeMost: 500,
  /** Totals beyond this are reported as "more than" unless asked for exactly (design §4). */
  totalCap: 10_000,
  /** Rows of a list saved as a file at once; more is a task. */
  exportRows: 50_000,
  /** Ids, names and pasted entries in one call (specification §5). */
  pastedEntries: 5000,
  /** A filter's list longer than this is kept on the server and stands in the address by its id. */
  addressEntries: 20,
  /** How many a paste box says it takes; up to `pastedEntries` are taken (specification §5). */
  pastedEntriesTold: 2000,
  /** Rows that are looked at in one call before many are changed: less than a second of work. */
  bulkLook: 100,
  /** Records of one list of common data, which a browser keeps whole. */
  commonRows: 5000,
  /** Lines of one document saved in one call. */
  documentLines: 5000,
  /** Saved views of one list and person, characters of a view's name, and of what it remembers. */
  views: 50,
  viewName: 20,
  viewLetters: 20_000,
  /** Tables that a person's choice of columns is kept for. */
  chosenTables: 200,
  /** Characters of names, remarks and reasons (domain.md §11). */
  name: 64,
  remark: 500,
  reason: 200,
  reasonLeast: 2,
  /** One quantity typed by a person (domain.md §11); sums may be larger. */
  quantity: 999_999,
  /** Money in fen that a person may type into one field: a billion yuan (amendments H2). */
  money: 100_000_000_000,
  /** What a document may come to, in fen: hundreds of such sums are still exact together (amendments H2). */
  documentMoney: 10_000_000_000_000,
  /** Files of one record, and their bytes together. */
  attachments: 20,
  attachmentBytes: 104_857_600,
  /** JSON body of one call, bytes. */
  bodyBytes: 1_048_576,
  /** How deep the JSON body of a call is nested at most. */
  bodyDepth: 32,
  /** Operation ids are remembered this long, days (design §4). */
  opDays: 90,
  /** Reference lists, menu and permission sets serve this long without the network, seconds (specification §9). */
  referenceSeconds: 36_000,
  /** Local-storage helper default, seconds: 365 days (specification §9). */
  storageSeconds: 31_536_000,
  /** Operations per request while a device sends what it has kept (design §6). */
  drainBatch: 200,
  /** Entries of a count that the server takes in one request: desks send so many, tablets of earlier builds, too. */
  drainBatchMost: 500,
  /** Password length: least, most (amendments F). */
  passwordLeast: 15,
  /** The least of those who sign in with a second factor. */
  passwordLeastWithFactor: 8,
  passwordMost: 128,
} as const;

/** What is said of more entries than a list may have (specification §5). */
export const tooManyEntries = (most: number = limits.pastedEntries): string => `一次最多输入${most}个`;

/** Request timeouts by kind, milliseconds (specification §9). */
export const timeouts = {
  default: 6_000,
  most: 80_000,
  export: 150_000,
  post: 280_000,
  stream: 300_000,
} as const;

/** Delays the shell keeps, milliseconds (specification §4, §6, §8). */
export const delays = {
  sessionExpiryLogout: 2_000,
  permissionFallback: 300,
  reconnectLeast: 1_000,
  reconnectMost: 60_000,
  reconnectRetry: 3_000,
} as const;
