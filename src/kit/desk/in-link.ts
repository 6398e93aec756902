import { createContext, useContext } from 'react';

/** What is drawn here stands within a link or a button already. */
export const InLink = createContext(false);

export const useInLink = (): boolean => useContext(InLink);
