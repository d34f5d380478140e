/** What was just done, by the word that the redirect to a page names. Unknown words say nothing. */
export function noticeOf(done: unknown, texts: Readonly<Record<string, string>>): string | undefined {
  return typeof done === 'string' && Object.hasOwn(texts, done) ? texts[done] : undefined;
}
