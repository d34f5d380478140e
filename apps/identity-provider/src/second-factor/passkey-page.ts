/** Names the page that a challenge is for, so that an answer counts in this sign-in or session only. */
export function passkeyPageOf(kind: 'sign-in' | 'account', uid: string): string {
  return `${kind} ${uid}`;
}
