/** Whether the text can be the id of a member. No other text reaches the identity provider or the database. */
export function isMemberId(text: string): boolean {
  return /^[\w.:|-]{1,128}$/.test(text);
}
