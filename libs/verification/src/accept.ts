/** spec 4.1, rule 2: whether the `Accept` header names JSON at least as strongly as HTML. Anything else is a browser. */
export function asksForJson(accept: string | undefined): boolean {
  const ranges = new Map((accept ?? '').split(',').map(weightedRange));
  const json = ranges.get('application/json') ?? 0;
  const html = ranges.get('text/html') ?? ranges.get('text/*') ?? ranges.get('*/*') ?? 0;
  return json > 0 && json >= html;
}

function weightedRange(text: string): [range: string, weight: number] {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [range, weight === undefined ? 1 : Number(weight.slice('q='.length)) || 0];
}
