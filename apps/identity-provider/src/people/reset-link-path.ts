/** The path of the page behind the link of a reset. Only the mail may contain it. */
export function resetLinkPath(token: string): string {
  return `/password-resets/${token}`;
}
