export function signInPath(uid: string): string {
  return `/sign-in/${uid}`;
}
