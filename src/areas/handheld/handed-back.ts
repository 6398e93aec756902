/** What is asked before a record that waited is sent again or put away where its counter has handed back: that takes the handing back back. */
export function askHandedBack(name: string, action: 'send_again' | 'discard') {
  const act = action === 'discard' ? '作废' : '重发';
  return {
    words: `${name} 已交回。${act}这一条会收回交回，之后要再交回一次。`,
    title: `${act}并收回交回？`,
    confirm: `仍然${act}`,
    cancel: `不${act}`,
  };
}
