/** Where codes are made, given back, read from files, and followed. */
export const codeOrderAt = {
  list: '/storage/order_control/order_control',
  fresh: '/storage/order_control/order_control?new=1',
  detail: (id: number) => `/storage/order_control/order_control?id=${id}`,
  codes: (id: number) => `/storage/order_control/codeList?code_order_id=${id}`,
} as const;

export const codeReturnAt = {
  list: '/storage/codeReturnList',
  fresh: '/storage/codeReturnList?new=1',
  detail: (id: number) => `/storage/codeReturnList?id=${id}`,
} as const;

export const codeFileAt = {
  list: '/storage/uploadCodeFile',
  detail: (id: number) => `/storage/uploadCodeFile?id=${id}`,
} as const;

export const trackAt = (code: unknown): string => `/storage/goodsPooltrack?code=${encodeURIComponent(String(code))}`;
