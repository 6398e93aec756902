/**
 * The title of a screen at one address. A route that serves both is called 新增/编辑〈noun〉; who looks at a record there is told the noun, who
 * begins a new one that it is new.
 */
export function screenTitle(title: string, search: string): string {
  if (!title.startsWith(both)) return title;
  const noun = title.slice(both.length);
  const params = new URLSearchParams(search);
  if (!params.has('id')) return `新增${noun}`;
  return params.has('edit') ? `编辑${noun}` : noun;
}

const both = '新增/编辑';
