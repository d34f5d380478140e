/** The links, buttons and fields of the main part of a page with which a person goes on; the link to the guide is none. */
export function nextStepsOf(html: string): readonly string[] {
  const [, main = ''] = /<main\b[^>]*>([^]*)<\/main>/.exec(html) ?? [];
  const steps = main.match(/<a\b[^>]*\bhref="(?!#)[^"]*"|<button\b[^>]*>/g) ?? [];
  return steps.filter((step) => !/\bhidden\b|\/console\/guide#/.test(step));
}
