import type { Places } from '../../kit/place.ts';

export const places: Places = {
  user: { list: '/member/meberList', record: '/member/meberDetails?id={id}' },
  userLabel: { list: '/member/meberTags', record: '/member/meberTags?keyword={no}' },
  userLabelGroup: { list: '/member/tagsGroup', record: '/member/tagsGroup?keyword={no}' },
  memberAdjust: { list: '/member/meberList?view=adjust', record: '/member/meberList?view=adjust&keyword={no}&id={id}' },
};
