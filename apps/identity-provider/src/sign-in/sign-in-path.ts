/** Where the pages of one sign-in are. */
export function signInPath(uid: string): string {
  return `/sign-in/${uid}`;
}
