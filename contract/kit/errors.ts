/**
 * The closed catalogue of refusals (specification §8, §9; domain.md §1.1; amendments F).
 * Every answer that is not 200 carries one of these codes; nothing else leaves the server.
 */
export const catalogue = {
  signedOut: { code: 10000, http: 200, words: '登录失效请重新登录' },
  unauthorized: { code: 401, http: 401, words: '登录已过期，请重新登录！' },
  mustChangePassword: { code: 411, http: 200, words: '首次登录请先修改密码' },
  secondFactor: { code: 412, http: 200, words: '请输入两步验证码' },
  mustSetSecondFactor: { code: 413, http: 200, words: '您的角色要求两步验证，请先完成设置' },
  invalid: { code: 4001, http: 200, words: '提交的内容有误' },
  forbidden: { code: 4003, http: 403, words: '没有操作权限' },
  notFound: { code: 4004, http: 200, words: '数据不存在或已被删除' },
  versionConflict: { code: 4009, http: 200, words: '单据已被他人修改，请刷新' },
  illegalTransition: { code: 4010, http: 200, words: '当前状态不允许此操作' },
  stockShort: { code: 4011, http: 200, words: '库存不足' },
  periodClosed: { code: 4012, http: 200, words: '会计期间已结账' },
  duplicate: { code: 4013, http: 200, words: '编号或名称已存在' },
  duplicateSubmit: { code: 4014, http: 200, words: '同一操作编号已用于其他内容' },
  tooMany: { code: 4029, http: 200, words: '操作过于频繁，请稍后再试' },
  tooLarge: { code: 4130, http: 200, words: '提交的内容过大' },
  busy: { code: 5003, http: 200, words: '系统繁忙，请稍后再试' },
  internal: { code: 5000, http: 200, words: '服务器异常请稍后再试!' },
} as const satisfies Record<string, { code: number; http: number; words: string }>;

export type RefusalKind = keyof typeof catalogue;

/**
 * A refusal a person can act on. `field` is the path of the offending input (`lines.3.qty`), absent when the
 * refusal concerns the whole call. Thrown on the server, received as a value in the browser.
 */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly field: string | undefined;

  constructor(kind: RefusalKind, message: string = catalogue[kind].words, field?: string) {
    super(message);
    this.name = 'Refusal';
    this.kind = kind;
    this.field = field;
  }

  get code(): number {
    return catalogue[this.kind].code;
  }
}

/** Finds the catalogue entry of a body code; undefined for a code that is not ours. */
export function kindOfCode(code: number): RefusalKind | undefined {
  return kinds.find((kind) => catalogue[kind].code === code);
}

const kinds = Object.keys(catalogue) as RefusalKind[];
