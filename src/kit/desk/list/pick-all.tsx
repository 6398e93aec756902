import { cloneElement, createContext, isValidElement, type ReactElement, type ReactNode, useContext } from 'react';

/** True inside a real header cell: antd measures columns with a hidden copy of the header, which must hold no checkbox. */
export const InHeader = createContext(false);

/** The checkbox that picks all, in the header and not in its copy; for `rowSelection.columnTitle`. */
export function pickAll(checkbox: ReactNode): ReactNode {
  return <OnlyInHeader>{checkbox}</OnlyInHeader>;
}

function OnlyInHeader({ children }: { children: ReactNode }): ReactNode {
  if (!useContext(InHeader) || !isValidElement(children)) return null;
  return cloneElement(children as ReactElement<{ 'aria-label': string }>, { 'aria-label': '全选' });
}
