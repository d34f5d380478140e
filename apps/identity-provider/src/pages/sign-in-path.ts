/** The path of the pages of one sign-in. */
export function signInPath(uid: string): string {
  return `/sign-in/${uid}`;
}
