/** client_type of domain.md §2. */
export const clientTypes = { 1: '门店POS', 2: '仓库PDA', 3: '小程序', 4: 'Web后台' } as const;
export const clientType = { pos: 1, pda: 2, miniProgram: 3, web: 4 } as const;

/** clientVersion_status of domain.md §4.27. */
export const versionStates = { 0: '草稿', 1: '已发布', [-1]: '已撤回' } as const;
export const versionState = { draft: 0, published: 1, revoked: -1 } as const;

/** How a page runs on a device. */
export const shownAs = { 1: '浏览器', 2: '已安装' } as const;

/** What a build is called: that of a page and that of its service worker (src/build/build-id.ts). */
export const buildPattern = /^[\w.-]{1,64}$/;
/** The same as a field asks for it. */
export const buildShape = { regex: buildPattern, words: '网页构建只能包含字母、数字、点、横线和下划线' } as const;

/** A device that has not reported for so long is away: minutes. */
export const awayAfter = 30;
