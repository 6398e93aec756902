/** A mobile number of this country (domain.md §11). */
export const mobilePattern = { regex: /^1\d{10}$/, words: '请输入 11 位手机号' } as const;
