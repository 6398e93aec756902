/** Levels of a member by growth (domain.md §2 user_level). */
export const userLevels = { 1: '普通', 2: '银卡', 3: '金卡', 4: '黑金' } as const;

/** user_status of domain.md §2, and members who asked to be forgotten. */
export const userStatuses = { 1: '正常', 2: '冻结', 3: '已注销' } as const;
export const userStatus = { live: 1, frozen: 2, erased: 3 } as const;

/** growth_biz and point_biz of domain.md §2. */
export const growthBiz = { 1: '消费', 2: '退款扣回', 3: '签到', 4: '活动', 5: '人工调整' } as const;
export const pointBiz = {
  1: '消费获得',
  2: '退款扣回',
  3: '抵扣使用',
  4: '抵扣退回',
  5: '过期',
  6: '人工调整',
} as const;
/** Codes of point_biz that orders move points by; earned and taken back are those of growth, too. */
export const bizOf = { earned: 1, takenBack: 2, used: 3, givenBack: 4, expired: 5 } as const;
export const byHandGrowth = 5;
export const byHandPoints = 6;

/** The most that one adjustment by hand moves, either way. */
export const mostAdjusted = 1_000_000;
