/** What a list of options says while it has none. */
export function nothingWords({ loading, failure }: { loading: boolean; failure: unknown }): string {
  if (loading) return '加载中...';
  return failure ? '加载失败' : '暂无数据';
}
