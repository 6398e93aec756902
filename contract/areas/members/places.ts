import type { Places } from '../../kit/place.ts';

export const places: Places = {
  user: { list: '/member/meberList', record: '/member/meberDetails?id={id}' },
  userLabel: { list: '/member/meberTags', record: '/member/meberTags?keyword={no}' },
  userLabelGroup: { list: '/member/tagsGroup', record: '/member/tagsGroup?keyword={no}' },
  memberAdjust: { list: '/member/meberList?view=adjust', record: '/member/meberList?view=adjust&keyword={no}&id={id}' },
  paidMembership: { list: '/member/meberList?view=paid', record: '/member/meberList?view=paid&keyword={no}&id={id}' },
  rebate: { list: '/member/meberList?view=rebates', record: '/member/meberList?view=rebates&keyword={no}&id={id}' },
  paidPlan: { list: '/member/meberList?view=plans', record: '/member/meberList?view=plans&keyword={no}' },
};
